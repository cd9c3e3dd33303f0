// SPDX-License-Identifier: Apache-2.0
// A largest (maximum) matching of a bipartite graph: as many edges as possible of which no two
// share a vertex; and a least (minimum) vertex cover, which has as many vertices as the matching
// has edges (König 1931).
//
// Method: the start is a maximal matching; for a square matrix with a nearly full diagonal, the
// diagonal is part of it. Then all unmatched vertices of one side grow trees of alternating paths
// at the same time, each until it meets an unmatched vertex of the other side. The matching is
// augmented along all paths that were found. Trees without such a path are kept, and vertices of
// the other trees are grafted onto them if they have a neighbour there (Azad, Buluç, Pothen:
// Computing Maximum Cardinality Matchings in Parallel on Bipartite Graphs via Tree-Grafting, 2017).
//
// The size and the cover do not depend on the number of workers; the edges of the matching do.
// Parallel edges count once.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct bipartite_matching_options {
  loop_options loops = {};
};

struct bipartite_matching_result {
  plain_array<vertex> mates;        // one a vertex; no_vertex: unmatched
  plain_array<std::uint8_t> sides;  // 0 or 1; 0 for the least vertex of each component
  plain_array<std::uint8_t> cover;  // not 0 for the vertices of a least cover
  std::size_t size = 0;             // edges of the matching, and vertices of the cover
  unsigned phases = 0;              // number of times that trees were grown
};

// Memory: 40 bytes a vertex. Throws std::invalid_argument, which names an edge, if the graph is not
// bipartite, and interrupted if a stop is requested by options.loops.stop.
bipartite_matching_result bipartite_matching(const undirected_view& g,
                                             const bipartite_matching_options& options = {});

}  // namespace arcas::inline v0::graph
