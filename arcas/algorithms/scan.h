// SPDX-License-Identifier: Apache-2.0
// Scans: from values to what they come to, up to each position.
//
//   what     inclusive_scan puts in[0] . … . in[i] at i, exclusive_scan in[0] . … . in[i-1], which
//            is the identity at 0; both return what all of them come to. The operation is
//            associative and need not be commutative
//   who      as parallel_for; nothing else than loops is waited for
//   after    everything is written when the call returns; where values and results are the same
//            array, the results replace the values
//   throws   what parallel_for throws, and what reading, writing or combining throws; results are
//            then partly written, as when the loop is stopped
//   cost     one pass where one worker is alone; else two loops, the second over the blocks that
//            were reached before it was known what stands before them. Values are read once or
//            twice, results are written once. options.grain: elements in a block
//
// How values are grouped differs from run to run: a scan of floating point numbers may differ in
// its last digits.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/parallel_for.h>

#include <cassert>
#include <cstddef>
#include <source_location>
#include <utility>

namespace arcas {

enum class scan_form { inclusive, exclusive };

// put(k, sum) for all k of [0, n), of the values get(k). Private to this header.
template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_of(std::size_t n, const M& m, const Get& get, const Put& put,
                               const loop_options& options, const std::source_location& where) {
  using value = typename M::value_type;
  const block_grid grid(n, options.grain);
  const auto finish = [&](std::size_t b, value sum) {
    const std::size_t end = grid.end(b);
    for (std::size_t k = grid.begin(b); k != end; ++k) {
      if constexpr (Form == scan_form::inclusive) {
        sum = m(std::move(sum), get(k));
        put(k, std::as_const(sum));
      } else {
        // Read before it is overwritten.
        value next = m(std::as_const(sum), get(k));
        put(k, std::as_const(sum));
        sum = std::move(next);
      }
    }
    return sum;
  };
  const auto look = [&](std::size_t b) {
    value sum = m.identity();
    const std::size_t end = grid.end(b);
    for (std::size_t k = grid.begin(b); k != end; ++k) sum = m(std::move(sum), get(k));
    return sum;
  };
  if (n == 0) return m.identity();
  if (grid.count() == 1 && !options.stop) return finish(0, m.identity());
  prefix_blocks<M> blocks(grid.count(), m);
  blocks.first_pass(finish, look, over_blocks(options), where);
  return blocks.second_pass(finish, over_blocks(options), where);
}

// put(i, sum) for all i of [first, last), where the values are f(i), asked once or twice.
//   inclusive_scan(0, n, plus<long>{}, [&](int i) { return x[i]; }, [&](int i, long s) { y[i] = s;
//   });
template <loop_index A, loop_index B, monoid M, class F, class Put>
requires index_body<F, index_between<A, B>>
typename M::value_type inclusive_scan(
    A first, B last, const M& m, F&& f, Put&& put, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  const I from = static_cast<I>(first);
  return scan_of<scan_form::inclusive>(
      iterations(from, static_cast<I>(last)), m,
      [&](std::size_t k) { return f(index_of(from, k)); },
      [&](std::size_t k, const auto& sum) { put(index_of(from, k), sum); }, options, where);
}

template <loop_index A, loop_index B, monoid M, class F, class Put>
requires index_body<F, index_between<A, B>>
typename M::value_type exclusive_scan(
    A first, B last, const M& m, F&& f, Put&& put, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  const I from = static_cast<I>(first);
  return scan_of<scan_form::exclusive>(
      iterations(from, static_cast<I>(last)), m,
      [&](std::size_t k) { return f(index_of(from, k)); },
      [&](std::size_t k, const auto& sum) { put(index_of(from, k), sum); }, options, where);
}

// Over a range; `out` has room for as many results and may be `in`.
//   long all = inclusive_scan(sizes, ends, plus<long>{});
template <elements In, element_places Out, monoid M>
typename M::value_type inclusive_scan(
    const In& in, Out&& out, const M& m, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  assert(std::size(out) >= std::size(in) && "no room for the results");
  return scan_of<scan_form::inclusive>(
      std::size(in), m, [&](std::size_t k) -> decltype(auto) { return in[k]; },
      [&](std::size_t k, const auto& sum) { out[k] = sum; }, options, where);
}

template <elements In, element_places Out, monoid M>
typename M::value_type exclusive_scan(
    const In& in, Out&& out, const M& m, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  assert(std::size(out) >= std::size(in) && "no room for the results");
  return scan_of<scan_form::exclusive>(
      std::size(in), m, [&](std::size_t k) -> decltype(auto) { return in[k]; },
      [&](std::size_t k, const auto& sum) { out[k] = sum; }, options, where);
}

}  // namespace arcas
