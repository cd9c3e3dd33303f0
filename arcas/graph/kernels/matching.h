// SPDX-License-Identifier: Apache-2.0
// A maximal matching: edges of which no two share a vertex, and to which none can be added.
//
// Edges are taken in a random order, or the heaviest first, each if neither of its ends has one. The ends of
// all edges are a vertex cover, at most twice as large as the least one (as a program of the Green-Marl paper has
// it; Gavril), and the heaviest first have at least half of the greatest weight there is (Avis 1983).
//
// Method: each vertex without a mate points to the first of its edges, in the order, to a neighbour without one; two that point to
// each other are mates (Preis 1999; Manne, Bisseling: A Parallel Approximation Algorithm for the Weighted Maximum Matching
// Problem, PPAM 2007). That is what taking the edges one after the other gives, so the result does not depend on
// the workers; a random order takes few rounds (Blelloch, Fineman, Shun 2012). Self-loops do not count, parallel
// edges once, at their greatest weight. Not here: the largest matching.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct matching_options {
  bool weighted = false;  // the heaviest edges first, else all in a random order
  std::uint64_t seed =
      27491095;  // of the order, of edges of one weight; the same seed gives the same edges
  loop_options loops = {};
};

struct matching_result {
  plain_array<vertex> mates;  // one a vertex; no_vertex: none
  std::size_t size = 0;       // edges
};

// Memory: 16 bytes a vertex. Throws std::invalid_argument with a sentence for weights that are asked for and not there, and interrupted
// where options.loops.stop asked for an end.
matching_result matching(const undirected_view& g, const matching_options& options = {});

namespace detail {
template <class W>
matching_result matching_by_weights(const basic_adjacency<W>& rows,
                                    const matching_options& options);
}  // namespace detail

// Of a graph with weights, which count if options.weighted; a NaN counts as the least weight.
template <class W>
  requires is_weight<W>
matching_result matching(const basic_undirected_graph<W>& g, const matching_options& options = {}) {
  if (options.weighted) return detail::matching_by_weights(g.out(), options);
  return matching(undirected_view(g), options);
}

}  // namespace arcas::inline v0::graph
