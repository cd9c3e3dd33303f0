// SPDX-License-Identifier: Apache-2.0
// Directed graphs from undirected ones, and the other way round.
#pragma once

#include <arcas/graph/builder.h>

namespace arcas::graph {

// Each edge as one each way, a self-loop as one.
template <class V, class W>
basic_directed_graph<V, W> with_direction(basic_undirected_graph<V, W> g,
                                          const loop_options& loops = {});

// Each edge taken both ways. Without drop_duplicates u → v and v → u become parallel edges.
template <class V, class W>
basic_undirected_graph<V, W> without_direction(basic_directed_graph<V, W> g,
                                               const build_options& options = {});

}  // namespace arcas::graph
