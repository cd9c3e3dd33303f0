// SPDX-License-Identifier: Apache-2.0
// Scans: the combined value up to each position.
//
//   what     inclusive_scan writes at position i the combined value of the elements 0 to i,
//            exclusive_scan that of the elements before i, which is the identity at 0. Both return
//            the combined value of all elements. The operation must be associative; it need not be
//            commutative
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
#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/options.h>

#include <cassert>
#include <cstddef>
#include <source_location>
#include <utility>

namespace arcas::inline v0::detail {

enum class scan_form { inclusive, exclusive };

// Calls put(position, its sum) for each position of [k, end). `sum` is the combined value of all
// elements before k; returns the combined value of all elements before `end`.
template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_in_turn(std::size_t k, std::size_t end, typename M::value_type sum,
                                    const M& m, const Get& get, const Put& put) {
  using value = typename M::value_type;
  for (; k != end; ++k) {
    if constexpr (Form == scan_form::inclusive) {
      sum = m(std::move(sum), get(k));
      put(k, std::as_const(sum));
    } else {
      // Read before put() overwrites it.
      value next = m(std::as_const(sum), get(k));
      put(k, std::as_const(sum));
      sum = std::move(next);
    }
  }
  return sum;
}

// scan_in_turn(), with numbers four at a time: the chain of operations that wait for each other is
// then a quarter as long.
template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_part(std::size_t k, std::size_t end, typename M::value_type sum,
                                 const M& m, const Get& get, const Put& put) {
  using value = typename M::value_type;
  if constexpr (has_lanes<M>) {
    for (; end - k >= 4; k += 4) {
      const value a = get(k), b = get(k + 1), c = get(k + 2), d = get(k + 3);
      const value ab = m(a, b), cd = m(c, d), abc = m(ab, c), abcd = m(ab, cd);
      if constexpr (Form == scan_form::exclusive) put(k, std::as_const(sum));
      constexpr std::size_t shift = Form == scan_form::exclusive ? 1 : 0;
      put(k + shift, value(m(sum, a)));
      put(k + shift + 1, value(m(sum, ab)));
      put(k + shift + 2, value(m(sum, abc)));
      sum = m(sum, abcd);
      if constexpr (Form == scan_form::inclusive) put(k + 3, std::as_const(sum));
    }
  }
  return scan_in_turn<Form>(k, end, std::move(sum), m, get, put);
}

// The scan of the values get(k): calls put(k, sum) for each k of [0, n).
template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_of(std::size_t n, const M& m, const Get& get, const Put& put,
                               const loop_options& asked, const std::source_location& where) {
  using value = typename M::value_type;
  const loop_options options = as_configured(asked);
  const auto part = [&](std::size_t k, std::size_t end, value before) {
    return scan_part<Form>(k, end, std::move(before), m, get, put);
  };
  const unsigned workers = workers_of(options);
  first_part begun(n, workers, options);
  value before = begun.timed([&] { return part(0, begun.size(), m.identity()); });
  if (begun.rest_is_short()) return part(begun.size(), n, std::move(before));
  const auto grid = block_grid::dealt_to(workers, begun.size(), n, options);
  const auto look = [&](std::size_t b) {
    const std::size_t k = grid.begin(b);
    return fold(m.identity(), grid.end(b) - k, m, [&](std::size_t j) { return get(k + j); });
  };
  prefix_blocks<M> blocks(grid.count(), m, std::move(before));
  return blocks.run(
      look, [&](std::size_t b, const value& so_far) { part(grid.begin(b), grid.end(b), so_far); },
      [&](const value& so_far) { return part(begun.size(), n, so_far); }, workers, options, where);
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

template <scan_form Form, elements In, element_places Out, monoid M>
typename M::value_type scan_elements(const In& in, Out& out, const M& m,
                                     const loop_options& options,
                                     const std::source_location& where) {
  assert(std::size(out) >= std::size(in) && "no room for the results");
  return scan_of<Form>(
      std::size(in), m, [&](std::size_t k) -> decltype(auto) { return in[k]; },
      [&](std::size_t k, const auto& sum) { out[k] = sum; }, options, where);
}

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

// A scan over a range; `out` must have at least the size of `in`, and may be `in`.
//   long all = inclusive_scan(sizes, ends, plus<long>{});
template <elements In, element_places Out, monoid M>
typename M::value_type inclusive_scan(
    const In& in, Out&& out, const M& m, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return detail::scan_elements<detail::scan_form::inclusive>(in, out, m, options, where);
}

template <elements In, element_places Out, monoid M>
typename M::value_type exclusive_scan(
    const In& in, Out&& out, const M& m, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return detail::scan_elements<detail::scan_form::exclusive>(in, out, m, options, where);
}

}  // namespace arcas::inline v0
