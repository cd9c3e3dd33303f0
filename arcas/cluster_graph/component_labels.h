// SPDX-License-Identifier: Apache-2.0
// Builds the result of components() and strong_components() from the labels of all ranks.
#pragma once

#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/kernels.h>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task. labels() returns the labels of the calling rank, in the order of its vertices. The label of a
// component is one of its vertices.
template <class F>
distributed_components_result components_of(const distributed_graph& g, const F& labels,
                                            unsigned steps) {
  distributed_components_result result{gather_vertices<vertex>(g, labels), 0, steps};
  for (std::size_t v = 0; v < result.labels.size(); ++v) result.components += result.labels[v] == v;
  return result;
}

}  // namespace arcas::inline v0::cluster_graph::detail
