// SPDX-License-Identifier: Apache-2.0
// Which vertices and edges hold a graph together? A biconnected component (block) is a maximal set
// of edges any two of which lie on a common simple cycle; an edge on no cycle is a block of its
// own, a bridge. A vertex in several blocks is an articulation point: without it, its component
// falls apart.
//
// Method: FAST-BCC (Dong, Wang, Gu, Sun: Provably Fast and Space-Efficient Parallel Biconnectivity,
// PPoPP 2023). Union-find builds a spanning forest. List ranking of its Euler tours, from sampled
// arcs on, gives each vertex its place in preorder. The least and the greatest place at the other
// ends of the edges from a subtree tell which edges of the forest are fences between blocks. The
// blocks are the connected components of the graph without fences and without the edges that join a
// vertex to one of its descendants. There is no level-by-level search, so that graphs of many
// levels need no more loops than others.
//
// The result does not depend on the number of workers. Parallel edges count once; self-loops are
// ignored.
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
  // One an edge; blocks are numbered in the order of their first edges.
  plain_array<edge_index> blocks;
  edge_index block_count = 0;
  edge_index bridge_count = 0;             // number of blocks of one edge
  plain_array<std::uint8_t> articulation;  // one a vertex; not 0 for articulation points
};

// Memory: 100 bytes a vertex; later, when these are free again, 24 bytes an edge. Throws
// interrupted if a stop is requested by options.loops.stop.
biconnected_result biconnected_components(const undirected_view& g,
                                          const biconnected_options& options = {});

}  // namespace arcas::inline v0::graph
