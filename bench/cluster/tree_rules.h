// SPDX-License-Identifier: Apache-2.0
// Is this the tree of a breadth-first search? The five rules of the Graph500 benchmark are checked
// on the list of edges from which the graph was made, not on the graph:
//
//   1  it is a tree: the root is its own parent and has level 0, and the parent of every other
//      vertex of the tree is in the tree (rule 2 excludes cycles of parents)
//   2  a vertex is one level below its parent
//   3  the ends of an edge are at most one level apart
//   4  both ends of an edge are in the tree, or neither is
//   5  a vertex and its parent are the ends of an edge
//
// The checker shares no code with the search. During the check each rank has the whole tree.
#pragma once

#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/kernels.h>

#include <cstdint>
#include <string>

namespace bench {

struct tree_verdict {
  std::string fault;        // empty, or a sentence about the broken rule of the lowest number
  std::uint64_t edges = 0;  // listed, with both ends in the tree; self-loops and repeats count
};

// Called by one task.
tree_verdict check_tree(const arcas::cluster_graph::distributed_edges<>& edges,
                        arcas::graph::vertex root,
                        const arcas::cluster_graph::distributed_bfs_result& tree);

}  // namespace bench
