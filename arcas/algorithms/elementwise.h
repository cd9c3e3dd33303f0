// SPDX-License-Identifier: Apache-2.0
// Loops that add to the elements of an array, like OpenMP's reduction(+ : a[:n]):
//
//   std::vector<long> bins(256);
//   parallel_for(0, n, elementwise(bins), [&](int i, std::span<long> own) { ++own[value[i]]; });
//
// Each worker that takes part has its own array. When a worker's part of the loop has ended, the
// worker adds its array to the target. Only one worker at a time does this. Threads, visibility,
// exceptions and options are those of parallel_for. The array of a worker whose body throws is not
// added. Cost: each worker that takes part initialises an array and adds it to the target. A loop
// of more than 2^30 iterations may run in pieces, and each piece has this cost.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/loops/parallel_for.h>

#include <iterator>
#include <source_location>
#include <span>
#include <type_traits>
#include <vector>

namespace arcas::inline v0 {

template <class T, monoid M>
struct elementwise_target {
  std::span<T> all;
  M m;
};

// The elements of a std::vector, std::span, std::array or plain array, combined by + or by m. The
// order of combination is arbitrary.
template <class R, class T = std::remove_reference_t<decltype(*std::data(std::declval<R&>()))>,
          monoid M = plus<T>>
elementwise_target<T, M> elementwise(R&& array, M m = M()) {
  static_assert(is_commutative<M>,
                "arcas: the workers' arrays are combined in any order, so the operation must be "
                "commutative and declare it: static constexpr bool commutative = true");
  return {{std::data(array), std::size(array)}, m};
}

// body(i, own): `own` is a std::span<T> of the size of the target, initially of identities.
template <loop_index A, loop_index B, class T, class M, class Body>
  requires std::invocable<Body&, index_between<A, B>, std::span<T>>
void parallel_for(A first, B last, const elementwise_target<T, M>& target, Body&& body,
                  const loop_options& options = no_options,
                  const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  struct arrays {
    const elementwise_target<T, M>& target;
    std::remove_reference_t<Body>& body;

    void fork(std::vector<T>& own) { own.assign(target.all.size(), target.m.identity()); }
    void work(std::vector<T>& own, I i) { body(i, std::span<T>(own)); }
    void join(std::vector<T>& own) {
      for (std::size_t k = 0; k != own.size(); ++k) target.all[k] = target.m(target.all[k], own[k]);
    }
  } adding{target, body};
  parallel_for<arrays, std::vector<T>, I>(adding, detail::checked_bound<I>(first),
                                          detail::checked_bound<I>(last), options, where);
}

}  // namespace arcas::inline v0
