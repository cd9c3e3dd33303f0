// SPDX-License-Identifier: Apache-2.0
// How do arrays that are there already become a graph? Compressed sparse rows, as SciPy, NumPy or a
// program of one's own has them, are read where they are:
//
//   std::vector<std::int64_t> indptr; std::vector<std::int32_t> indices; std::vector<double> data;
//   const auto g = directed_from(rows_over(indptr, indices, data));
//   const auto scores = pagerank(g).scores;
//
// The arrays must stay as they are while the graph is used; the graph neither writes nor frees them.
// It is a graph like others: all kernels, writers and checkers take it. Copied are only
//   offsets of 32 bits       widened: 8 bytes a vertex;
//   targets of 64 bits       narrowed, since vertices are 32-bit numbers: 4 bytes a target;
//   rows that are not sorted where `sort` asks for it;
//   the in-rows of a directed graph, which are made, unless they are given.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/loops/options.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph {

struct over_options {
  // Whether the arrays are looked at: offsets that do not fall, targets below the number of
  // vertices, ascending rows, and both directions of an edge where there must be two. A pass over the
  // targets, and a search in a row for each where two directions are compared. Without it only the
  // lengths are compared, and a kernel on arrays that are wrong may read any memory.
  bool check = true;
  // Rows that are not in ascending order are sorted, in a copy; else they are refused. Components,
  // triangles, core numbers, matchings, filter_edges and all checkers rely on the order. Parallel edges may be in any
  // order of weight, which may differ at the two ends.
  bool sort = false;
  loop_options loops = {};
};

namespace detail {

// Contiguous, and there after the call: an array that would be gone does not compile.
template <class R, class... T>
concept lasting_array =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    std::ranges::borrowed_range<R> && (std::same_as<std::ranges::range_value_t<R>, T> || ...);
template <class R>
concept index_array = lasting_array<R, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
template <class R>
concept weight_array = lasting_array<R, std::int32_t, std::int64_t, float, double>;

template <class T, class R>
std::span<const T> seen_as(const R& array) {
  return {reinterpret_cast<const T*>(std::ranges::data(array)), std::ranges::size(array)};
}

// Offsets are in the one span or in the other; so are targets.
struct foreign_rows {
  std::span<const edge_index> offsets;
  std::span<const std::uint32_t> narrow_offsets;
  std::span<const vertex> targets;
  std::span<const std::uint64_t> wide_targets;
  bool signed_targets;
};

template <class Offsets, class Targets>
foreign_rows foreign(const Offsets& offsets, const Targets& targets) {
  using target = std::ranges::range_value_t<Targets>;
  foreign_rows rows{};
  rows.signed_targets = std::is_signed_v<target>;
  if constexpr (sizeof(target) == sizeof(vertex)) {
    rows.targets = seen_as<vertex>(targets);
  } else {
    rows.wide_targets = seen_as<std::uint64_t>(targets);
  }
  if constexpr (sizeof(std::ranges::range_value_t<Offsets>) == sizeof(edge_index)) {
    rows.offsets = seen_as<edge_index>(offsets);
  } else {
    rows.narrow_offsets = seen_as<std::uint32_t>(offsets);
  }
  return rows;
}

template <class W>
basic_adjacency<W> rows_over(const foreign_rows& arrays, std::span<const W> weights,
                             const over_options& options);

}  // namespace detail

// Rows over arrays that the caller keeps. offsets has one number more than there are vertices, and
// begins with 0; row v is targets[offsets[v]] to targets[offsets[v + 1] - 1]. Throws
// std::invalid_argument with a sentence for arrays that are no rows, and interrupted; so do the
// other functions.
template <detail::index_array Offsets, detail::index_array Targets>
adjacency rows_over(Offsets&& offsets, Targets&& targets, const over_options& options = {}) {
  return detail::rows_over<unweighted>(detail::foreign(offsets, targets), {}, options);
}

// With a weight for each target.
template <detail::index_array Offsets, detail::index_array Targets, detail::weight_array Weights>
auto rows_over(Offsets&& offsets, Targets&& targets, Weights&& weights,
               const over_options& options = {}) {
  using W = std::ranges::range_value_t<Weights>;
  return detail::rows_over<W>(detail::foreign(offsets, targets), detail::seen_as<W>(weights),
                              options);
}

// A directed graph of its out-rows; the in-rows are made by transpose() (transform.h).
template <class W>
basic_directed_graph<W> directed_from(basic_adjacency<W> out, const over_options& options = {});

// Of both; `in` must be the transpose of `out`.
template <class W>
basic_directed_graph<W> directed_from(basic_adjacency<W> out, basic_adjacency<W> in,
                                      const over_options& options = {});

// An undirected graph, whose edges are in the rows of both ends, a self-loop once: a symmetric
// matrix.
template <class W>
basic_undirected_graph<W> undirected_from(basic_adjacency<W> both,
                                          const over_options& options = {});

}  // namespace arcas::inline v0::graph
