// SPDX-License-Identifier: Apache-2.0
// Rows of the simple graph, in which parallel edges count once and self-loops do not count.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

namespace arcas::inline v0::cluster_graph::detail {

// The rows of the calling rank's vertices in the simple graph, in ascending order; the row of a hub
// is at its home. The graph must be symmetric. Called by a task of each rank, which may wait for
// other ranks. Memory: 4 bytes for each arc; while rows of hubs are copied, 12 bytes for each arc
// of the hubs that are copied together.
arc_rows simple_rows(const distributed_graph& g);

}  // namespace arcas::inline v0::cluster_graph::detail
