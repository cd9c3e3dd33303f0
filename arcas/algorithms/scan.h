// SPDX-License-Identifier: Apache-2.0
// Scans: the combined value up to each position.
//
//   inclusive_scan(v, out), inclusive_scan(v, out, std::plus<>()), exclusive_scan(v, out, 0)
//
//   what     inclusive_scan writes at position i the combined value of the elements 0 to i,
//            exclusive_scan that of the elements before i, which is the identity or initial value
//            at 0. The forms over ranges and indices return the combined value of all elements, and
//            the forms with iterators the end of what they have written. An operation is a monoid,
//            or any function of two values; it must be associative, and need not be commutative.
//            The values have the type of the initial value or of the monoid, else of the elements
//   threads  the calling thread alone, if it is done before a loop would have begun; otherwise
//            those of parallel_for
//   after    everything is written when the call returns; if values and results are the same array,
//            the results replace the values
//   throws   the exceptions of parallel_for, and of reading, writing or combining; the results are
//            then partly written, as when the loop is stopped
//   cost     one pass if one worker is alone; otherwise one loop, in which values are read twice,
//            the second time from a cache. options.grain is the number of elements in a block
//
// The grouping of values differs from run to run: a scan of floating-point numbers may differ in
// its last digits.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/operations.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/options.h>

#include <cassert>
#include <cstddef>
#include <source_location>
#include <utility>

namespace arcas::inline v0::detail {

// The scan of the values get(k) after the value `first`: calls put(k, sum) for each k of [0, n).
template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_after(typename M::value_type first, std::size_t n, const M& m,
                                  const Get& get, const Put& put, const loop_options& asked,
                                  const std::source_location& where) {
  using value = typename M::value_type;
  const loop_options options = as_configured(asked);
  const auto part = [&](std::size_t k, std::size_t end, value before) {
    return scan_block<Form>(k, end, std::move(before), m, get, put);
  };
  const unsigned workers = workers_of(options);
  first_part begun(n, workers, options);
  value before = begun.timed([&] { return part(0, begun.size(), std::move(first)); });
  if (begun.rest_is_short()) return part(begun.size(), n, std::move(before));
  const auto grid = block_grid::dealt_to(workers, begun.size(), n, options);
  prefix_blocks<M> blocks(grid.count(), m, std::move(before));
  return blocks.run(
      [&](std::size_t b) { return block_sum(grid.begin(b), grid.end(b), m, get); },
      [&](std::size_t b, const value& so_far) { part(grid.begin(b), grid.end(b), so_far); },
      [&](const value& so_far) { return part(begun.size(), n, so_far); }, workers, options, where);
}

template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_of(std::size_t n, const M& m, const Get& get, const Put& put,
                               const loop_options& options, const std::source_location& where) {
  return scan_after<Form>(m.identity(), n, m, get, put, options, where);
}

template <scan_form Form, loop_index A, loop_index B, monoid M, class F, class Put>
typename M::value_type scan_indices(A first, B last, const M& m, F& f, Put& put,
                                    const loop_options& options,
                                    const std::source_location& where) {
  using I = index_between<A, B>;
  const I from = static_cast<I>(first);
  return scan_of<Form>(
      iterations(from, static_cast<I>(last)), m,
      [&](std::size_t k) { return f(index_of(from, k)); },
      [&](std::size_t k, const auto& sum) { put(index_of(from, k), sum); }, options, where);
}

// The values of a scan by Op of values V: those of the monoid, or V itself.
template <class Op, class V>
struct scanned {
  using type = V;
};
template <monoid Op, class V>
struct scanned<Op, V> {
  using type = typename Op::value_type;
};
template <class Op, class V>
using scanned_by = typename scanned<std::remove_cvref_t<Op>, std::remove_cvref_t<V>>::type;

// m(sum, value) for values V, which may have another type than the sums.
template <class M, class V>
concept sums_up =
    monoid<M> && std::is_invocable_r_v<typename M::value_type, const M&, typename M::value_type, V>;

// An operation for a scan of values V without an initial value.
template <class Op, class V>
concept scan_operation = sums_up<std::remove_cvref_t<Op>, V> ||
                         (combines<Op, scanned_by<Op, V>> && counts_as<V, scanned_by<Op, V>>);

// The third argument of an exclusive scan of values V.
template <class T, class V>
concept scan_start = initial_value<T, V> || (monoid<T> && scan_operation<const T, V>);

// An initial value of a scan of values V by Op.
template <class T, class V, class Op>
concept counted_from = counts_as<V, T> && combines<Op, T>;

template <class Op, class T>
inline constexpr bool is_monoid_of = false;
template <monoid Op, class T>
inline constexpr bool is_monoid_of<Op, T> = std::same_as<typename Op::value_type, T>;

// f(in[k]), as a value if in[k] is a temporary. A scan may read an element twice, so it does not
// move elements, even from a std::move_iterator.
template <class In, class F>
decltype(auto) value_in(const In& in, std::size_t k, F& f) {
  const auto call = [&](const auto& e) -> decltype(auto) { return f(e); };
  if constexpr (std::is_rvalue_reference_v<reference_of<const In>>) {
    return call(element_at(in, k));
  } else {
    return value_at(k, call, in);
  }
}

// The scan of the values f(in[k]), of type T, by op after init; returns the combined value of all.
template <scan_form Form, class T, class In, class Out, class Op, class F>
T scan_values(const In& in, Out& out, T init, Op& op, F& f, const loop_options& options,
              const std::source_location& where, std::size_t from = 0) {
  const std::size_t n = std::size(in);
  assert(has_room(out, n) && "no room for the results");
  auto&& call = function_of(f);
  auto&& to = places_of(out);
  const auto put = [&](std::size_t k, const T& sum) { to[from + k] = sum; };
  if constexpr (is_monoid_of<std::remove_cv_t<Op>, T>) {
    const auto get = [&](std::size_t k) -> decltype(auto) { return value_in(in, from + k, call); };
    return scan_after<Form>(std::move(init), n - from, op, get, put, options, where);
  } else {
    const auto get = [&](std::size_t k) -> T {
      return static_cast<T>(value_in(in, from + k, call));
    };
    const T kept = init;  // the result of a scan that is stopped has no meaning
    std::optional<T> all = scan_after<Form>(std::optional<T>(std::in_place, std::move(init)),
                                            n - from, lifted<T, Op>{op}, get, put, options, where);
    return all ? *std::move(all) : kept;
  }
}

// The inclusive scan of the values f(in[k]) without an initial value.
template <class T, class In, class Out, class Op, class F>
T scan_from_first(const In& in, Out& out, Op& op, F& f, const loop_options& options,
                  const std::source_location& where) {
  constexpr auto form = scan_form::inclusive;
  if constexpr (is_monoid_of<std::remove_cv_t<Op>, T>) {
    return scan_values<form, T>(in, out, op.identity(), op, f, options, where);
  } else {
    if (std::size(in) == 0) return T();
    auto&& call = function_of(f);
    T first = static_cast<T>(value_in(in, 0, call));
    places_of(out)[0] = first;
    return scan_values<form, T>(in, out, std::move(first), op, f, options, where, 1);
  }
}

// The element itself.
struct as_it_is {
  template <class E>
  constexpr const E& operator()(const E& e) const {
    return e;
  }
};
inline constexpr as_it_is element_itself;

struct sum_of_two {
  template <class A, class B>
    requires requires(A&& a, B&& b) { static_cast<A&&>(a) + static_cast<B&&>(b); }
  constexpr auto operator()(A&& a, B&& b) const {
    return static_cast<A&&>(a) + static_cast<B&&>(b);
  }
};
template <class T>
using sum_operation = std::conditional_t<std::is_arithmetic_v<T>, plus<T>, sum_of_two>;

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The scan of the values f(i): calls put(i, sum) for each i of [first, last). f is called once or
// twice for each i.
//   inclusive_scan(0, n, plus<long>{}, [&](int i) { return x[i]; },
//                  [&](int i, long s) { y[i] = s; });
template <loop_index A, loop_index B, monoid M, index_body<index_between<A, B>> F, class Put>
typename M::value_type inclusive_scan(
    A first, B last, const M& m, F&& f, Put&& put, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return detail::scan_indices<detail::scan_form::inclusive>(first, last, m, f, put, options, where);
}

template <loop_index A, loop_index B, monoid M, index_body<index_between<A, B>> F, class Put>
typename M::value_type exclusive_scan(
    A first, B last, const M& m, F&& f, Put&& put, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return detail::scan_indices<detail::scan_form::exclusive>(first, last, m, f, put, options, where);
}

// Scans over a range; `out` must have room for the results, and may be `in`. The operation is a sum
// if none is given.
//   long all = inclusive_scan(sizes, ends, plus<long>{});
template <elements In, output_places Out>
  requires detail::scan_operation<detail::sum_operation<element_of<In>>, element_of<In>>
element_of<In> inclusive_scan(const In& in, Out&& out, const loop_options& options = {},
                              const std::source_location& where = std::source_location::current()) {
  using T = element_of<In>;
  const detail::sum_operation<T> add;
  return detail::scan_from_first<T>(in, out, add, detail::element_itself, options, where);
}

template <elements In, output_places Out, detail::scan_operation<element_of<In>> Op>
detail::scanned_by<Op, element_of<In>> inclusive_scan(
    const In& in, Out&& out, Op&& op, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  using T = detail::scanned_by<Op, element_of<In>>;
  return detail::scan_from_first<T>(in, out, op, detail::element_itself, options, where);
}

// Combines init and the elements by op.
template <elements In, output_places Out, class Op, detail::counted_from<element_of<In>, Op> T>
T inclusive_scan(const In& in, Out&& out, Op&& op, T init, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  constexpr auto form = detail::scan_form::inclusive;
  return detail::scan_values<form>(in, out, std::move(init), op, detail::element_itself, options,
                                   where);
}

template <elements In, output_places Out, monoid M>
  requires detail::scan_operation<const M, element_of<In>>
typename M::value_type exclusive_scan(
    const In& in, Out&& out, const M& m, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  constexpr auto form = detail::scan_form::exclusive;
  typename M::value_type init = m.identity();
  return detail::scan_values<form>(in, out, std::move(init), m, detail::element_itself, options,
                                   where);
}

template <elements In, output_places Out, class T, detail::combines<T> Op>
  requires detail::counts_as<element_of<In>, T>
T exclusive_scan(const In& in, Out&& out, T init, Op&& op, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  constexpr auto form = detail::scan_form::exclusive;
  return detail::scan_values<form>(in, out, std::move(init), op, detail::element_itself, options,
                                   where);
}

template <elements In, output_places Out, detail::initial_value<element_of<In>> T>
  requires detail::has_sum<T>
T exclusive_scan(const In& in, Out&& out, T init, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  const detail::sum_operation<T> add;
  return arcas::exclusive_scan(in, out, std::move(init), add, options, where);
}

// Scans of the values f(e) of the elements e.
template <elements In, output_places Out, class Op, element_function<In> F>
  requires detail::scan_operation<Op, detail::value_from<F, In>>
auto transform_inclusive_scan(const In& in, Out&& out, Op&& op, F&& f,
                              const loop_options& options = {},
                              const std::source_location& where = std::source_location::current()) {
  using T = detail::scanned_by<Op, detail::value_from<F, In>>;
  return detail::scan_from_first<T>(in, out, op, f, options, where);
}

template <elements In, output_places Out, class Op, element_function<In> F,
          detail::counted_from<detail::value_from<F, In>, Op> T>
T transform_inclusive_scan(const In& in, Out&& out, Op&& op, F&& f, T init,
                           const loop_options& options = {},
                           const std::source_location& where = std::source_location::current()) {
  constexpr auto form = detail::scan_form::inclusive;
  return detail::scan_values<form>(in, out, std::move(init), op, f, options, where);
}

template <elements In, output_places Out, class T, class Op, element_function<In> F>
  requires detail::counted_from<T, detail::value_from<F, In>, Op>
T transform_exclusive_scan(const In& in, Out&& out, T init, Op&& op, F&& f,
                           const loop_options& options = {},
                           const std::source_location& where = std::source_location::current()) {
  constexpr auto form = detail::scan_form::exclusive;
  return detail::scan_values<form>(in, out, std::move(init), op, f, options, where);
}

// The forms with iterators.
template <detail::indexed_iterator I, output_places Out>
  requires detail::scan_operation<detail::sum_operation<std::iter_value_t<I>>, std::iter_value_t<I>>
auto inclusive_scan(I first, I last, Out&& out, const loop_options& options = {},
                    const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::inclusive_scan(in, out, options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out,
          detail::scan_operation<std::iter_value_t<I>> Op>
auto inclusive_scan(I first, I last, Out&& out, Op op, const loop_options& options = {},
                    const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::inclusive_scan(in, out, op, options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out, class Op,
          detail::counted_from<std::iter_value_t<I>, Op> T>
auto inclusive_scan(I first, I last, Out&& out, Op op, T init, const loop_options& options = {},
                    const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::inclusive_scan(in, out, op, std::move(init), options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out, detail::scan_start<std::iter_value_t<I>> T>
auto exclusive_scan(I first, I last, Out&& out, T init, const loop_options& options = {},
                    const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::exclusive_scan(in, out, std::move(init), options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out, class T, class Op>
  requires detail::counted_from<T, std::iter_value_t<I>, Op>
auto exclusive_scan(I first, I last, Out&& out, T init, Op op, const loop_options& options = {},
                    const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::exclusive_scan(in, out, std::move(init), op, options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out, class Op,
          element_function<detail::between<I>> F>
  requires detail::scan_operation<Op, detail::value_from<F, detail::between<I>>>
auto transform_inclusive_scan(I first, I last, Out&& out, Op op, F f,
                              const loop_options& options = {},
                              const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::transform_inclusive_scan(in, out, op, f, options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out, class Op,
          element_function<detail::between<I>> F,
          detail::counted_from<detail::value_from<F, detail::between<I>>, Op> T>
auto transform_inclusive_scan(I first, I last, Out&& out, Op op, F f, T init,
                              const loop_options& options = {},
                              const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::transform_inclusive_scan(in, out, op, f, std::move(init), options, where);
  return detail::iterator_at(out, in.size());
}

template <detail::indexed_iterator I, output_places Out, class T, class Op,
          element_function<detail::between<I>> F>
  requires detail::counted_from<T, detail::value_from<F, detail::between<I>>, Op>
auto transform_exclusive_scan(I first, I last, Out&& out, T init, Op op, F f,
                              const loop_options& options = {},
                              const std::source_location& where = std::source_location::current()) {
  const auto in = detail::range_of(first, last);
  arcas::transform_exclusive_scan(in, out, std::move(init), op, f, options, where);
  return detail::iterator_at(out, in.size());
}

// Chosen for calls that fit no form above.
template <class... More>
ARCAS_WRONG(
    "write inclusive_scan(in, out), inclusive_scan(in, out, op) or inclusive_scan(in, out, op, "
    "init), or the same with (first, last, out, …), also with options {.grain = n}; `in` has r[i] "
    "and a size (no std::list or filtered view); `out` has places for all results (no inserter, no "
    "std::vector<bool>); op combines two values of init's type")
void inclusive_scan(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write exclusive_scan(in, out, init), exclusive_scan(in, out, monoid) or exclusive_scan(in, "
    "out, init, op), or the same with (first, last, out, …), also with options {.grain = n}; `in` "
    "has r[i] and a size (no std::list or filtered view); `out` has places for all results (no "
    "inserter, no std::vector<bool>); op combines two values of init's type")
void exclusive_scan(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write transform_inclusive_scan(in, out, op, f), transform_inclusive_scan(in, out, op, f, "
    "init), or the same with (first, last, out, …), also with options {.grain = n}; `in` has r[i] "
    "and a size (no std::list); `out` has places for all results (no inserter, no "
    "std::vector<bool>)")
void transform_inclusive_scan(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write transform_exclusive_scan(in, out, init, op, f) or transform_exclusive_scan(first, last, "
    "out, init, op, f), also with options {.grain = n}; `in` has r[i] and a size (no std::list); "
    "`out` has places for all results (no inserter, no std::vector<bool>)")
void transform_exclusive_scan(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
