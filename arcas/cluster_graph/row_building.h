// SPDX-License-Identifier: Apache-2.0
// From the edges of all ranks to the rows of each: every edge goes to the home of its start, and
// where graphs are directed to that of its end, many in one message; there they are sorted.
#pragma once

#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/distributed_graph.h>

namespace arcas::inline v0::cluster_graph::detail {

// By one task: fills the parts of all ranks, but for `ids`, and uses up the edges.
template <class W>
void build_rows(const distributed_edges<W>& edges, const row_options& options,
                const cluster::distributed<graph_part>& to);

// By one task: the arcs of vertices that have so many go from their homes to those of their ends.
void spread_hubs(const cluster::distributed<graph_part>& to, edge_index hub_degree);

}  // namespace arcas::inline v0::cluster_graph::detail
