// SPDX-License-Identifier: Apache-2.0
// Selections of elements in their order. pack, filter and copy_if write the selected elements one
// after the other; remove, remove_if, unique and partition move them to the front of their range,
// and return the iterator behind them. elements.h has the forms of a call.
//
//   threads  the calling thread alone, if it is done before a loop would have begun; otherwise
//            those of parallel_for
//   after    everything is written when the call returns
//   throws   the exceptions of parallel_for and of the caller's functions; the results are then
//            partly written. If the loop is stopped, the returned count is meaningless. remove and
//            the like have moved nothing if a condition throws, if memory is refused, or if a stop
//            is requested (the end is returned). Moving an element must not throw
//   cost     the condition is evaluated once for each element. If one worker is alone, one pass;
//            otherwise one loop, and memory of one bit for each element. remove and the like: three
//            loops, and memory for the elements that move. options.grain: elements in a block
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/selection.h>
#include <arcas/loops/options.h>

#include <cassert>
#include <cstddef>
#include <iterator>
#include <source_location>
#include <utility>
#include <vector>

namespace arcas::inline v0 {

// Calls put(position, i) for each i of [first, last) with keep(i). Positions count from 0, in the
// order of the indices. Returns the number of these i.
//   pack(0, n, [&](int v) { return degree[v] > 9; }, [&](std::size_t at, int v) { hubs[at] = v; });
template <loop_index A, loop_index B, index_body<index_between<A, B>> Keep, class Put>
std::size_t pack(A first, B last, Keep&& keep, Put&& put, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  const I from = static_cast<I>(first);
  return detail::pack_of(
      iterations(from, static_cast<I>(last)),
      [&](std::size_t k) { return static_cast<bool>(keep(index_of(from, k))); },
      [&](std::size_t at, std::size_t k) { put(at, index_of(from, k)); }, options, where);
}

// Copies the elements e with keep(e) to `out`, which shares none with `in`; returns their number.
template <elements In, output_places Out, element_predicate<In> Keep>
  requires detail::writes_into<reference_of<const In>, Out>
std::size_t filter(const In& in, Out&& out, Keep&& keep, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(keep);
  auto&& to = detail::places_of(out);
  return detail::pack_of(
      std::size(in), [&](std::size_t k) { return bool(call(detail::element_at(in, k))); },
      [&](std::size_t at, std::size_t k) {
        assert(detail::has_room(out, at + 1) && "no room for the results");
        to[at] = detail::element_at(in, k);
      },
      options, where);
}

// Like filter() above, but returns a new array; the elements are counted first.
template <elements In, element_predicate<In> Keep>
std::vector<element_of<In>> filter(
    const In& in, Keep&& keep, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  static_assert(element_places<std::vector<element_of<In>>>,
                "a std::vector<bool> cannot be written by several workers; filter into an array");
  auto&& call = detail::function_of(keep);
  const detail::selection kept(
      std::size(in), [&](std::size_t k) { return bool(call(detail::element_at(in, k))); }, options,
      where);
  if (!kept.is_whole()) return {};
  std::vector<element_of<In>> out(kept.kept());
  kept.put([&](std::size_t at, std::size_t k) { out[at] = detail::element_at(in, k); });
  return out;
}

// Copies the elements whose flag is set; flags[k] belongs to in[k].
template <elements In, elements Flags, element_places Out>
  requires detail::writes_into<reference_of<const In>, Out>
std::size_t pack(const In& in, const Flags& flags, Out&& out, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  assert(std::size(flags) >= std::size(in) && "a flag for each element is needed");
  return pack(
      std::size_t{0}, std::size(in), [&](std::size_t k) { return static_cast<bool>(flags[k]); },
      [&](std::size_t at, std::size_t k) { out[at] = in[k]; }, options, where);
}

// filter(in, out, keep) with the result of std.
template <elements In, output_places Out, element_predicate<In> Keep>
  requires detail::writes_into<reference_of<const In>, Out>
auto copy_if(const In& in, Out&& out, Keep&& keep, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return detail::iterator_at(out, arcas::filter(in, out, keep, options, where));
}

template <detail::indexed_iterator I, output_places Out, element_predicate<detail::between<I>> Keep>
  requires detail::writes_into<std::iter_reference_t<I>, Out>
auto copy_if(I first, I last, Out&& out, Keep keep, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return arcas::copy_if(detail::range_of(first, last), out, keep, options, where);
}

// v.erase(remove_if(v, drop), v.end()): the elements behind the kept ones have unspecified values.
template <movable_elements R, element_predicate<R> Drop>
  requires lasting<R>
auto remove_if(R&& r, Drop&& drop, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(drop);
  const auto keep = [&](std::size_t k) { return !bool(call(std::as_const(r[k]))); };
  return detail::iterator_at(r,
                             detail::keep_first<detail::others::dropped>(r, keep, options, where));
}

// Removes the elements that equal value.
template <movable_elements R, detail::equals_element_of<R> T>
  requires lasting<R>
auto remove(R&& r, const T& value, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::remove_if(
      r, [&](const auto& e) { return detail::equal_to()(e, value); }, options, where);
}

// Of consecutive elements that are equal, keeps the first.
template <movable_elements R, element_order<R> Same>
  requires lasting<R>
auto unique(R&& r, Same&& same, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(same);
  const auto keep = [&](std::size_t k) {
    return k == 0 || !bool(call(std::as_const(r[k - 1]), std::as_const(r[k])));
  };
  return detail::iterator_at(r,
                             detail::keep_first<detail::others::dropped>(r, keep, options, where));
}

template <movable_elements R>
  requires lasting<R> && detail::equals_element_of<element_of<R>, R>
auto unique(R&& r, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::unique(r, detail::equal_to(), options, where);
}

// The elements e with is(e), then the others; both keep their order, as in std::stable_partition.
template <movable_elements R, element_predicate<R> Is>
  requires lasting<R>
auto partition(R&& r, Is&& is, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  const auto keep = [&](std::size_t k) { return bool(call(std::as_const(r[k]))); };
  return detail::iterator_at(r, detail::keep_first<detail::others::kept>(r, keep, options, where));
}

template <detail::place_iterator I, element_predicate<detail::between<I>> Drop>
  requires movable_elements<detail::between<I>>
I remove_if(I first, I last, Drop drop, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::remove_if(r, drop, options, where);
}

template <detail::place_iterator I, detail::equals_element_of<detail::between<I>> T>
  requires movable_elements<detail::between<I>>
I remove(I first, I last, const T& value, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::remove(r, value, options, where);
}

template <detail::place_iterator I, element_order<detail::between<I>> Same>
  requires movable_elements<detail::between<I>>
I unique(I first, I last, Same same, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::unique(r, same, options, where);
}

template <detail::place_iterator I>
  requires movable_elements<detail::between<I>> &&
           detail::equals_element_of<std::iter_value_t<I>, detail::between<I>>
I unique(I first, I last, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  return arcas::unique(first, last, detail::equal_to(), options, where);
}

template <detail::place_iterator I, element_predicate<detail::between<I>> Is>
  requires movable_elements<detail::between<I>>
I partition(I first, I last, Is is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::partition(r, is, options, where);
}

// Chosen for calls that fit no form above.
template <class... More>
ARCAS_WRONG(
    "write filter(in, keep), filter(in, out, keep) or copy_if(first, last, out, keep); the input "
    "has r[i] and a size (no std::list); `out` has places for the results (no inserter, no "
    "std::vector<bool>); keep(e) returns bool")
void filter(detail::unfit_range, const More&...);
template <class... More>
ARCAS_WRONG(
    "write pack(in, flags, out) or pack(first, last, keep, put) with indices first and last; "
    "ranges have r[i] and a size (no std::list, no iterators)")
void pack(detail::unfit_range, const More&...);
template <class... More>
ARCAS_WRONG(
    "write copy_if(in, out, keep) or copy_if(first, last, out, keep); the input has r[i] and a "
    "size (no std::list); `out` has places for the results (no inserter, no std::vector<bool>)")
void copy_if(detail::unfit_range, const More&...);
template <class... More>
ARCAS_WRONG(
    "write remove_if(r, drop) or remove_if(first, last, drop); r is a variable, whose elements are "
    "separate variables (no std::list, no std::vector<bool>, nothing const) and can be moved")
void remove_if(detail::unfit_range, const More&...);
template <class... More>
ARCAS_WRONG(
    "write remove(r, value) or remove(first, last, value); r is a variable, whose elements are "
    "separate variables (no std::list, no std::vector<bool>, nothing const) and can be moved")
void remove(detail::unfit_range, const More&...);
template <class... More>
ARCAS_WRONG(
    "write unique(r), unique(r, same), unique(first, last) or unique(first, last, same); r is a "
    "variable, whose elements are separate variables (no std::list, no std::vector<bool>, nothing "
    "const) and can be moved")
void unique(detail::unfit_range, const More&...);
template <class... More>
ARCAS_WRONG(
    "write partition(r, is) or partition(first, last, is); r is a variable, whose elements are "
    "separate variables (no std::list, no std::vector<bool>, nothing const) and can be moved")
void partition(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
