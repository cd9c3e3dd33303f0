// SPDX-License-Identifier: Apache-2.0
// Random walks: from each start, step by step to a neighbour drawn at random, along the edges' direction; to an embedding or
// to an estimate what sentences are to a language.
//
// Each neighbour is as likely as the next, or as its edge weighs. With other return and in-out parameters p and q than 1 a
// step also depends on the vertex before: to go back there counts 1/p, to its other neighbours 1, to all others 1/q
// (Grover, Leskovec: node2vec, 2016). Such a step is drawn without regard to the vertex before, and drawn again with the
// probability that it counts less (rejection: Yang and others: KnightKing, SOSP 2019), so no table of pairs is made.
//
// The draws of walk i are a function of the seed and i: the result does not depend on the workers. A walk ends early at a
// vertex from which no edge leads. Parallel edges count each.
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
  std::size_t per_start = 1;  // walks
  bool weighted = false;      // edges are as likely as they weigh, else all the same
  double p = 1;               // above 0
  double q = 1;               // above 0
  std::uint64_t seed = 27491095;
  loop_options loops = {};
};

struct random_walks_result {
  plain_array<vertex> visited;  // steps + 1 a walk, its start first; no_vertex where it has ended
  std::size_t walks = 0;        // those of one start one behind the other
  std::size_t steps = 0;

  std::span<const vertex> walk(std::size_t i) const {
    return visited.all().subspan(i * (steps + 1), steps + 1);
  }
};

// Throws std::invalid_argument with a sentence for a start that is no vertex, p or q that are not above 0 and finite, walks
// that would take 2^64 bytes, and weights that are asked for and not there; and interrupted where options.loops.stop asked for an end. Memory: 4 bytes a step, and by
// weights 8 an edge.
random_walks_result random_walks(const graph_view& g, std::span<const vertex> starts,
                                 const random_walks_options& options = {});

namespace detail {
template <class W>
random_walks_result walks_by_weights(const basic_adjacency<W>& rows, const graph_view& g,
                                     std::span<const vertex> starts,
                                     const random_walks_options& options);
}  // namespace detail

// Of a graph with weights, which count if options.weighted: throws std::invalid_argument, too, for one below 0 or that is not
// finite, and for weights of a vertex whose sum is not finite, or so small that it cannot be divided (strengths.h). An edge of weight 0 is never taken.
template <class W, bool Directed>
  requires is_weight<W>
random_walks_result random_walks(const basic_graph<W, Directed>& g, std::span<const vertex> starts,
                                 const random_walks_options& options = {}) {
  if (!options.weighted) return random_walks(graph_view(g), starts, options);
  return detail::walks_by_weights(g.out(), graph_view(g), starts, options);
}

}  // namespace arcas::inline v0::graph
