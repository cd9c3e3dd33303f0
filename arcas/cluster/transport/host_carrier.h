// SPDX-License-Identifier: Apache-2.0
// A carrier for processes of a host that share memory. The sender fills packets in its part of the
// memory, and the receiver reads them there. Packets for other hosts, and long data, go by another
// carrier. The argument is in PROTOCOL.md, «Processes of a host».
#pragma once

#include <arcas/cluster/transport/buffer_exchange.h>
#include <arcas/cluster/transport/forwarding_carrier.h>
#include <arcas/cluster/transport/host_memory.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class host_carrier final : public forwarding_carrier {
 public:
  // Shares `bytes` bytes of this process with the processes of its host, which all call this
  // function. If one of them cannot share, no process gets any parts.
  using sharing = std::function<host_memory(std::size_t bytes)>;

  // `beyond` must outlive this object. `of_host`: the processes of this host, in the order of the
  // parts.
  host_carrier(carrier& beyond, std::vector<rank_id> of_host, sharing share);
  ~host_carrier() override;

  // Maximum number of bytes that a link takes in addition to its packets.
  static std::size_t bytes_beside_packets(const capacity& of_a_link);

  bool shares_memory() const override { return !memory_.parts.empty(); }
  bool is_near(rank_id process) const override { return peer_here(process) != nullptr; }
  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override;
  void post(rank_id to, packet p) override;
  void post_word(rank_id to, std::uint64_t word) override;
  bool take(incoming& next) override;
  void give_back(rank_id from, packet p) override;
  packet lease(rank_id to) override;
  void wait_for_arrival(unsigned calls) override;

 private:
  class peer;

  peer* peer_here(rank_id process) const { return by_process_[process]; }
  void make_peers(std::span<const std::size_t> links, const capacity& of_each_link);
  bool take_here(incoming& next);

  const std::vector<rank_id> of_host_;
  const sharing share_;
  host_memory memory_;
  std::vector<std::unique_ptr<peer>> peers_;
  std::vector<peer*> by_process_;  // null for processes of other hosts
  bool has_peers_beyond_ = true;
  unsigned looks_ = 0;
  std::size_t looked_at_ = 0;  // the peer from which packets were last looked for
};

}  // namespace arcas::inline v0::cluster::detail
