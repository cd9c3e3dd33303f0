// SPDX-License-Identifier: Apache-2.0
// Questions about the elements of a range: how many satisfy a condition, does one, where is the
// first one, are they in order, are two ranges equal? reduce.h has min_element and max_element,
// elements.h has the forms of a call.
//
//   threads  those of parallel_for. find, find_if, any_of, all_of, none_of, is_sorted and equal
//            begin on the calling thread alone: it looks at up to 256 elements, until it has taken
//            the time that a loop costs. With a grain or a stop token they begin as loops
//   after    everything that the conditions did happens before the call returns
//   throws   the exceptions of parallel_for and of conditions. A loop that is stopped returns the
//            result of the elements that it has visited
//   cost     that of parallel_for. When a worker has found an element, every other worker looks at
//            up to 32 more elements, and at no more than options.grain
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/base/processor.h>
#include <arcas/loops/called_loop.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

enum class found_place { first, any };

// The number of elements after which a worker reads the clock, or looks whether another worker has
// found an element.
inline constexpr std::size_t looked_at_once = 32;
// The calling thread looks alone at up to looked_at_alone elements, and stops after cycles_alone
// cycles: a loop pays only if it saves more (first_part in prefix_blocks.h).
inline constexpr std::size_t looked_at_alone = 256;
inline constexpr std::uint64_t cycles_alone = 6'000;

struct first_look {
  std::size_t end;  // all elements before it were looked at
  bool found;       // the element at `end` is one
};

// Looks at the elements from 0 on, in growing steps, until one is found or a loop would pay.
template <class Is>
first_look look_alone(std::size_t n, const Is& is) {
  const std::uint64_t start = cycles();
  const std::size_t end = n < looked_at_alone ? n : looked_at_alone;
  std::size_t k = 0;
  for (std::size_t step = 1; k != end;) {
    const std::size_t next = end - k < step ? end : k + step;
    for (; k != next; ++k)
      if (is(k)) return {k, true};
    if (cycles() - start >= cycles_alone) break;
    if (step != looked_at_once) step *= 2;
  }
  return {k, false};
}

// The first i of [0, n) with is(i), or any of them; n if there is none.
template <found_place Which, class Is>
std::size_t find_place(std::size_t n, const Is& is, const loop_options& options,
                       const std::source_location& where) {
  first_look begun{0, false};
  if (!options.stop && options.grain == 0) begun = look_alone(n, is);
  const std::size_t alone = begun.end;
  if (begun.found || alone == n) return alone;
  const std::size_t at_once =
      options.grain == 0 || options.grain > looked_at_once ? looked_at_once : options.grain;
  std::atomic<std::size_t> found{n};
  const auto look = [&](std::size_t begin, std::size_t end) {
    begin += alone;
    end += alone;
    while (begin != end) {
      // relaxed: a hint to save work.
      const std::size_t known = found.load(std::memory_order_relaxed);
      if (Which == found_place::any ? known != n : known <= begin) return;
      const std::size_t next = end - begin < at_once ? end : begin + at_once;
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
template <elements R, element_predicate<R> Keep>
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

template <detail::indexed_iterator I, element_predicate<detail::between<I>> Keep>
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
template <elements R, element_predicate<R> Is>
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

template <detail::indexed_iterator I, element_predicate<detail::between<I>> Is>
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
template <elements R, element_predicate<R> Is>
bool any_of(const R& r, Is&& is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  const std::size_t n = std::size(r);
  const auto at = [&](std::size_t k) { return bool(call(detail::element_at(r, k))); };
  return detail::find_place<detail::found_place::any>(n, at, options, where) != n;
}

template <elements R, element_predicate<R> Is>
bool all_of(const R& r, Is&& is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  return !arcas::any_of(r, [&](const auto& e) { return !call(e); }, options, where);
}

template <elements R, element_predicate<R> Is>
bool none_of(const R& r, Is&& is, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return !arcas::any_of(r, is, options, where);
}

template <detail::indexed_iterator I, element_predicate<detail::between<I>> Is>
bool any_of(I first, I last, Is is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::any_of(detail::range_of(first, last), is, options, where);
}

template <detail::indexed_iterator I, element_predicate<detail::between<I>> Is>
bool all_of(I first, I last, Is is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::all_of(detail::range_of(first, last), is, options, where);
}

template <detail::indexed_iterator I, element_predicate<detail::between<I>> Is>
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

// Do two ranges have the same size and, pair by pair, elements x of a and y of b with same(x, y)?
template <elements A, elements B, class Same>
  requires detail::answers<Same, const element_of<A>&, const element_of<B>&>
bool equal(const A& a, const B& b, Same&& same, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(a);
  if (std::size(b) != n) return false;
  auto&& call = detail::function_of(same);
  const auto differs = [&](std::size_t k) {
    return !bool(call(detail::element_at(a, k), detail::element_at(b, k)));
  };
  return detail::find_place<detail::found_place::any>(n, differs, options, where) == n;
}

// Do two ranges have the same size and, pair by pair, equal elements?
template <elements A, elements B>
  requires detail::equals_element_of<element_of<B>, A>
bool equal(const A& a, const B& b, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  return arcas::equal(a, b, detail::equal_to(), options, where);
}

// Compares [first, last) with as many elements from `second` on, or with [second, second_last).
template <detail::indexed_iterator I, detail::indexed_iterator J>
  requires detail::equals_element_of<element_of<detail::between<J>>, detail::between<I>>
bool equal(I first, I last, J second, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  return arcas::equal(detail::range_of(first, last),
                      detail::range_of(second, second + (last - first)), options, where);
}

template <detail::indexed_iterator I, detail::indexed_iterator J>
  requires detail::equals_element_of<element_of<detail::between<J>>, detail::between<I>>
bool equal(I first, I last, J second, J second_last, const loop_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  return arcas::equal(detail::range_of(first, last), detail::range_of(second, second_last), options,
                      where);
}

// Chosen for calls that fit no form above.
template <class... More>
ARCAS_WRONG(
    "write count_if(r, f) or count_if(first, last, f), also with options {.grain = n}; r has r[i] "
    "and a size (no std::list); f(e) returns bool")
void count_if(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write count(r, value) or count(first, last, value), also with options {.grain = n}; r has "
    "r[i] and a size (no std::list)")
void count(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write find_if(r, f) or find_if(first, last, f), also with options {.grain = n}; r is a "
    "variable with r[i] and a size (no std::list)")
void find_if(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write find(r, value) or find(first, last, value), also with options {.grain = n}; r is a "
    "variable with r[i] and a size (no std::list)")
void find(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write any_of(r, f) or any_of(first, last, f), also with options {.grain = n}; r has r[i] and "
    "a size (no std::list); f(e) returns bool")
void any_of(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write all_of(r, f) or all_of(first, last, f), also with options {.grain = n}; r has r[i] and "
    "a size (no std::list); f(e) returns bool")
void all_of(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write none_of(r, f) or none_of(first, last, f), also with options {.grain = n}; r has r[i] "
    "and a size (no std::list); f(e) returns bool")
void none_of(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write is_sorted(r, before) or is_sorted(first, last, before), also with options {.grain = n}; "
    "r has r[i] and a size (no std::list); before(a, b) takes const elements and returns bool")
void is_sorted(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write equal(a, b), equal(a, b, same), equal(first, last, second) or equal(first, last, "
    "second, second_last), also with options {.grain = n}; the ranges have r[i] and a size (no "
    "std::list), and elements a == b, or same(x, y) returns bool")
void equal(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
