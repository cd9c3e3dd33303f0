// SPDX-License-Identifier: Apache-2.0
// Memory that the processes of a host share: a part of each, which all of them see. It has no name in the file system,
// so that nothing of it stays when they are killed, and takes no part of what /dev/shm may hold.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// No parts: nothing is shared.
struct host_memory {
  static constexpr std::size_t alignment = 4096;  // of a part, at least

  std::vector<std::shared_ptr<std::byte>> parts;  // of each process of the host
  std::size_t own = 0;                            // which of them is this process's
};

// How other processes find a part.
struct host_memory_offer {
  std::uint64_t bytes = 0;  // 0: nothing is offered
  std::int64_t process = 0;
  std::int64_t file = 0;  // its number in that process
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
};

// A part of this process, all zero at first. The others can map it while this is there; then it stays as long as one of
// them has it.
class offered_part {
 public:
  explicit offered_part(std::size_t bytes);
  ~offered_part();
  offered_part(const offered_part&) = delete;
  offered_part& operator=(const offered_part&) = delete;

  const host_memory_offer& offer() const { return offer_; }
  // Null where the system refuses.
  const std::shared_ptr<std::byte>& memory() const { return memory_; }

 private:
  int file_ = -1;
  host_memory_offer offer_;
  std::shared_ptr<std::byte> memory_;
};

// Null where the part cannot be seen from here: in a container of its own, a process may have another's number.
std::shared_ptr<std::byte> map_part(const host_memory_offer& offer);

}  // namespace arcas::inline v0::cluster::detail
