// SPDX-License-Identifier: Apache-2.0
// The edges of a .sg or .wsg file: each rank reads an equal part of the arcs, in pieces, wherever rows begin and end. A
// directed file has its arcs twice, of which those by their starts are read; of an undirected edge the arc at its
// lesser end is kept.
#pragma once

#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/edge_source.h>

namespace arcas::inline v0::cluster_graph::detail {

// By one task. Throws input_error for arrays that are not those of a graph.
template <class W>
void read_arrays(const array_source& source, const draw_options& draws, distributed_edges<W>& to);

}  // namespace arcas::inline v0::cluster_graph::detail
