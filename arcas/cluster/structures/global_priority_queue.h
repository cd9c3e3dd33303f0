// SPDX-License-Identifier: Apache-2.0
// A priority queue over all ranks: the item with the smallest priority is popped first, the oldest
// of those with equal priorities. The operations are those of global_queue.h:
//
//   auto q = global_priority_queue<long>::make();         priorities are std::uint64_t, or
//   auto q = global_priority_queue<long, double>::make();  another type; the third is the order
//   q.push(priority, x)   every pop that begins after push has returned may get x
//   q.pop()               std::optional of {priority, value}: waits for an item; empty if the queue
//                         is closed and has none
//   q.try_pop()           the same without waiting; empty if the queue has no item
//   q.close(), q.size(), q.end()
//
// A pop that waits gets the next item, whatever its priority. The rank that has made the queue
// keeps the priorities of all items, 16 bytes each for numbers; the items are distributed over the
// ranks.
#pragma once

#include <arcas/cluster/structures/counted_queue.h>
#include <arcas/cluster/structures/ordered_numbers.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace arcas::inline v0::cluster {

template <class T, class Priority>
struct priority_item {
  Priority priority{};
  T value{};
};

template <class T, class Priority = std::uint64_t, class Less = std::less<Priority>>
class global_priority_queue
    : private detail::counted_queue<priority_item<T, Priority>,
                                    detail::ordered_numbers<detail::least_first<Priority, Less>>> {
  using base = detail::counted_queue<priority_item<T, Priority>,
                                     detail::ordered_numbers<detail::least_first<Priority, Less>>>;

 public:
  using item = priority_item<T, Priority>;

  static global_priority_queue make() {
    global_priority_queue q;
    q.begin();
    return q;
  }
  void push(const Priority& priority, const T& x) const { base::push({priority, x}); }
  using base::close;
  using base::end;
  using base::pop;
  using base::size;
  using base::try_pop;
};

}  // namespace arcas::inline v0::cluster
