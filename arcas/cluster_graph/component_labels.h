// SPDX-License-Identifier: Apache-2.0
// The result of components() and strong_components().
#pragma once

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <cstdint>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task. labels() returns the labels of the calling rank, in the order of its
// vertices. The label of a component is one of its vertices.
template <class F>
distributed_components_result components_of(const distributed_graph& g, const F& labels,
                                            unsigned steps) {
  const vertex_values<vertex> found(g, labels);
  const std::uint64_t components = sum_of_ranks([found] {
    std::uint64_t own = 0;
    found.for_each_local([&](vertex v, vertex label) { own += v == label; });
    return own;
  });
  return {found, components, steps};
}

}  // namespace arcas::inline v0::cluster_graph::detail
