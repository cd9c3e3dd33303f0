// SPDX-License-Identifier: Apache-2.0
// A maximal matching: edges of which no two share a vertex, and to which no edge can be added.
//
// Edges are taken in a random order, or the heaviest first; an edge is taken if neither of its ends
// has a mate. The ends of all edges are a vertex cover, at most twice as large as a least one
// (Gavril; a program of the Green-Marl paper computes it). Taken by weight, the edges have at least
// half of the greatest possible weight (Avis 1983).
//
// Method: each unmatched vertex points along the first of its edges, in the order, that leads to an
// unmatched neighbour; two vertices that point to each other become mates (Preis 1999; Manne,
// Bisseling: A Parallel Approximation Algorithm for the Weighted Maximum Matching Problem, PPAM
// 2007). The result is that of taking the edges one by one, so it does not depend on the number of
// workers. A random order takes few rounds (Blelloch, Fineman, Shun 2012). Self-loops are ignored;
// of parallel edges the heaviest counts. For a largest matching see bipartite_matching.h.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct matching_options {
  bool weighted = false;  // the heaviest edges first; otherwise all in a random order
  // Decides the order of edges of equal weight; the same seed gives the same edges.
  std::uint64_t seed = 27491095;
  loop_options loops = {};
};

struct matching_result {
  plain_array<vertex> mates;  // one a vertex; no_vertex: unmatched
  std::size_t size = 0;       // number of edges
};

// Memory: 16 bytes a vertex. Throws std::invalid_argument if options.weighted, since the graph has
// no weights, and interrupted if a stop is requested by options.loops.stop.
matching_result matching(const undirected_view& g, const matching_options& options = {});

namespace detail {
template <class W>
matching_result matching_by_weights(const basic_adjacency<W>& rows,
                                    const matching_options& options);
}  // namespace detail

// For a graph with weights, which are used if options.weighted; a NaN counts as the least weight.
template <class W>
  requires is_weight<W>
matching_result matching(const basic_undirected_graph<W>& g, const matching_options& options = {}) {
  if (options.weighted) return detail::matching_by_weights(g.out(), options);
  return matching(undirected_view(g), options);
}

}  // namespace arcas::inline v0::graph
