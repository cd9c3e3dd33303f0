// SPDX-License-Identifier: Apache-2.0
// The edges of a graph as a list again, from which others can be built.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

namespace arcas::graph {

// In the order of the vertices they start from. Throws interrupted; so does the next.
template <class V, class W>
basic_edge_list<V, W> listed(const basic_directed_graph<V, W>& g, const loop_options& loops = {});

// Each edge once, from its lower to its upper vertex.
template <class V, class W>
basic_edge_list<V, W> listed(const basic_undirected_graph<V, W>& g, const loop_options& loops = {});

}  // namespace arcas::graph
