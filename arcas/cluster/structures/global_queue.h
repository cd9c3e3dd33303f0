// SPDX-License-Identifier: Apache-2.0
// A queue over all ranks, first in first out: items are dealt out to the ranks in turn, and one
// rank, the one that has made it, counts. Operations of one rank at the same time travel together,
// and a push and a pop among them that get the same number meet there.
//
//   auto q = global_queue<long>::make();
//   q.push(x)       every pop that begins when push has returned may find it
//   q.pop()         std::optional: waits for an item; empty when the queue is closed and has none
//   q.try_pop()     std::optional: empty where nothing was in it
//   q.close()       later pushes throw std::logic_error; pops that wait in vain return
//   q.size(), q.end()
//
// Items of one task come out in the order in which it has pushed them. README.md, «Numbers of a
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
