// SPDX-License-Identifier: Apache-2.0
// How many triangles hold an edge in the graph? The k-truss is the largest part in which every edge is in k - 2 triangles
// of the part or more; the truss number of an edge is the greatest k of a truss that it belongs to (Cohen 2008), at least 2.
//
// Method: the triangles of each edge are counted once, from the end of the lowest degree; then edges are taken away
// level after level, all at once that are at the level's count, and then those that fall to it (Wang, Cheng: Truss
// Decomposition in Massive Networks, VLDB 2012; in parallel: Kabir, Madduri: Parallel k-Truss Decomposition on Multicore
// Systems, HPEC 2017). Of a triangle that loses two edges at once the one of the lower number lowers the third. Counts
// are lowered by relaxed atomic operations, and never below the level, so the result does not depend on the workers.
// Parallel edges count once, self-loops not at all. Not here: the trusses themselves; filter_edges() makes them.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas::inline v0::graph {

struct truss_options {
  loop_options loops = {};
};

struct truss_result {
  plain_array<edge> edges;             // from < to, in ascending order
  plain_array<std::uint32_t> numbers;  // one an edge
  std::uint32_t greatest = 0;          // 0 where there is no edge
};

// Cost: a row is looked through for each of its edges, the shorter one of the edge's two; 40 bytes an edge. Throws
// std::invalid_argument with a sentence for 2^32 edges or more, and interrupted where options.loops.stop asked for an end.
truss_result truss_numbers(const undirected_view& g, const truss_options& options = {});

}  // namespace arcas::inline v0::graph
