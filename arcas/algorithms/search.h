// SPDX-License-Identifier: Apache-2.0
// How many elements satisfy a condition, and where is the least or greatest one? Threads,
// visibility, exceptions and cost are those of parallel_reduce. A loop that is stopped returns the
// result of the elements that it has visited.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/reduce.h>

#include <cstddef>
#include <source_location>

namespace arcas::inline v0 {

// The number of elements e with keep(e).
template <elements R, element_function<R> Keep>
std::size_t count_if(const R& r, Keep&& keep, const loop_options& options = {},
                     const std::source_location& where = std::source_location::current()) {
  return parallel_reduce(
      std::size_t{0}, std::size_t{std::size(r)}, plus<std::size_t>{},
      [&](std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        for (std::size_t i = begin; i != end; ++i) count += keep(r[i]) ? 1 : 0;
        return count;
      },
      options, where);
}

namespace detail {

// A monoid of positions. Of two positions it chooses the one whose element comes first by `before`;
// if the elements are equal, the lower position. std::size(r) stands for no element.
template <class R, class Before>
struct first_position {
  static constexpr bool commutative = true;
  using value_type = std::size_t;

  value_type identity() const { return std::size(r); }
  value_type operator()(value_type a, value_type b) const {
    if (a == identity() || b == identity()) return a < b ? a : b;
    if (before(r[a], r[b])) return a;
    if (before(r[b], r[a])) return b;
    return a < b ? a : b;
  }

  const R& r;
  const Before& before;
};

}  // namespace detail

struct less_than {
  template <class T>
  constexpr bool operator()(const T& a, const T& b) const {
    return a < b;
  }
};

// The position of the least element, the first of equal ones; std::size(r) if the range is empty.
template <elements R, class Before = less_than>
std::size_t min_element(const R& r, const Before& before = {}, const loop_options& options = {},
                        const std::source_location& where = std::source_location::current()) {
  return parallel_reduce(
      std::size_t{0}, std::size_t{std::size(r)}, detail::first_position<R, Before>{r, before},
      [&](std::size_t begin, std::size_t end) {
        std::size_t least = begin;
        for (std::size_t i = begin + 1; i != end; ++i) {
          if (before(r[i], r[least])) least = i;
        }
        return least;
      },
      options, where);
}

// The position of the greatest element, the first of equal ones; std::size(r) if the range is
// empty.
template <elements R, class Before = less_than>
std::size_t max_element(const R& r, const Before& before = {}, const loop_options& options = {},
                        const std::source_location& where = std::source_location::current()) {
  return min_element(r, [&](const auto& a, const auto& b) { return before(b, a); }, options, where);
}

}  // namespace arcas::inline v0
