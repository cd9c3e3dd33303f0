// SPDX-License-Identifier: Apache-2.0
// What has been sent and must be kept until it has left, in a line for each peer: a peer that takes
// its time must not make what has gone to the others stay.
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
  // Stays where it is until it is let go.
  Sent& add(rank_id to, Sent s) { return lines_[to].emplace_back(std::move(s)); }
  bool empty() const { return lines_.empty(); }

  // Lets go what has left. Only the oldest of a peer is asked for, since those of one peer leave
  // about in the order in which they were sent, and its credits bound how many there are.
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
  std::map<rank_id, std::deque<Sent>> lines_;  // none empty
};

}  // namespace arcas::inline v0::cluster::detail
