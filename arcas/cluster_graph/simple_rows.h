// SPDX-License-Identifier: Apache-2.0
// Rows of the simple graph, in which parallel edges count once and self-loops do not count.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstddef>
#include <span>

namespace arcas::inline v0::cluster_graph::detail {

// Calls f(end) once for each different end in an ascending row, except the row's own vertex.
template <class IsSelf, class F>
void for_each_other(std::span<const vertex> row, const IsSelf& is_self, const F& f) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if ((i != 0 && row[i] == row[i - 1]) || is_self(row[i])) continue;
    f(row[i]);
  }
}

// The rows of the calling rank's vertices in the simple graph, in ascending order; the row of a hub
// is at its home. The graph is symmetric. Called by a task of each rank, which may wait for other
// ranks. Memory: 4 bytes for each arc, and while rows of hubs are copied, 12 for each arc of as
// many hubs as are copied at once.
arc_rows simple_rows(const distributed_graph& g);

}  // namespace arcas::inline v0::cluster_graph::detail
