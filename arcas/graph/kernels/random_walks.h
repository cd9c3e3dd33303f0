// SPDX-License-Identifier: Apache-2.0
// Random walks: from each start, step by step to a random neighbour, in the direction of the edges.
// Embeddings of vertices are learned from walks.
//
// All neighbours have the same probability; with weights, the probability is in proportion to the
// weight of the edge. If the return and in-out parameters p and q are not both 1, the probability
// also depends on the previous vertex: it is multiplied by 1/p for the previous vertex itself, by 1
// for the neighbours of that vertex, and by 1/q for all others (Grover, Leskovec: node2vec, 2016).
// Such a step is drawn without regard to the previous vertex, and then rejected with a probability
// that corrects the distribution (KnightKing: Yang and others, SOSP 2019), so that there is no
// table of pairs. After 256 rejections, which only extreme p and q lead to, the step is drawn from
// the products themselves, in time in proportion to the number of neighbours.
//
// The random numbers of walk i are a function of the seed and i: the result does not depend on the
// number of workers. A walk ends early at a vertex without out-edges. Each of several parallel
// edges counts.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace arcas::inline v0::graph {

struct random_walks_options {
  std::size_t steps = 80;
  std::size_t per_start = 1;  // number of walks from each start
  bool weighted = false;  // probability of edges in proportion to their weights; otherwise equal
  double p = 1;           // the return parameter; above 0
  double q = 1;           // the in-out parameter; above 0
  std::uint64_t seed = 27491095;
  loop_options loops = {};
};

struct random_walks_result {
  // steps + 1 vertices a walk, its start first; no_vertex after the end of a walk.
  plain_array<vertex> visited;
  std::size_t walks = 0;  // number of walks; those of one start are consecutive
  std::size_t steps = 0;

  std::span<const vertex> walk(std::size_t i) const {
    return visited.all().subspan(i * (steps + 1), steps + 1);
  }
};

// Throws std::invalid_argument for a start that is not a vertex, for p or q not above 0 or not
// finite, for walks that take 2^64 bytes or more, and if options.weighted, since the graph has no
// weights; throws interrupted if a stop is requested by options.loops.stop. Memory: 4 bytes a step.
random_walks_result random_walks(const graph_view& g, std::span<const vertex> starts,
                                 const random_walks_options& options = {});

namespace detail {
template <class W>
random_walks_result walks_by_weights(const basic_adjacency<W>& rows, const graph_view& g,
                                     std::span<const vertex> starts,
                                     const random_walks_options& options);
}  // namespace detail

// For a graph with weights, which are used if options.weighted. Throws std::invalid_argument also
// for a weight that is below 0 or not finite, and if the sum of the weights of a vertex is not
// finite or too small to divide by (strengths.h). An edge of weight 0 is never taken. Memory with
// weights: another 8 bytes an edge.
template <class W, bool Directed>
  requires is_weight<W>
random_walks_result random_walks(const basic_graph<W, Directed>& g, std::span<const vertex> starts,
                                 const random_walks_options& options = {}) {
  if (!options.weighted) return random_walks(graph_view(g), starts, options);
  return detail::walks_by_weights(g.out(), graph_view(g), starts, options);
}

}  // namespace arcas::inline v0::graph
