// SPDX-License-Identifier: Apache-2.0
// Loops over the elements of ranges. The contract (threads, visibility, exceptions, cost) is that
// of parallel_for.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/loops/parallel_for.h>

#include <cassert>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <source_location>

namespace arcas::inline v0 {

// Ranges whose r[i] returns a value.
template <class R>
concept element_values =
    elements<R> && std::same_as<std::remove_cvref_t<reference_of<R>>, element_of<R>>;

// Ranges in which several workers can read elements, and write different ones, at the same time.
template <class R>
concept separate_elements = element_places<R> || element_values<R>;

namespace detail {

// r[i] for an unsigned i, also if the index of r is signed, as in std::views.
template <elements R>
decltype(auto) element_at(R& r, std::size_t i) {
  if constexpr (
      std::is_class_v<std::remove_cv_t<R>> && !requires { typename R::size_type; } &&
      requires { r.begin() - r.begin(); }) {
    return r[static_cast<decltype(r.begin() - r.begin())>(i)];
  } else {
    return r[i];
  }
}

}  // namespace detail

// Calls f(r[i]) for each element, which f may change.
template <separate_elements R, index_body<reference_of<R>> F>
void for_each(R&& r, F&& f, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  parallel_for(
      std::size_t{0}, std::size_t{std::size(r)},
      [&](std::size_t i) { f(detail::element_at(r, i)); }, options, where);
}

// The same as for_each(r, f), for loops such as parallel_for(std::views::iota(0, n), f).
template <separate_elements R, index_body<reference_of<R>> F>
void parallel_for(R&& r, F&& f, const loop_options& options = {},
                  const std::source_location& where = std::source_location::current()) {
  for_each(r, f, options, where);
}

// Calls f(*i) for each iterator i of [first, last). Each worker accesses its elements as first[k].
template <std::random_access_iterator Iterator, index_body<std::iter_reference_t<Iterator>> F>
void parallel_for(Iterator first, Iterator last, F&& f, const loop_options& options = {},
                  const std::source_location& where = std::source_location::current()) {
  using reference = std::iter_reference_t<Iterator>;
  static_assert(
      std::is_reference_v<reference> || std::same_as<reference, std::iter_value_t<Iterator>>,
      "arcas: elements that share words, such as those of std::vector<bool>, cannot be changed by "
      "several workers at the same time");
  using difference = std::iter_difference_t<Iterator>;
  parallel_for(difference{0}, last - first, [&](difference i) { f(first[i]); }, options, where);
}

// Chosen for a range without r[i] or without a size, to refuse it with the sentence below.
template <class R, class F>
  requires(!elements<R> && requires(R& r) { std::begin(r) == std::end(r); })
void parallel_for(R&&, F&&, const loop_options& = no_options) {
  static_assert(
      detail::never<F>,
      "arcas: this range has no random access or no size (a filtered view, a list): copy its "
      "elements into a std::vector first, or select them by arcas::filter");
}

// out[i] = f(in[i]). `out` must have at least the size of `in`, and may be `in`.
template <elements In, element_places Out, element_function<In> F>
void transform(const In& in, Out&& out, F&& f, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  assert(std::size(out) >= std::size(in) && "no room for the results");
  parallel_for(
      std::size_t{0}, std::size_t{std::size(in)}, [&](std::size_t i) { out[i] = f(in[i]); },
      options, where);
}

}  // namespace arcas::inline v0
