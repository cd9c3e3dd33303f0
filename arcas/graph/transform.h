// SPDX-License-Identifier: Apache-2.0
// Makes a graph from another: with reversed edges, with some of the edges, or with some of the
// vertices. Results own their arrays, even if the input was a graph over the caller's arrays
// (graph_over.h). Loops run in parallel; results do not depend on the number of workers.
//
//   const auto strong = filter_edges(g, [](vertex u, vertex v, double w) { return w >= 0.5; });
//   const auto labels = components(strong).labels;         // components by threshold
//
// To symmetrise a graph, use merged_directions(), which merges parallel edges, or
// without_direction() in builder.h, which keeps them all, or only the lightest (drop_duplicates).
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/csr.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace arcas::inline v0::graph {

// The in-rows of the edges whose out-rows are given, or the reverse. Makes three passes over the
// edges, and temporarily uses two bytes for each edge and a few MB for each worker. Like the
// functions below, throws std::bad_alloc, and interrupted if the loops were asked to stop.
template <class W>
basic_adjacency<W> transpose(const basic_adjacency<W>& rows, const loop_options& loops = {});

// Reverses each edge by exchanging out-rows and in-rows; no rows are copied.
template <class W>
basic_directed_graph<W> reverse(basic_directed_graph<W> g) {
  basic_adjacency<W> out = std::move(g).in();
  vertex_names names = g.names();
  return {std::move(out), std::move(g).out(), std::move(names)};
}

namespace detail {

// Sets chosen[i] to 1 if arc i of row v is kept; it is 0 before.
using row_chooser = arcas::detail::function_reference<void, vertex, std::span<std::uint8_t>>;

template <class W, bool Directed>
basic_graph<W, Directed> chosen_edges(const basic_graph<W, Directed>& g, row_chooser from_out,
                                      row_chooser from_in, const loop_options& loops);

}  // namespace detail

// Keeps all vertices, and the edges u → v for which keep(u, v) or keep(u, v, weight) is true. In an
// undirected graph, keep gets u ≤ v. Several threads call keep, once from each end of an edge; both
// calls must give the same answer.
template <class W, bool Directed, class Keep>
basic_graph<W, Directed> filter_edges(const basic_graph<W, Directed>& g, const Keep& keep,
                                      const loop_options& loops = {}) {
  const auto chooser = [&](const basic_adjacency<W>& rows, bool backward) {
    return [&rows, &keep, backward](vertex v, std::span<std::uint8_t> chosen) {
      const auto row = rows.neighbors(v);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool turned = Directed ? backward : row[i] < v;
        const vertex from = turned ? row[i] : v;
        const vertex to = turned ? v : row[i];
        if constexpr (is_weight<W>) {
          if constexpr (requires { keep(from, to, W{}); }) {
            chosen[i] = keep(from, to, rows.weights()[rows.offsets()[v] + i]) ? 1 : 0;
            continue;
          }
        }
        if constexpr (requires { keep(from, to); }) chosen[i] = keep(from, to) ? 1 : 0;
      }
    };
  };
  static_assert(
      requires { keep(vertex{}, vertex{}); } || (is_weight<W> && requires {
        keep(vertex{}, vertex{}, W{});
      }), "keep takes (vertex, vertex), or, for a weighted graph, (vertex, vertex, weight)");
  return detail::chosen_edges(g, chooser(g.out(), false), chooser(g.in(), true), loops);
}

// The weight of an edge that replaces several edges: their least or greatest weight, the sum of
// their weights, or the weight of the first. Edges from the lower vertex come before edges from the
// higher vertex; parallel edges of one direction come in the order of their row. NaN compares
// greater than all numbers.
enum class merged_weight : std::uint8_t { least, greatest, sum, first };

// Ignores directions and merges all edges between two vertices into one. Throws
// std::invalid_argument if a sum of integer weights exceeds their type.
template <class W>
basic_undirected_graph<W> merged_directions(const basic_directed_graph<W>& g,
                                            merged_weight how = merged_weight::least,
                                            const loop_options& loops = {});

// The graph of the given vertices and all edges between them. Its vertices are numbered in
// ascending order of their numbers in g and keep their names: original_id(i) is the name of the
// i-th smallest of `vertices`. Throws std::invalid_argument if an element of `vertices` is not a
// vertex of g or is given twice.
template <class W, bool Directed>
basic_graph<W, Directed> induced_subgraph(const basic_graph<W, Directed>& g,
                                          std::span<const vertex> vertices,
                                          const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
