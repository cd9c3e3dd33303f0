// SPDX-License-Identifier: Apache-2.0
// Packets that nobody needs at the moment, for whoever wants an empty one next.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace arcas::cluster {

class spare_packets {
 public:
  // At most so many are kept; others go back to the heap.
  explicit spare_packets(std::size_t most = 0) : most_(most) {}

  void keep_at_most(std::size_t packets) { most_ = packets; }
  bool empty() const { return packets_.empty(); }

  void keep(packet p) {
    if (packets_.size() < most_) packets_.push_back(std::move(p));
  }
  // An empty one, new if need be. All of them have the same room.
  packet take(std::size_t payload_bytes) {
    if (packets_.empty()) return packet(payload_bytes);
    packet p = std::move(packets_.back());
    packets_.pop_back();
    p.size = 0;
    return p;
  }

 private:
  std::size_t most_;
  std::vector<packet> packets_;
};

}  // namespace arcas::cluster
