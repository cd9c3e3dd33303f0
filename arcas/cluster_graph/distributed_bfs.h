// SPDX-License-Identifier: Apache-2.0
// Breadth-first search over all ranks: the tree of arcas/graph/kernels/bfs.h, level by level, in
// the direction that reads fewer edges (Beamer, Asanović, Patterson, SC 2012; over ranks as Buluç
// et al. 2017).
//   top down    for every arc out of its part of the frontier, each rank sends a message to the
//               home of the arc's target, which takes the sender of the first one as its parent;
//   bottom up   each rank sends its part of the frontier, one bit for each vertex, to all ranks;
//               then every rank searches a parent for each of its unvisited vertices, alone.
// The search switches to bottom up when the arcs of the frontier exceed 1/alpha of the arcs of
// unvisited vertices, and back when the frontier shrinks below 1/beta of the vertices.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

struct distributed_bfs_options {
  bool bottom_up = true;
  unsigned alpha = 15;
  unsigned beta = 18;
};

// The tree; each vertex's entries are at its home (vertex_values.h), until end().
struct distributed_bfs_result {
  // Any neighbour one level above, which may differ between runs; graph::no_vertex if not reached.
  vertex_values<vertex> parents;
  vertex_values<std::uint32_t> levels;  // graph::unreached if not reached
  std::uint64_t reached = 0;
  std::uint32_t depth = 0;
  std::uint32_t bottom_up_levels = 0;

  void end() const {
    parents.end();
    levels.end();
  }
};

// Called by one task. Each vertex belongs to the tree of its nearest source. Throws
// std::invalid_argument for a source that is not a vertex.
distributed_bfs_result bfs(const distributed_graph& g, std::span<const vertex> sources,
                           const distributed_bfs_options& options = {});
inline distributed_bfs_result bfs(const distributed_graph& g, vertex source,
                                  const distributed_bfs_options& options = {}) {
  return bfs(g, std::span<const vertex>(&source, 1), options);
}

}  // namespace arcas::inline v0::cluster_graph
