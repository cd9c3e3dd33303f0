// SPDX-License-Identifier: Apache-2.0
// A stack over all ranks, last in, first out. Items are distributed over the ranks, and the rank
// that has made the stack gives out numbers. The operations are those of global_queue.h:
//
//   auto s = global_stack<long>::make();
//   s.push(x)       every pop that begins after push has returned may get x
//   s.pop()         std::optional: the newest item; waits for one; empty if the stack is closed and
//                   has none
//   s.try_pop()     std::optional: empty if the stack has no item
//   s.close(), s.size(), s.end()
//
// For depth-first searches, which keep fewer items than with a queue. An item costs eight bytes on
// the rank that gives out numbers.
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
