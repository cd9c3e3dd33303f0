// SPDX-License-Identifier: Apache-2.0
// Reductions: loops that return one value.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/loops/parallel_for.h>

#include <source_location>

namespace arcas {

// The combination, by m, of f(i) for all i in [first, last), or of f(begin, end) for chunks that
// cover it; m.identity() where the range is empty.
//   double s = parallel_reduce(0, n, arcas::plus<double>{}, [&](int i) { return x[i]; });
// Who takes part, what is visible after, what is thrown: as parallel_for. Each worker that takes
// part folds its chunks from the identity, and the partial values are combined as the workers come
// to their end: the operation must be associative and commutative, and sums of floating point
// numbers can differ in their last digits from run to run. Cost: that of parallel_for.
template <loop_index A, loop_index B, monoid M, class F>
requires loop_body<F, index_between<A, B>>
typename M::value_type parallel_reduce(
    A first, B last, const M& m, F&& f, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  using value = typename M::value_type;
  struct partial {
    value sum;
  };
  struct folding {
    const M& m;
    std::remove_reference_t<F>& f;
    value total;
    void fork(partial& own) const { own.sum = m.identity(); }
    void work(partial& own, I begin, I end) const {
      if constexpr (index_body<F, I>) {
        value sum = own.sum;
        for (I i = begin; i != end; ++i) sum = m(sum, f(i));
        own.sum = sum;
      } else {
        own.sum = m(own.sum, f(begin, end));
      }
    }
    void join(partial& own) { total = m(total, own.sum); }
  } body{m, f, m.identity()};
  forking_job<folding, partial, I> job(static_cast<I>(first), body);
  run_loop(job, iterations(static_cast<I>(first), static_cast<I>(last)), options,
           site_of<decltype(job)>, where);
  return body.total;
}

}  // namespace arcas
