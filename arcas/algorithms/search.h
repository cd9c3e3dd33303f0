// SPDX-License-Identifier: Apache-2.0
// Questions about the elements of a range: how many satisfy a condition, does one, where is the
// first one, are they in order, are two ranges equal? reduce.h has min_element and max_element,
// elements.h has the forms of a call.
//
//   threads  those of parallel_for. find, find_if, any_of, all_of, none_of, is_sorted and equal:
//            the calling thread alone, if the answer is within the first few hundred elements
//   after    everything that the conditions did happens before the call returns
//   throws   the exceptions of parallel_for and of conditions. A loop that is stopped returns the
//            result of the elements that it has visited
//   cost     that of parallel_for. A search ends some hundred elements after the first one that is
//            found, in each worker
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/loops/called_loop.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

enum class found_place { first, any };

// The first i of [0, n) with is(i), or any of them; n if there is none. Each worker looks whether
// another one has found an element, once for some hundred elements.
template <found_place Which, class Is>
std::size_t find_place(std::size_t n, const Is& is, const loop_options& options,
                       const std::source_location& where) {
  constexpr std::size_t looked_at_once = 256;
  // The caller alone looks at the first elements, so that a search that ends there needs no loop.
  const std::size_t alone = options.stop ? 0 : n < looked_at_once ? n : looked_at_once;
  for (std::size_t k = 0; k != alone; ++k)
    if (is(k)) return k;
  std::atomic<std::size_t> found{n};
  const auto look = [&](std::size_t begin, std::size_t end) {
    begin += alone;
    end += alone;
    while (begin != end) {
      // relaxed: a hint to save work.
      const std::size_t known = found.load(std::memory_order_relaxed);
      if (Which == found_place::any ? known != n : known <= begin) return;
      const std::size_t next = end - begin < looked_at_once ? end : begin + looked_at_once;
      for (; begin != next; ++begin) {
        if (!is(begin)) continue;
        // relaxed: the end of the loop publishes the position.
        std::size_t least = found.load(std::memory_order_relaxed);
        while (begin < least &&
               !found.compare_exchange_weak(least, begin, std::memory_order_relaxed)) {
        }
        return;
      }
    }
  };
  called_for(n - alone, look, options, where);
  // relaxed: the end of the loop has published it.
  return found.load(std::memory_order_relaxed);
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The number of elements e with keep(e).
template <elements R, element_function<R> Keep>
std::size_t count_if(const R& r, Keep&& keep, const loop_options& options = {},
                     const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(keep);
  return parallel_reduce(
      std::size_t{0}, std::size_t{std::size(r)}, plus<std::size_t>{},
      [&](std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        for (std::size_t i = begin; i != end; ++i)
          count += static_cast<std::size_t>(bool(call(detail::element_at(r, i))));
        return count;
      },
      options, where);
}

template <detail::indexed_iterator I, element_function<detail::between<I>> Keep>
auto count_if(I first, I last, Keep keep, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  return static_cast<std::iter_difference_t<I>>(
      arcas::count_if(detail::range_of(first, last), keep, options, where));
}

// The number of elements that equal value.
template <elements R, detail::equals_element_of<R> T>
std::size_t count(const R& r, const T& value, const loop_options& options = {},
                  const std::source_location& where = std::source_location::current()) {
  const auto is_value = [&](const auto& e) { return detail::equal_to()(e, value); };
  return arcas::count_if(r, is_value, options, where);
}

template <detail::indexed_iterator I, detail::equals_element_of<detail::between<I>> T>
auto count(I first, I last, const T& value, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  return static_cast<std::iter_difference_t<I>>(
      arcas::count(detail::range_of(first, last), value, options, where));
}

// The iterator to the first element e with is(e), or the end; for a range without iterators, its
// position or size.
template <elements R, element_function<R> Is>
  requires lasting<R>
auto find_if(R&& r, Is&& is, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  const auto at = [&](std::size_t k) {
    return bool(call(detail::element_at(std::as_const(r), k)));
  };
  return detail::iterator_at(
      r, detail::find_place<detail::found_place::first>(std::size(r), at, options, where));
}

template <detail::indexed_iterator I, element_function<detail::between<I>> Is>
I find_if(I first, I last, Is is, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::find_if(r, is, options, where);
}

// The iterator to the first element that equals value, or the end.
template <elements R, detail::equals_element_of<R> T>
  requires lasting<R>
auto find(R&& r, const T& value, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  const auto is_value = [&](const auto& e) { return detail::equal_to()(e, value); };
  return arcas::find_if(std::forward<R>(r), is_value, options, where);
}

template <detail::indexed_iterator I, detail::equals_element_of<detail::between<I>> T>
I find(I first, I last, const T& value, const loop_options& options = {},
       const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::find(r, value, options, where);
}

// Is is(e) true for an element, for all, for none?
template <elements R, element_function<R> Is>
bool any_of(const R& r, Is&& is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  const std::size_t n = std::size(r);
  const auto at = [&](std::size_t k) { return bool(call(detail::element_at(r, k))); };
  return detail::find_place<detail::found_place::any>(n, at, options, where) != n;
}

template <elements R, element_function<R> Is>
bool all_of(const R& r, Is&& is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  return !arcas::any_of(r, [&](const auto& e) { return !call(e); }, options, where);
}

template <elements R, element_function<R> Is>
bool none_of(const R& r, Is&& is, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return !arcas::any_of(r, is, options, where);
}

template <detail::indexed_iterator I, element_function<detail::between<I>> Is>
bool any_of(I first, I last, Is is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::any_of(detail::range_of(first, last), is, options, where);
}

template <detail::indexed_iterator I, element_function<detail::between<I>> Is>
bool all_of(I first, I last, Is is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::all_of(detail::range_of(first, last), is, options, where);
}

template <detail::indexed_iterator I, element_function<detail::between<I>> Is>
bool none_of(I first, I last, Is is, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return arcas::none_of(detail::range_of(first, last), is, options, where);
}

// Whether each element is equal to the one before it or comes after it.
template <elements R, class Before = less_than>
  requires element_order<const Before, R>
bool is_sorted(const R& r, const Before& before = {}, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(r);
  const std::size_t pairs = n == 0 ? 0 : n - 1;
  const auto is_less = [&](std::size_t k) {
    return bool(before(detail::element_at(r, k + 1), detail::element_at(r, k)));
  };
  return detail::find_place<detail::found_place::any>(pairs, is_less, options, where) == pairs;
}

template <detail::indexed_iterator I, element_order<detail::between<I>> Before = less_than>
bool is_sorted(I first, I last, Before before = {}, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  return arcas::is_sorted(detail::range_of(first, last), before, options, where);
}

// Do two ranges have the same size and, pair by pair, equal elements?
template <elements A, elements B>
  requires detail::equals_element_of<element_of<B>, A>
bool equal(const A& a, const B& b, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(a);
  if (std::size(b) != n) return false;
  const auto differs = [&](std::size_t k) {
    return !detail::equal_to()(detail::element_at(a, k), detail::element_at(b, k));
  };
  return detail::find_place<detail::found_place::any>(n, differs, options, where) == n;
}

template <detail::indexed_iterator I, detail::indexed_iterator J>
  requires detail::equals_element_of<std::iter_value_t<J>, detail::between<I>>
bool equal(I first, I last, J second, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  const detail::between<J> others(second, second + (last - first));
  return arcas::equal(detail::range_of(first, last), others, options, where);
}

// Chosen for calls that fit no form above.
template <class... More>
__attribute__((unavailable(
    "arcas: write count_if(r, f) or count_if(first, last, f), also with "
    "options {.grain = n}; r has r[i] and a size (no std::list); f(e) returns bool"))) void
count_if(detail::unfit_range, const More&...);

template <class... More>
__attribute__((
    unavailable("arcas: write count(r, value) or count(first, last, value), also with "
                "options {.grain = n}; r has r[i] and a size (no std::list)"))) void
count(detail::unfit_range, const More&...);

template <class... More>
__attribute__((
    unavailable("arcas: write find_if(r, f) or find_if(first, last, f), also with "
                "options {.grain = n}; r is a variable with r[i] and a size (no std::list)"))) void
find_if(detail::unfit_range, const More&...);

template <class... More>
__attribute__((
    unavailable("arcas: write find(r, value) or find(first, last, value), also with "
                "options {.grain = n}; r is a variable with r[i] and a size (no std::list)"))) void
find(detail::unfit_range, const More&...);

template <class... More>
__attribute__((unavailable(
    "arcas: write any_of(r, f) or any_of(first, last, f), also with "
    "options {.grain = n}; r has r[i] and a size (no std::list); f(e) returns bool"))) void
any_of(detail::unfit_range, const More&...);

template <class... More>
__attribute__((unavailable(
    "arcas: write all_of(r, f) or all_of(first, last, f), also with "
    "options {.grain = n}; r has r[i] and a size (no std::list); f(e) returns bool"))) void
all_of(detail::unfit_range, const More&...);

template <class... More>
__attribute__((unavailable(
    "arcas: write none_of(r, f) or none_of(first, last, f), also with "
    "options {.grain = n}; r has r[i] and a size (no std::list); f(e) returns bool"))) void
none_of(detail::unfit_range, const More&...);

template <class... More>
__attribute__((unavailable(
    "arcas: write is_sorted(r, before) or is_sorted(first, last, before), also with "
    "options {.grain = n}; r has r[i] and a size (no std::list); before(a, b) returns bool"))) void
is_sorted(detail::unfit_range, const More&...);

template <class... More>
__attribute__((
    unavailable("arcas: write equal(a, b) or equal(first, last, second), also with "
                "options {.grain = n}; the ranges have r[i] and a size (no std::list), and "
                "elements a == b"))) void
equal(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
