// SPDX-License-Identifier: Apache-2.0
// Makes a graph of existing arrays without copying them: compressed sparse rows of SciPy, NumPy or
// the program itself are read in place.
//
//   std::vector<std::int64_t> indptr; std::vector<std::int32_t> indices; std::vector<double> data;
//   const auto g = directed_from(rows_over(indptr, indices, data));
//   const auto scores = pagerank(g).scores;
//
// The arrays must stay unchanged while the graph is used; the graph neither writes nor frees them.
// All kernels, writers and checkers take such a graph. New arrays are made only for
//   32-bit offsets           widened: 8 bytes for each vertex;
//   64-bit targets           narrowed, since vertices are 32-bit numbers: 4 bytes for each target;
//   unsorted rows            if options.sort is set;
//   the in-rows              of a directed graph, which are built unless they are given.
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
  // Whether the arrays are validated: offsets must not decrease, targets must be below the number
  // of vertices, rows must ascend, and both directions of an edge must exist where the graph needs
  // them. The check costs a pass over the targets and, if two directions are compared, a search in
  // a row for each target. If false, only lengths are checked, and a kernel on invalid arrays may
  // read any memory.
  bool check = true;
  // Sorts a copy if a row is not in ascending order. If false, `check` refuses such rows.
  // Components, triangles, core numbers, matchings, filter_edges and all checkers require ascending
  // rows. Parallel edges may be in any order, even in different orders at the two ends.
  bool sort = false;
  loop_options loops = {};
};

namespace detail {

// A contiguous array that outlives the call: passing a temporary container does not compile.
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

// Offsets are in one of the two spans and the other is empty; the same holds for targets.
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

// Rows over arrays that the caller keeps. `offsets` starts with 0 and has one entry more than there
// are vertices; row v is targets[offsets[v]] to targets[offsets[v + 1] - 1]. Like the functions
// below, throws std::invalid_argument for arrays that do not form such rows, and interrupted.
template <detail::index_array Offsets, detail::index_array Targets>
adjacency rows_over(Offsets&& offsets, Targets&& targets, const over_options& options = {}) {
  return detail::rows_over<unweighted>(detail::foreign(offsets, targets), {}, options);
}

// `weights` has one entry for each target.
template <detail::index_array Offsets, detail::index_array Targets, detail::weight_array Weights>
auto rows_over(Offsets&& offsets, Targets&& targets, Weights&& weights,
               const over_options& options = {}) {
  using W = std::ranges::range_value_t<Weights>;
  return detail::rows_over<W>(detail::foreign(offsets, targets), detail::seen_as<W>(weights),
                              options);
}

// Builds the in-rows by transpose() (transform.h).
template <class W>
basic_directed_graph<W> directed_from(basic_adjacency<W> out, const over_options& options = {});

// `in` must be the transpose of `out`.
template <class W>
basic_directed_graph<W> directed_from(basic_adjacency<W> out, basic_adjacency<W> in,
                                      const over_options& options = {});

// `both` is a symmetric matrix: each edge is in the rows of both ends, a self-loop once.
template <class W>
basic_undirected_graph<W> undirected_from(basic_adjacency<W> both,
                                          const over_options& options = {});

}  // namespace arcas::inline v0::graph
