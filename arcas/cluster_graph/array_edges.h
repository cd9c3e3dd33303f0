// SPDX-License-Identifier: Apache-2.0
// Reads the edges of a .sg or .wsg file in parts. Each rank reads an equal part of the arcs, in
// pieces, regardless of where rows end. A file of a directed graph stores each arc twice, in the
// rows of the starts and in those of the targets; only the rows of the starts are read. A file of
// an undirected graph has two arcs for an edge; the arc from the smaller end is kept.
#pragma once

#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/edge_source.h>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task. Throws input_error for arrays that do not form a graph.
template <class W>
void read_arrays(const array_source& source, const draw_options& draws, distributed_edges<W>& to);

}  // namespace arcas::inline v0::cluster_graph::detail
