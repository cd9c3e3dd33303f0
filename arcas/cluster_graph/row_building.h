// SPDX-License-Identifier: Apache-2.0
// Builds the rows of each rank from the edges of all ranks. Every edge is sent to the homes of both
// its ends, as an out-arc of its start and an in-arc of its target; in an undirected graph both are
// out-arcs. A message has many arcs. First only the rows of the arcs are sent, and counted. Thus
// the homes can store each arc in its row when it arrives. Memory of a rank, besides its edges and
// its rows: a few messages; while the rows of hubs are sent, a copy of the rows that stay.
#pragma once

#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/distributed_graph.h>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task: fills the parts of all ranks, except `ids` and `texts`, and frees the edges.
template <class W>
void build_rows(const distributed_edges<W>& edges, const row_options& options,
                const cluster::distributed<graph_part>& to);

// Called by one task: moves each arc of a hub, a vertex with at least hub_degree arcs, to the home
// of the arc's other end.
void spread_hubs(const cluster::distributed<graph_part>& to, edge_index hub_degree);

}  // namespace arcas::inline v0::cluster_graph::detail
