// SPDX-License-Identifier: Apache-2.0
// A largest matching of a bipartite graph: as many edges as possible of which no two share a vertex; and with it a least
// vertex cover, which has as many vertices (König 1931).
//
// Method: from a maximal matching on (of the diagonal of a square matrix, if it is nearly full), all vertices of one side
// without a mate grow a tree of alternating paths each, at the same time, until it meets a vertex without a mate; then all
// paths that were found are turned round. Trees that found none stay, and the vertices that others leave are grafted onto them where they have a neighbour there (Azad, Buluç,
// Pothen: Computing Maximum Cardinality Matchings in Parallel on Bipartite Graphs via Tree-Grafting, 2017).
//
// The size and the cover do not depend on the workers; which edges are in the matching does. Parallel edges count once.
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
  plain_array<vertex> mates;        // one a vertex; no_vertex: none
  plain_array<std::uint8_t> sides;  // 0 or 1; of the least vertex of each component 0
  plain_array<std::uint8_t> cover;  // not 0 for the vertices of a least cover
  std::size_t size = 0;             // edges, and vertices of the cover
  unsigned phases = 0;              // times that trees were grown
};

// Memory: 40 bytes a vertex. Throws std::invalid_argument with a sentence that names an edge where the graph is not bipartite,
// and interrupted where options.loops.stop asked for an end.
bipartite_matching_result bipartite_matching(const undirected_view& g,
                                             const bipartite_matching_options& options = {});

}  // namespace arcas::inline v0::graph
