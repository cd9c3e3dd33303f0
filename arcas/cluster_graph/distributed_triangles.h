// SPDX-License-Identifier: Apache-2.0
// Triangles over all ranks: how many sets of three vertices are all neighbours of each other,
// whichever way their edges point? As arcas/graph/kernels/triangles.h counts them: in the simple
// graph. Method: each edge is kept at its end of lower degree; a vertex sends the list that it
// keeps to each rank that has one of the list, once, where it is met with the lists kept by those.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstdint>

namespace arcas::cluster_graph {

// By one task.
std::uint64_t count_triangles(const distributed_graph& g);

}  // namespace arcas::cluster_graph
