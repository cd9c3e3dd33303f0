// SPDX-License-Identifier: Apache-2.0
// Breadth-first search over all ranks: the tree of arcas/graph/kernels/bfs.h, level by level, top
// down. Each rank sends, for every arc out of its part of the frontier, a message to the home of
// the arc's end, which claims the vertex for the first that comes; one finish() is one level. Not
// here: bottom up, and hubs split over ranks.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstdint>
#include <vector>

namespace arcas::cluster_graph {

struct distributed_bfs_result {
  std::vector<vertex> parents;        // of all vertices, on the rank that asked
  std::vector<std::uint32_t> levels;  // the same; graph::unreached where not reached
  std::uint64_t reached = 0;
  std::uint32_t depth = 0;
};

// By one task. Throws std::invalid_argument for a source that is no vertex.
distributed_bfs_result bfs(const distributed_graph& g, vertex source);

}  // namespace arcas::cluster_graph
