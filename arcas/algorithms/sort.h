// SPDX-License-Identifier: Apache-2.0
// Sorting. `before(a, b)` must be a strict weak order; < is such an order for numbers without NaN.
// elements.h has the forms of a call.
//
//   what     sort and stable_sort put the elements in order; stable_sort keeps the order of equal
//            elements. Moving an element must not throw
//   threads  like parallel_for
//   after    the elements are in order when the call returns
//   throws   the exceptions of parallel_for and of comparisons. The elements are then valid but not
//            in order; of trivially copyable elements some may be duplicated and others lost. A
//            loop that is stopped leaves all elements, in some order
//   cost     about n log n comparisons, four loops, and memory for a second copy and two bytes for
//            each element. Integers by <: three passes over memory, then sorts of parts in a core's
//            cache, and memory for a second copy; if these parts would have very different sizes,
//            two passes for each eight bits that differ. Up to a few thousand elements are sorted
//            by the calling thread alone
//
// The method is a sample sort. It sorts a bucket of plain elements of at most 64 bytes by merging
// without branches (sample_sort.h), and a bucket of other elements by the standard library's serial
// sorts. Integers by < are sorted digit by digit (radix_sort.h).
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/radix_sort.h>
#include <arcas/algorithms/sample_sort.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/memory/memory_block.h>
#include <arcas/runtime/runtime.h>

#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <source_location>
#include <type_traits>

namespace arcas::inline v0 {

// Ranges whose elements are contiguous and can be moved.
template <class R>
concept sortable =
    element_places<R> && !std::is_const_v<std::remove_reference_t<reference_of<R>>> &&
    requires(R& r) { std::data(r) + std::size(r); };

namespace detail {

template <class Before, class T>
concept ascending = std::same_as<Before, less_than> || std::same_as<Before, std::less<>> ||
                    std::same_as<Before, std::less<T>> || std::same_as<Before, std::ranges::less>;

template <equal_elements Order, class T, class Before>
void sort_elements(T* at, std::size_t n, const Before& before, const loop_options& options,
                   const std::source_location& where) {
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>,
                "elements that are sorted must be movable without an exception");
  using sorter = sample_sort<Order, T, Before>;
  if (n < sorter::worth_loops) {
    const scratch_memory<T> scratch(n);
    sort_alone<Order>(at, n, scratch.get(), before);
    return;
  }
  const unsigned workers = runtime_of(options).workers();
  if constexpr (has_digits<T> && ascending<Before, T>) {
    radix_sort<T>(at, n, workers, options, where).run();
  } else {
    sorter(at, n, workers, before).run(options, where);
  }
}

}  // namespace detail

// sort(x); sort(people, [](const person& a, const person& b) { return a.age < b.age; });
template <sortable R, class Before = less_than>
  requires element_order<const Before, R>
void sort(R&& r, const Before& before = {}, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  detail::sort_elements<detail::equal_elements::any_order>(std::data(r), std::size(r), before,
                                                           options, where);
}

template <sortable R, class Before = less_than>
  requires element_order<const Before, R>
void stable_sort(R&& r, const Before& before = {}, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  detail::sort_elements<detail::equal_elements::keep_order>(std::data(r), std::size(r), before,
                                                            options, where);
}

// sort(people, {}, &person::age): elements are compared by key(e).
template <sortable R, class Before = less_than, class Key>
  requires element_key<Key, R, const Before>
void sort(R&& r, const Before& before, Key key, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  arcas::sort(r, detail::by_key(before, key), options, where);
}

template <sortable R, class Before = less_than, class Key>
  requires element_key<Key, R, const Before>
void stable_sort(R&& r, const Before& before, Key key, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  arcas::stable_sort(r, detail::by_key(before, key), options, where);
}

// sort(x.begin(), x.end()).
template <std::contiguous_iterator I, class Before = less_than>
  requires sortable<detail::between<I>> && element_order<const Before, detail::between<I>>
void sort(I first, I last, Before before = {}, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  arcas::sort(detail::range_of(first, last), before, options, where);
}

template <std::contiguous_iterator I, class Before = less_than>
  requires sortable<detail::between<I>> && element_order<const Before, detail::between<I>>
void stable_sort(I first, I last, Before before = {}, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  arcas::stable_sort(detail::range_of(first, last), before, options, where);
}

// Chosen for calls that fit no form above.
template <class... More>
ARCAS_WRONG(
    "write sort(r), sort(r, before), sort(r, before, key) or sort(first, last, before), also with "
    "options {.grain = n}; the elements are contiguous and not const (no std::list, std::deque, "
    "std::set, reverse iterators or std::vector<bool>: copy them into a std::vector); before(a, b) "
    "takes const elements and returns bool")
void sort(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write stable_sort(r), stable_sort(r, before), stable_sort(r, before, key) or "
    "stable_sort(first, last, before), also with options {.grain = n}; the elements are contiguous "
    "and not const (no std::list, std::deque, std::set, reverse iterators or std::vector<bool>: "
    "copy them into a std::vector); before(a, b) takes const elements and returns bool")
void stable_sort(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
