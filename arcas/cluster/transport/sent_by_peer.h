// SPDX-License-Identifier: Apache-2.0
// Buffers that are kept from the start of a send until they have left this process. There is a
// queue for each peer, so that a slow peer does not delay the release of buffers to other peers.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <deque>
#include <iterator>
#include <map>
#include <utility>

namespace arcas::inline v0::cluster::detail {

template <class Sent>
class sent_by_peer {
 public:
  // The buffer keeps its address until it is released by collect().
  Sent& add(rank_id to, Sent s) { return lines_[to].emplace_back(std::move(s)); }
  bool empty() const { return lines_.empty(); }

  // Releases buffers that have left. Only the oldest buffer to each peer is tested: buffers to one
  // peer leave about in the order of sending, and credits bound their number.
  template <class HasLeft, class LetGo>
  void collect(const HasLeft& has_left, const LetGo& let_go) {
    for (auto l = lines_.begin(); l != lines_.end();) {
      std::deque<Sent>& line = l->second;
      while (!line.empty() && has_left(line.front())) {
        let_go(std::move(line.front()));
        line.pop_front();
      }
      l = line.empty() ? lines_.erase(l) : std::next(l);
    }
  }

 private:
  std::map<rank_id, std::deque<Sent>> lines_;  // no queue is empty
};

}  // namespace arcas::inline v0::cluster::detail
