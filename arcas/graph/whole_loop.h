// SPDX-License-Identifier: Apache-2.0
// Loops that are complete or throw. A loop that was asked to stop leaves part of an array
// unwritten, and a graph built on it would be incomplete; these loops throw interrupted instead.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/base/owned.h>
#include <arcas/graph/errors.h>
#include <arcas/loops/called_loop.h>
#include <arcas/loops/parallel_for.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph::detail {

// parallel_for(0, n, body, loops, where). `site` is the call site of the body.
void whole_for(std::size_t n, const loop_options& loops, arcas::detail::chunk_call<void> body,
               arcas::detail::call_site& site, const std::source_location& where);

// parallel_for(0, n, body, loops).
template <loop_body<std::size_t> Body>
void whole_for(std::size_t n, const loop_options& loops, Body&& body,
               const std::source_location& where = std::source_location::current()) {
  whole_for(n, loops, {body, arcas::detail::run_chunk{}},
            arcas::detail::site_of<std::remove_reference_t<Body>>, where);
}

// parallel_reduce(0, n, m, f, loops).
template <monoid M, loop_body<std::size_t> F>
  requires is_commutative<M> && std::is_empty_v<M>
typename M::value_type whole_reduce(
    std::size_t n, const M& m, const loop_options& loops, F&& f,
    const std::source_location& where = std::source_location::current()) {
  using value = typename M::value_type;
  using I = arcas::detail::checked_reduction<value, std::size_t, std::size_t, F>::index;
  const auto run = [](auto& each, std::size_t first, std::size_t end) -> value {
    if constexpr (std::invocable<decltype(each), std::size_t>) {
      return arcas::detail::fold(M{}.identity(), end - first, M{},
                                 [&](std::size_t k) -> decltype(auto) { return each(first + k); });
    } else {
      return each(first, end);
    }
  };
  const arcas::detail::chunk_call<value> chunks(f, run);
  arcas::detail::reduction_job<I, M, const arcas::detail::chunk_call<value>> job(0, m, chunks);
  arcas::detail::run_job(job, n, loops, arcas::detail::site_of<decltype(run)>, where);
  if (loops.stop.stop_requested()) throw interrupted();
  return std::move(job.total());
}

// Adds values of any type with operator+ for which T{} is zero. The order is not defined.
template <class T>
struct sum_of {
  using value_type = T;
  static constexpr bool commutative = true;
  T identity() const { return {}; }
  T operator()(const T& a, const T& b) const { return a + b; }
};

// Replaces each value by the sum of the values up to and including it.
void add_up(std::span<std::uint64_t> values, const loop_options& loops = {});

// The calls that a worker of whole_for_own() makes with its object of type Own.
template <class Own>
struct own_calls {
  arcas::detail::function_reference<void, Own&, std::size_t, std::size_t> each;
  arcas::detail::function_reference<void, Own&> last;
  void fork(Own&) {}
  void work(Own& own, std::size_t i) { each(own, i, i + 1); }
  void work(Own& own, std::size_t first, std::size_t end) { each(own, first, end); }
  void join(Own& own) { last(own); }
};

// Calls work(own, i) for every i below n, or work(own, first, last) for chunks. Each worker has its
// own default-constructed Own. join(own) is called once for each worker that took part, one call
// after the other.
template <class Own, class Work, class Join>
void whole_for_own(std::size_t n, const loop_options& loops, Work&& work, Join&& join,
                   const std::source_location& where = std::source_location::current()) {
  const auto run = [&](Own& own, std::size_t first, std::size_t end) {
    if constexpr (std::invocable<Work&, Own&, std::size_t, std::size_t>) {
      work(own, first, end);
    } else {
      for (std::size_t i = first; i < end; ++i) work(own, i);
    }
  };
  own_calls<Own> calls{run, join};
  arcas::detail::forking_job<own_calls<Own>, Own, std::size_t> job(0, calls);
  arcas::detail::run_job(job, n, loops, arcas::detail::site_of<decltype(run)>, where);
  if (loops.stop.stop_requested()) throw interrupted();
}

// The loops of this file as an object. A kernel that takes such an object can also run its passes
// by other loops, such as OpenMP's. each() calls changes(first, last) for chunks of the indices
// below n. each_with() calls work(own, i) for each index, with an Own for each thread, and then
// join(own) for each Own in turn.
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
