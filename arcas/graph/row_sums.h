// SPDX-License-Identifier: Apache-2.0
// Sums of values over a row of neighbours, and iteration over the distinct neighbours of a vertex.
#pragma once

#include <arcas/graph/graph_view.h>

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph::detail {

// Adds up read(u) over a row in `Sums` partial sums, since an addition must wait for the previous
// addition to the same sum, and an addition takes longer than a load from a near cache.
template <std::size_t Sums, class Read>
[[gnu::always_inline]] inline auto sum_over(std::span<const vertex> row, const Read& read) {
  std::array<decltype(read(vertex{})), Sums> sum = {};
  const vertex* at = row.data();
  const vertex* const end = at + row.size();
  // Unrolled by hand: if a loop adds to the sums, gcc 12 keeps them in memory, which made PageRank
  // 1.2 times slower.
  const auto add = [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((sum[i] += read(at[i])), ...);
  };
  for (; end - at >= static_cast<std::ptrdiff_t>(Sums); at += Sums) {
    add(std::make_index_sequence<Sums>{});
  }
  if constexpr (Sums == 2) {  // a branch, not a loop: saves 4 % of PageRank on a grid
    if (at != end) sum[0] += read(*at);
  } else {
    for (; at != end; ++at) sum[0] += read(*at);
  }
  for (std::size_t i = 1; i < Sums; ++i) sum[0] += sum[i];
  return sum[0];
}

// Rows longer than this are added up in four partial sums, others in two: on short rows, four sums
// were up to a fifth slower, because of mispredicted branches. A long row is added up in pieces,
// so that the rounding error of a float sum stays small; the pieces' sums are added up in double.
inline constexpr std::size_t long_row = 64;

template <class Read>
[[gnu::noinline]] auto sum_over_long_row(std::span<const vertex> row, const Read read) {
  constexpr std::size_t piece = 256;
  double sum = 0;
  for (; row.size() > piece; row = row.subspan(piece)) {
    sum += static_cast<double>(sum_over<4>(row.first(piece), read));
  }
  return static_cast<decltype(read(vertex{}))>(sum + static_cast<double>(sum_over<4>(row, read)));
}

template <class Read>
[[gnu::always_inline]] inline auto sum_over_row(std::span<const vertex> row, const Read& read) {
  return row.size() > long_row ? sum_over_long_row(row, read) : sum_over<2>(row, read);
}

// A row of at most this many neighbours is added up without a branch on its length, if the array
// has at least few_neighbors vertices from the row's start on. Such a branch is often mispredicted;
// it made a pass of PageRank over a road network 1.4 times slower.
inline constexpr std::size_t few_neighbors = 4;
template <class Value>
inline constexpr Value counted_of_few[few_neighbors + 1][few_neighbors] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}};

// sum_over_row() for a row in an array of vertices that ends at `end`. All values must be finite:
// values of vertices after a short row are read, too, and multiplied by 0.
template <class Read>
[[gnu::always_inline]] inline auto sum_over_row(std::span<const vertex> row, const vertex* end,
                                                const Read& read) {
  using value = decltype(read(vertex{}));
  const vertex* const at = row.data();
  if (row.size() > few_neighbors || end - at < static_cast<std::ptrdiff_t>(few_neighbors))
    return sum_over_row(row, read);
  const value* const counted = counted_of_few<value>[row.size()];
  return (read(at[0]) * counted[0] + read(at[1]) * counted[1]) +
         (read(at[2]) * counted[2] + read(at[3]) * counted[3]);
}

// Calls f(u) for each neighbour u of v in the simple graph: without self-loops, parallel edges
// once. Rows must be sorted.
template <class V, class F>
[[gnu::always_inline]] inline void for_each_distinct(std::span<const V> row,
                                                     std::type_identity_t<V> v, const F& f) {
  V before = v;
  for (const V u : row) {
    if (u != before && u != v) f(u);
    before = u;
  }
}
template <class F>
void for_each_distinct(const undirected_view& g, vertex v, const F& f) {
  for_each_distinct(g.neighbors(v), v, f);
}

}  // namespace arcas::inline v0::graph::detail
