// SPDX-License-Identifier: Apache-2.0
// From the ids of a text to vertices 0, 1, …
#pragma once

#include <arcas/graph/files/edge_text.h>

#include <string>

namespace arcas::graph {

// Numbers the ids that occur, in ascending order, and keeps them as names. Keeps the order of the
// edges. Throws input_error, which starts with the name of the source, for more ids than V can
// number; and interrupted.
template <class V, class W>
basic_edge_list<V, W> numbered(edge_text<V, W> text, const std::string& name,
                               const loop_options& loops);

// The same for ids that V cannot hold, but can number.
template <class W>
basic_edge_list<vertex, W> narrowed(edge_text<wide_vertex, W> text, const std::string& name,
                                    const loop_options& loops);

}  // namespace arcas::graph
