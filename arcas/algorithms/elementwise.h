// SPDX-License-Identifier: Apache-2.0
// Loops that add to the elements of an array, as OpenMP's reduction(+ : a[:n]) does:
//
//   std::vector<long> bins(256);
//   parallel_for(0, n, elementwise(bins), [&](int i, std::span<long> own) { ++own[value[i]]; });
//
// Each worker that takes part has an array of its own, and adds it to the target when its part of
// the loop is over, one worker at a time. Threads, visibility, exceptions and options: those of
// parallel_for; what a worker has done whose body throws is not added. Cost: for each worker (and piece of
// more than 2^30 iterations) an array that is made and added up.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/loops/parallel_for.h>

#include <iterator>
#include <source_location>
#include <span>
#include <type_traits>
#include <vector>

namespace arcas::inline v0 {

// An array, and how its elements are combined.
template <class T, monoid M>
struct elementwise_target {
  std::span<T> all;
  M m;
};

// The elements of a std::vector, std::span, std::array or plain array; by sums, or by m, whose order
// must not matter.
template <class R, class T = std::remove_reference_t<decltype(*std::data(std::declval<R&>()))>,
          monoid M = plus<T>>
elementwise_target<T, M> elementwise(R&& array, M m = M()) {
  static_assert(is_commutative<M>,
                "arcas: the workers' arrays are combined in any order, so the operation must be "
                "commutative, and say so: static constexpr bool commutative = true");
  return {{std::data(array), std::size(array)}, m};
}

// body(i, own): own is a std::span<T> of identities at first, of the size of the target.
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
