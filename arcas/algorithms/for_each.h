// SPDX-License-Identifier: Apache-2.0
// Loops over the elements of ranges: for_each, transform, copy, fill, reverse. The contract
// (threads, visibility, exceptions, cost) is that of parallel_for; elements.h has the forms of a
// call. An output must have room for the results; transform and copy return the iterator behind
// them.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/loops/parallel_for.h>

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// Ranges whose r[i] returns a value, or an object that stands for an element; not for a bit, since
// bits share words.
template <class R>
concept element_values = elements<R> && (!std::same_as<element_of<R>, bool> ||
                                         std::same_as<std::remove_cvref_t<reference_of<R>>, bool>);

// Ranges in which several workers can read elements, and write different ones, at the same time.
template <class R>
concept separate_elements = element_places<R> || element_values<R>;

// Calls f(r[i]) for each element, which f may change.
template <separate_elements R, detail::called_with<reference_of<R>> F>
void for_each(R&& r, F&& f, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(f);
  detail::checked_call<decltype(call), reference_of<R>>();
  parallel_for(
      std::size_t{0}, std::size_t{std::size(r)},
      [&](std::size_t i) { call(detail::element_at(r, i)); }, options, where);
}

template <detail::indexed_iterator I, detail::called_with<std::iter_reference_t<I>> F>
  requires separate_elements<detail::between<I>>
void for_each(I first, I last, F f, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  arcas::for_each(detail::range_of(first, last), f, options, where);
}

// The same as for_each(r, f), for loops such as parallel_for(std::views::iota(0, n), f).
template <separate_elements R, detail::called_with<reference_of<R>> F>
void parallel_for(R&& r, F&& f, const loop_options& options = {},
                  const std::source_location& where = std::source_location::current()) {
  arcas::for_each(r, f, options, where);
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
  detail::checked_call<F, reference>();
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

// out[i] = f(in[i]). `out` may be `in`.
template <elements In, output_places Out, element_mapping<In> F>
  requires detail::writes_into<detail::mapped_from<F, In>, Out>
auto transform(const In& in, Out&& out, F&& f, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(in);
  assert(detail::has_room(out, n) && "no room for the results");
  auto&& call = detail::function_of(f);
  auto&& to = detail::places_of(out);
  parallel_for(
      std::size_t{0}, n, [&](std::size_t i) { to[i] = call(detail::element_at(in, i)); }, options,
      where);
  return detail::iterator_at(out, n);
}

template <detail::indexed_iterator I, output_places Out, element_mapping<detail::between<I>> F>
  requires detail::writes_into<detail::mapped_from<F, detail::between<I>>, Out>
auto transform(I first, I last, Out&& out, F f, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  return arcas::transform(detail::range_of(first, last), out, f, options, where);
}

// out[i] = f(a[i], b[i]) for each element of a; b has at least as many. `out` may be a or b.
template <elements A, elements B, output_places Out, element_mapping<A, B> F>
  requires detail::writes_into<detail::mapped_from<F, A, B>, Out>
auto transform(const A& a, const B& b, Out&& out, F&& f, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(a);
  assert(std::size(b) >= n && detail::has_room(out, n) && "the ranges differ in size");
  auto&& call = detail::function_of(f);
  auto&& to = detail::places_of(out);
  parallel_for(
      std::size_t{0}, n,
      [&](std::size_t i) { to[i] = call(detail::element_at(a, i), detail::element_at(b, i)); },
      options, where);
  return detail::iterator_at(out, n);
}

template <detail::indexed_iterator I, detail::indexed_iterator J, output_places Out,
          element_mapping<detail::between<I>, detail::between<J>> F>
  requires detail::writes_into<detail::mapped_from<F, detail::between<I>, detail::between<J>>, Out>
auto transform(I first, I last, J second, Out&& out, F f, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  const detail::between<J> others(second, second + (last - first));
  return arcas::transform(detail::range_of(first, last), others, out, f, options, where);
}

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// The address of the first element if the elements are contiguous, else r. A loop that has the
// address in a local variable need not read it again after each write, which might have changed r
// as far as the compiler knows.
template <class R>
decltype(auto) by_address(R& r) {
  if constexpr (requires { std::data(r)[0]; }) {
    return std::data(r);
  } else {
    return (r);
  }
}

// to[i] = in[i] for each i of [begin, end).
template <class In, class Places>
void copy_part(const In& in, Places& to, std::size_t begin, std::size_t end) {
  using T = element_of<In>;
  auto&& from = by_address(in);
  auto&& at = by_address(to);
  if constexpr (std::is_trivially_copyable_v<T> && std::convertible_to<decltype(from), const T*> &&
                std::same_as<decltype(at), T*&&>) {
    std::memmove(at + begin, from + begin, (end - begin) * sizeof(T));
  } else {
    for (std::size_t i = begin; i != end; ++i) at[i] = element_at(from, i);
  }
}

// r[i] = value for each i of [begin, end). Held: a reference, or the type of a local copy.
template <class Held, class R>
void fill_part(R& r, std::size_t begin, std::size_t end, Held value) {
  auto&& at = by_address(r);
  for (std::size_t i = begin; i != end; ++i) at[i] = value;
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// out[i] = in[i]. `out` must share no element with `in`.
template <elements In, output_places Out>
  requires detail::writes_into<reference_of<const In>, Out>
auto copy(const In& in, Out&& out, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(in);
  assert(detail::has_room(out, n) && "no room for the results");
  auto&& to = detail::places_of(out);
  parallel_for(
      std::size_t{0}, n,
      [&](std::size_t begin, std::size_t end) { detail::copy_part(in, to, begin, end); }, options,
      where);
  return detail::iterator_at(out, n);
}

template <detail::indexed_iterator I, output_places Out>
  requires detail::writes_into<std::iter_reference_t<I>, Out>
auto copy(I first, I last, Out&& out, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  return arcas::copy(detail::range_of(first, last), out, options, where);
}

// r[i] = value. `value` may be one of the elements: values that are trivially copyable are copied.
template <element_places R, class T>
  requires std::assignable_from<reference_of<R>, const T&>
void fill(R&& r, const T& value, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  using held = std::conditional_t<std::is_trivially_copyable_v<T> && std::copy_constructible<T>,
                                  const T, const T&>;
  const held given = value;
  parallel_for(
      std::size_t{0}, std::size_t{std::size(r)},
      [&](std::size_t begin, std::size_t end) { detail::fill_part<held>(r, begin, end, given); },
      options, where);
}

template <detail::place_iterator I, class T>
  requires std::assignable_from<std::iter_reference_t<I>, const T&>
void fill(I first, I last, const T& value, const loop_options& options = {},
          const std::source_location& where = std::source_location::current()) {
  arcas::fill(detail::range_of(first, last), value, options, where);
}

// Exchanges the first element with the last, the second with the last but one, and so on.
template <element_places R>
  requires std::swappable<std::remove_reference_t<reference_of<R>>>
void reverse(R&& r, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  const std::size_t n = std::size(r);
  parallel_for(
      std::size_t{0}, n / 2, [&](std::size_t i) { std::ranges::swap(r[i], r[n - 1 - i]); }, options,
      where);
}

template <detail::place_iterator I>
  requires std::swappable<std::remove_reference_t<std::iter_reference_t<I>>>
void reverse(I first, I last, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  arcas::reverse(detail::range_of(first, last), options, where);
}

// Chosen for calls that fit no form above.
template <class... More>
ARCAS_WRONG(
    "write for_each(r, f) or for_each(first, last, f), also with options {.grain = n}; r has r[i] "
    "and a size, or the iterators have random access (no std::list, std::set or filtered view, no "
    "elements of a std::vector<bool>); f can be called with an element")
void for_each(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write transform(in, out, f), transform(a, b, out, f), transform(first, last, out, f) or "
    "transform(first, last, second, out, f), also with options {.grain = n}; inputs have r[i] and "
    "a size, or iterators with random access (no std::list, std::set or filtered view); `out` has "
    "places for all results (no inserter, no std::vector<bool>); f returns a value")
void transform(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write copy(in, out) or copy(first, last, out), also with options {.grain = n}; inputs have "
    "r[i] and a size, or iterators with random access (no std::list, std::set or filtered view); "
    "`out` has places for all elements (no inserter, no std::vector<bool>)")
void copy(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write fill(r, value) or fill(first, last, value), also with options {.grain = n}; the "
    "elements are variables of their own (no std::list, no std::vector<bool>, nothing const)")
void fill(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write reverse(r) or reverse(first, last), also with options {.grain = n}; the elements are "
    "variables of their own (no std::list, no std::vector<bool>, nothing const)")
void reverse(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
