// SPDX-License-Identifier: Apache-2.0
// A queue over all ranks, first in, first out. Items are distributed over the ranks in turn, and
// the rank that has made the queue gives out numbers. Concurrent operations of one rank travel
// together; a push and a pop among them that get the same number meet on that rank.
//
//   auto q = global_queue<long>::make();
//   q.push(x)       every pop that begins after push has returned may get x
//   q.pop()         std::optional: waits for an item; empty if the queue is closed and has none
//   q.try_pop()     std::optional: empty if the queue has no item
//   q.close()       later pushes throw std::logic_error; pops for which no item follows return
//   q.size(), q.end()
//
// Items of one task are popped in the order in which it has pushed them. README.md, «Numbers of a
// queue», has the argument.
#pragma once

#include <arcas/cluster/structures/counted_queue.h>
#include <arcas/cluster/structures/queue_numbers.h>

namespace arcas::inline v0::cluster {

template <class T>
class global_queue : public detail::counted_queue<T, detail::queue_numbers> {
 public:
  static global_queue make() {
    global_queue q;
    q.begin();
    return q;
  }
};

}  // namespace arcas::inline v0::cluster
