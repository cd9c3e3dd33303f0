// SPDX-License-Identifier: Apache-2.0
// Sorting. `before(a, b)` must be a strict weak order; < is such an order for numbers without NaN.
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
//            two passes for each eight bits that differ. Up to some thousand elements are sorted by
//            the calling thread alone
//
// The method is a sample sort. It sorts a bucket of plain elements of at most 64 bytes by merging
// without branches (sample_sort.h), and a bucket of other elements by the standard library's serial
// sorts. Integers by < are sorted digit by digit (radix_sort.h).
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/radix_sort.h>
#include <arcas/algorithms/sample_sort.h>
#include <arcas/algorithms/search.h>
#include <arcas/loops/parallel_for.h>
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
concept sortable = element_places<R> && requires(R& r) { std::data(r) + std::size(r); };

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
    const sort_scratch<T> scratch(n);
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
void sort(R&& r, const Before& before = {}, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  detail::sort_elements<detail::equal_elements::any_order>(std::data(r), std::size(r), before,
                                                           options, where);
}

template <sortable R, class Before = less_than>
void stable_sort(R&& r, const Before& before = {}, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  detail::sort_elements<detail::equal_elements::keep_order>(std::data(r), std::size(r), before,
                                                            options, where);
}

}  // namespace arcas::inline v0
