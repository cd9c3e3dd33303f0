// SPDX-License-Identifier: Apache-2.0
// Which vertices and edges hold a graph together? A biconnected component (block) is a largest set of edges of which any
// two lie on a common simple circle; an edge on no circle is a block of its own, a bridge. A vertex of several blocks is an
// articulation point: without it, its component falls apart.
//
// Method: FAST-BCC (Dong, Wang, Gu, Sun: Provably Fast and Space-Efficient Parallel Biconnectivity, PPoPP 2023). A
// spanning forest by union-find; its Euler tours, ranked from sampled arcs on, give each vertex its place in preorder; the
// least and the greatest place that an edge from each subtree leads to tell which edges of the forest are fences
// between blocks. Connected components without fences, and without edges from a vertex to one below it, are the blocks.
// No search level by level, so that long thin graphs have as few loops as others.
//
// The result does not depend on the workers. Parallel edges count once, self-loops not at all.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct biconnected_options {
  loop_options loops = {};
};

struct biconnected_result {
  plain_array<edge> edges;  // from < to, in ascending order
  plain_array<edge_index>
      blocks;  // one an edge; blocks are numbered in the order of their first edges
  edge_index block_count = 0;
  edge_index bridge_count = 0;             // blocks of one edge
  plain_array<std::uint8_t> articulation;  // one a vertex; not 0 for articulation points
};

// Memory: 100 bytes a vertex, and 24 an edge when those are free again. Throws interrupted where options.loops.stop asked for an end.
biconnected_result biconnected_components(const undirected_view& g,
                                          const biconnected_options& options = {});

}  // namespace arcas::inline v0::graph
