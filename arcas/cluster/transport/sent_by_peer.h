// SPDX-License-Identifier: Apache-2.0
// What has been sent and must be kept until it has left, in a line for each peer: a peer that takes
// its time must not make what has gone to the others stay.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace arcas::cluster::detail {

template <class Sent>
class sent_by_peer {
 public:
  // Stays where it is until it is let go.
  Sent& add(rank_id to, Sent s) {
    if (to >= lines_.size()) lines_.resize(to + 1);
    if (!lines_[to]) lines_[to] = std::make_unique<line>();
    line& own = *lines_[to];
    if (own.empty()) waiting_.push_back(&own);
    own.push_back(std::move(s));
    return own.back();
  }
  bool empty() const { return waiting_.empty(); }

  // Lets go what has left. Only the oldest of a peer is asked for, since those of one peer leave
  // about in the order in which they were sent, and its credits bound how many there are.
  template <class HasLeft, class LetGo>
  void collect(const HasLeft& has_left, const LetGo& let_go) {
    for (std::size_t i = 0; i < waiting_.size();) {
      line& l = *waiting_[i];
      while (!l.empty() && has_left(l.front())) {
        let_go(std::move(l.front()));
        l.pop_front();
      }
      if (l.empty()) {
        waiting_[i] = waiting_.back();
        waiting_.pop_back();
      } else {
        ++i;
      }
    }
  }

 private:
  using line = std::deque<Sent>;
  std::vector<std::unique_ptr<line>> lines_;  // by peer; null before the first
  std::vector<line*> waiting_;                // those that are not empty
};

}  // namespace arcas::cluster::detail
