// SPDX-License-Identifier: Apache-2.0
// Packets between processes of a host go through memory that they share: the sender fills them in its part, and the
// receiver reads them there. Packets for other hosts, and long data, go by another carrier. PROTOCOL.md, «Processes of a
// host», has the argument.
#pragma once

#include <arcas/cluster/transport/buffer_exchange.h>
#include <arcas/cluster/transport/forwarding_carrier.h>
#include <arcas/cluster/transport/host_memory.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class host_carrier final : public forwarding_carrier {
 public:
  // Shares so many bytes of this process with those of its host, which all call this at the same time; no parts on any
  // of them where one cannot.
  using sharing = std::function<host_memory(std::size_t bytes)>;

  // `beyond` outlives it, and so does what it shares. `of_host`: the processes of this host, in the order of the parts.
  host_carrier(carrier& beyond, std::vector<rank_id> of_host, sharing share);
  ~host_carrier() override;

  bool shares_memory() const override { return !memory_.parts.empty(); }
  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override;
  void post(rank_id to, packet p) override;
  void post_word(rank_id to, std::uint64_t word) override;
  bool take(incoming& next) override;
  void give_back(rank_id from, packet p) override;
  packet lease(rank_id to) override;
  void wait_for_arrival(unsigned calls) override;

 private:
  class neighbour;
  // What a part begins with, for each part: where that process finds what is for it; 0: not yet.
  using directory_entry = std::atomic<std::uint64_t>;
  static_assert(directory_entry::is_always_lock_free);

  neighbour* near(rank_id process) const { return near_[process]; }
  void make_neighbours(std::span<const std::size_t> links, const capacity& of_each_link);
  bool take_near(incoming& next);

  const std::vector<rank_id> of_host_;
  const sharing share_;
  host_memory memory_;
  std::vector<std::unique_ptr<neighbour>> neighbours_;
  std::vector<neighbour*> near_;  // by process; null beyond
  bool has_peers_beyond_ = true;
  bool looks_beyond_ = false;  // by turns: beyond, near
  std::size_t looked_at_ = 0;  // the neighbour that was looked at last
};

}  // namespace arcas::inline v0::cluster::detail
