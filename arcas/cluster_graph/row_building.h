// SPDX-License-Identifier: Apache-2.0
// Builds the rows of each rank from the edges of all ranks. Every edge goes to the home of its
// start and, if the graph is directed, to that of its end, many edges in one message. The homes
// sort them.
#pragma once

#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/distributed_graph.h>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task: fills the parts of all ranks, except `ids`, and frees the edges.
template <class W>
void build_rows(const distributed_edges<W>& edges, const row_options& options,
                const cluster::distributed<graph_part>& to);

// Called by one task: moves the arcs of vertices with at least hub_degree arcs to the homes of
// their ends.
void spread_hubs(const cluster::distributed<graph_part>& to, edge_index hub_degree);

}  // namespace arcas::inline v0::cluster_graph::detail
