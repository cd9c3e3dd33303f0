// SPDX-License-Identifier: Apache-2.0
// Memory that the processes of a host share: one part for each process, which all of them can
// access. The memory has no name in the file system, so nothing remains when the processes are
// killed. It does not count towards the limit of /dev/shm.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// If there are no parts, nothing is shared.
struct host_memory {
  static constexpr std::size_t alignment = 4096;  // of each part, at least

  std::vector<std::shared_ptr<std::byte>> parts;  // one for each process of the host
  std::size_t own = 0;                            // index of this process's part
};

// The data by which other processes open a part.
struct host_memory_offer {
  std::uint64_t bytes = 0;  // 0: no part is offered
  std::int64_t process = 0;
  std::int64_t file = 0;  // its descriptor in that process
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
};

// A part of this process, initially zero. Other processes can map it while this object exists. A
// part that they have mapped remains until the last of them unmaps it.
class offered_part {
 public:
  explicit offered_part(std::size_t bytes);
  ~offered_part();
  offered_part(const offered_part&) = delete;
  offered_part& operator=(const offered_part&) = delete;

  const host_memory_offer& offer() const { return offer_; }
  // Null if the system refuses the memory.
  const std::shared_ptr<std::byte>& memory() const { return memory_; }

 private:
  int file_ = -1;
  host_memory_offer offer_;
  std::shared_ptr<std::byte> memory_;
};

// Null if this process cannot open the part: in a container, the same process number may belong to
// another process.
std::shared_ptr<std::byte> map_part(const host_memory_offer& offer);

}  // namespace arcas::inline v0::cluster::detail
