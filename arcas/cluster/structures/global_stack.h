// SPDX-License-Identifier: Apache-2.0
// A stack over all ranks, last in first out: items are dealt out to the ranks, and one rank, the one
// that has made it, counts. The operations are those of global_queue.h:
//
//   auto s = global_stack<long>::make();
//   s.push(x)       every pop that begins when push has returned may find it
//   s.pop()         std::optional: the newest item; waits for one; empty when the stack is closed and
//                   has none
//   s.try_pop()     std::optional: empty where nothing was in it
//   s.close(), s.size(), s.end()
//
// For a search that goes into the depth: it keeps fewer items than a queue. An item costs eight bytes
// on the rank that counts.
#pragma once

#include <arcas/cluster/structures/counted_queue.h>
#include <arcas/cluster/structures/ordered_numbers.h>

namespace arcas::inline v0::cluster {

template <class T>
class global_stack
    : public detail::counted_queue<T, detail::ordered_numbers<detail::newest_first>> {
 public:
  static global_stack make() {
    global_stack s;
    s.begin();
    return s;
  }
};

}  // namespace arcas::inline v0::cluster
