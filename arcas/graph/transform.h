// SPDX-License-Identifier: Apache-2.0
// Which graph comes of a graph? With all edges turned round, with some of them, or with some of the
// vertices. What a function returns owns its arrays, also where those that it read are someone
// else's (graph_over.h). Loops run in parallel; the result does not depend on the number of workers.
//
//   const auto strong = filter_edges(g, [](vertex u, vertex v, double w) { return w >= 0.5; });
//   const auto labels = components(strong).labels;         // components by threshold
//
// Edges taken both ways (a symmetric graph): merged_directions(), or without_direction() in builder.h, which keeps parallel
// edges, or of several the lightest.
#pragma once

#include <arcas/base/function_reference.h>
#include <arcas/graph/csr.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace arcas::inline v0::graph {

// The rows of the edges' other ends: in-rows of out-rows, and the other way round. Three passes over
// the edges; two bytes for each meanwhile, and some MB a worker. Throws interrupted where the loops were asked to stop,
// and std::bad_alloc; so do the other functions.
template <class W>
basic_adjacency<W> transpose(const basic_adjacency<W>& rows, const loop_options& loops = {});

// Each edge turned round: nothing is copied, the two directions change places.
template <class W>
basic_directed_graph<W> reverse(basic_directed_graph<W> g) {
  basic_adjacency<W> out = std::move(g).in();
  vertex_names names = g.names();
  return {std::move(out), std::move(g).out(), std::move(names)};
}

namespace detail {

// Sets chosen[i] for arc i of row v, which is 0 before.
using row_chooser = arcas::detail::function_reference<void, vertex, std::span<std::uint8_t>>;

template <class W, bool Directed>
basic_graph<W, Directed> chosen_edges(const basic_graph<W, Directed>& g, row_chooser from_out,
                                      row_chooser from_in, const loop_options& loops);

}  // namespace detail

// The graph of all vertices and of those edges u → v for which keep(u, v), or keep(u, v, weight), is
// true; of an undirected graph u ≤ v. keep is called by several threads, for each edge in both
// directions: it must give the same answer twice.
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
      }), "keep takes (vertex, vertex), or, of a weighted graph, (vertex, vertex, weight)");
  return detail::chosen_edges(g, chooser(g.out(), false), chooser(g.in(), true), loops);
}

// The weight of an edge that several become: the least of theirs, the greatest, their sum, or that of the first, where edges
// from the lesser vertex come first and parallel ones are in the order of their row. A NaN is greater than all numbers.
enum class merged_weight : std::uint8_t { least, greatest, sum, first };

// Each edge taken both ways; all edges between two vertices become one. Throws std::invalid_argument with a sentence where a
// sum of whole weights is beyond their type.
template <class W>
basic_undirected_graph<W> merged_directions(const basic_directed_graph<W>& g,
                                            merged_weight how = merged_weight::least,
                                            const loop_options& loops = {});

// The graph of some vertices and of all edges between them. Its vertices are numbered in the order
// of their numbers in g, whose names they keep: original_id(i) is that of the i-th least of
// `vertices`. Throws std::invalid_argument with a sentence for one that is no vertex of g or that is
// there twice.
template <class W, bool Directed>
basic_graph<W, Directed> induced_subgraph(const basic_graph<W, Directed>& g,
                                          std::span<const vertex> vertices,
                                          const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
