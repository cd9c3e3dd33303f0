// SPDX-License-Identifier: Apache-2.0
// Loops in which each worker that takes part has something of its own: a buffer, a count, bins. To
// the end, or interrupted, like those of whole_loop.h.
#pragma once

#include <arcas/graph/whole_loop.h>

#include <concepts>
#include <cstddef>
#include <source_location>

namespace arcas::graph {

// work(own, i) for every i below n, or work(own, first, last) for chunks of them, each worker with
// an Own that starts as Own's constructor makes it; join(own) once for each worker that took part,
// one after the other.
template <class Own, class Work, class Join>
void whole_for_own(std::size_t n, const loop_options& loops, Work&& work, Join&& join,
                   const std::source_location& where = std::source_location::current()) {
  struct object {
    Work& each;
    Join& last;
    void fork(Own&) {}
    void work(Own& own, std::size_t i) { work(own, i, i + 1); }
    void work(Own& own, std::size_t first, std::size_t end) {
      if constexpr (std::invocable<Work&, Own&, std::size_t, std::size_t>) {
        each(own, first, end);
      } else {
        for (std::size_t i = first; i < end; ++i) each(own, i);
      }
    }
    void join(Own& own) { last(own); }
  };
  object all{work, join};
  parallel_for<object, Own, std::size_t>(all, 0, n, loops, where);
  if (loops.stop.stop_requested()) throw interrupted();
}

}  // namespace arcas::graph
