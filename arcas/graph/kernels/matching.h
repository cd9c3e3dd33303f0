// SPDX-License-Identifier: Apache-2.0
// A maximal matching: edges of which no two share a vertex, and to which no edge can be added.
//
// Edges are considered in a random order, or the heaviest first; an edge is taken, and its ends are
// mates, if neither has a mate yet. The ends of all edges taken are a vertex cover, at most twice
// as large as a least one (Gavril; a program of the Green-Marl paper computes it). With the
// heaviest first, the edges taken have at least half of the greatest possible weight (Avis 1983).
//
// Method: each unmatched vertex points along its first edge in this order that leads to an
// unmatched neighbour; two vertices that point to each other become mates (Preis 1999; Manne,
// Bisseling: A Parallel Approximation Algorithm for the Weighted Maximum Matching Problem, PPAM
// 2007). The result is that of considering the edges one by one, so it does not depend on the
// number of workers. A random order takes few rounds (Blelloch, Fineman, Shun 2012). Self-loops are
// ignored; of parallel edges the heaviest counts. For a largest matching see bipartite_matching().
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

// For a graph with weights, which are used if options.weighted: whole numbers of 32 or 64 bits,
// float or double. A NaN counts as the least weight.
template <class W>
  requires is_weight<W>
matching_result matching(const basic_undirected_graph<W>& g, const matching_options& options = {});

// A largest (maximum) matching of a bipartite graph: as many edges as possible of which no two
// share a vertex; and a least (minimum) vertex cover, which has as many vertices as the matching
// has edges (König 1931).
//
// Method: the start is a maximal matching. If the graph is that of a square matrix with a nearly
// full diagonal, the diagonal is part of the start. Then all unmatched vertices of one side grow
// trees of alternating paths at once, each tree until it meets an unmatched vertex of the other
// side. The matching is augmented along all paths that were found. Trees without such a path are
// kept. Vertices of the other trees are grafted onto a kept tree in which they have a neighbour
// (Azad, Buluç, Pothen: Computing Maximum Cardinality Matchings in Parallel on Bipartite Graphs via
// Tree-Grafting, 2017).
//
// The size and the cover do not depend on the number of workers; the edges of the matching do.
// Parallel edges count once.

struct bipartite_matching_options {
  loop_options loops = {};
};

struct bipartite_matching_result {
  plain_array<vertex> mates;        // one a vertex; no_vertex: unmatched
  plain_array<std::uint8_t> sides;  // 0 or 1; 0 for the least vertex of each component
  plain_array<std::uint8_t> cover;  // not 0 for the vertices of a least cover
  std::size_t size = 0;             // edges of the matching, and vertices of the cover
  unsigned phases = 0;              // number of rounds in which trees were grown
};

// Memory: 40 bytes a vertex. Throws std::invalid_argument, which names an edge, if the graph is not
// bipartite, and interrupted if a stop is requested by options.loops.stop.
bipartite_matching_result bipartite_matching(const undirected_view& g,
                                             const bipartite_matching_options& options = {});

}  // namespace arcas::inline v0::graph
