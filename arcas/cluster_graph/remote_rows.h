// SPDX-License-Identifier: Apache-2.0
// Copies rows of any vertices to the caller's rank. Takes one message to each home and, for hubs,
// one to every rank. Called by a task.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

struct row_copying {
  bool weights = true;  // whether to copy weights, if the graph has them
  // Whether to leave out self-loops, weights, and all but one of parallel arcs.
  bool simple = false;
  // Whether the row of a hub is in ascending order. Otherwise it is in ascending parts, one from
  // each rank; parallel arcs are side by side in both cases. Rows of other vertices are always in
  // ascending order.
  bool sorted = true;
};

// Row i is that of vertices[i]; its ends are numbered as in the whole graph.
arc_rows copied_rows(const distributed_graph& g, std::span<const vertex> vertices, arc_side side,
                     const row_copying& how = {});

// The length of the row of each vertex.
std::vector<edge_index> degrees_of(const distributed_graph& g, std::span<const vertex> vertices,
                                   arc_side side);

}  // namespace arcas::inline v0::cluster_graph::detail
