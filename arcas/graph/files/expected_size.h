// SPDX-License-Identifier: Apache-2.0
// How large is the graph in a text, by a look at little of it?
#pragma once

#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>

namespace arcas::inline v0::graph::detail {

// By the header, where it counts; by SNAP's "# Nodes: … Edges: …"; else edges by the lines, and vertices by the greatest
// number, in samples of the text.
graph_size expected_size(const text_graph& graph);

}  // namespace arcas::inline v0::graph::detail
