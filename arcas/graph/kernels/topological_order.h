// SPDX-License-Identifier: Apache-2.0
// A topological order: the vertices of a directed graph one after the other, each behind all that lead to it.
//
// Method: level by level (Kahn 1962, many at once). Level 0 are the vertices without in-edges; when a level
// goes, those whose in-edges have all gone are the next. A vertex's level is the number of edges of the
// longest way that ends at it, and within a level vertices ascend: the order does not depend on chance.
// A graph with a cycle has no such order: the result names one, and has in `order` all vertices that no
// cycle leads to. Parallel edges do no harm; a self-loop is a cycle.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <vector>

namespace arcas::inline v0::graph {

struct topological_order_options {
  loop_options loops = {};
};

struct topological_order_result {
  std::vector<vertex> order;
  plain_array<std::uint32_t> levels;  // one a vertex; of those that are not in the order no_level
  std::uint32_t depth = 0;            // number of levels
  std::vector<vertex> cycle;  // each leads to the next and the last to the first; empty: none
};
inline constexpr std::uint32_t no_level = ~std::uint32_t{0};

// g: directed. An undirected one has an edge both ways, so that any edge is a cycle. Throws interrupted where
// options.loops.stop asked for an end.
topological_order_result topological_order(const graph_view& g,
                                           const topological_order_options& options = {});

}  // namespace arcas::inline v0::graph
