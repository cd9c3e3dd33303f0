// SPDX-License-Identifier: Apache-2.0
// Loops that are done whole or throw. A loop that was asked to stop leaves part of an array
// unwritten, and what is built on it would be half a graph; here it ends as an exception.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/algorithms/scan.h>
#include <arcas/graph/errors.h>
#include <arcas/loops/parallel_for.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <span>
#include <utility>

namespace arcas::inline v0::graph::detail {

// parallel_for(0, n, body, loops), to the end.
template <class Body>
void whole_for(std::size_t n, const loop_options& loops, Body&& body,
               const std::source_location& where = std::source_location::current()) {
  parallel_for(std::size_t{0}, n, body, loops, where);
  if (loops.stop.stop_requested()) throw interrupted();
}

// parallel_reduce(0, n, m, f, loops), to the end.
template <monoid M, class F>
typename M::value_type whole_reduce(
    std::size_t n, const M& m, const loop_options& loops, F&& f,
    const std::source_location& where = std::source_location::current()) {
  const typename M::value_type value = parallel_reduce(std::size_t{0}, n, m, f, loops, where);
  if (loops.stop.stop_requested()) throw interrupted();
  return value;
}

// Adds up values of any type that starts at T{} and has +; in any order.
template <class T>
struct sum_of {
  using value_type = T;
  static constexpr bool commutative = true;
  T identity() const { return {}; }
  T operator()(const T& a, const T& b) const { return a + b; }
};

// Replaces each value by the sum of the values up to it and itself, to the end.
inline void add_up(std::span<std::uint64_t> values, const loop_options& loops = {}) {
  arcas::inclusive_scan(values, values, plus<std::uint64_t>{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
}

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

// Loops as an object, so that the passes of a kernel run under others, too: changes(first, last) for
// chunks of all indices below n; work(own, i) for each index, with an Own for each thread that takes
// part, and join(own) for one after the other of these; and each value replaced by the sum of those
// up to it and itself.
class whole_loops {
 public:
  explicit whole_loops(loop_options loops) : loops_(std::move(loops)) {}

  template <class Changes>
  void each(std::size_t n, const Changes& changes,
            const std::source_location& where = std::source_location::current()) const {
    whole_for(n, loops_, changes, where);
  }
  template <class Own, class Work, class Join>
  void each_with(std::size_t n, const Work& work, const Join& join,
                 const std::source_location& where = std::source_location::current()) const {
    whole_for_own<Own>(n, loops_, work, join, where);
  }
  void add_up(std::span<std::uint64_t> values) const { detail::add_up(values, loops_); }

 private:
  const loop_options loops_;
};

}  // namespace arcas::inline v0::graph::detail
