// SPDX-License-Identifier: Apache-2.0
// Connected components over all ranks: the labels of arcas/graph/kernels/components.h, the least
// vertex of each component, whichever way its edges point. Method: each vertex whose label has
// become less tells its neighbours, in both directions; one finish() is one step, and there are
// about as many steps as the longest way to a component's least vertex. Not here: pointer jumping,
// which long thin graphs would want.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstdint>
#include <vector>

namespace arcas::cluster_graph {

struct distributed_components_result {
  std::vector<vertex> labels;  // of all vertices, on the rank that asked
  std::uint64_t components = 0;
  unsigned steps = 0;
};

// By one task.
distributed_components_result components(const distributed_graph& g);

}  // namespace arcas::cluster_graph
