// SPDX-License-Identifier: Apache-2.0
// A topological order: the vertices of a directed graph, each after all vertices that lead to it.
//
// Method: level by level (Kahn 1962, with many vertices at once). Level 0 has the vertices without
// in-edges. When a level is removed, the vertices that have lost their last in-edge are the next
// level. A vertex's level is the number of edges of the longest path that ends at it, and vertices
// ascend within a level: the order does not depend on chance. A graph with a cycle has no such
// order: the result then names a cycle, and `order` has all vertices to which no cycle leads.
// Parallel edges are allowed; a self-loop is a cycle.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::graph {

struct topological_order_options {
  loop_options loops = {};
};

template <class V>
struct basic_topological_end {
  std::uint64_t ordered = 0;  // number of vertices in the order
  std::uint32_t depth = 0;    // number of levels
  std::vector<V> cycle;       // each vertex leads to the next, the last to the first; or empty
};
using topological_end = basic_topological_end<vertex>;

struct topological_order_result : topological_end {
  std::vector<vertex> order;
  plain_array<std::uint32_t> levels;  // one a vertex; no_level: not in the order

  // At most `count` vertices, the first of the order.
  std::vector<vertex> first(std::size_t count) const {
    return {order.begin(),
            order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()))};
  }
};
inline constexpr std::uint32_t no_level = ~std::uint32_t{0};

// g must be directed: an undirected graph has each edge in both directions, a cycle. Throws
// interrupted if a stop is requested by options.loops.stop.
topological_order_result topological_order(const graph_view& g,
                                           const topological_order_options& options = {});

}  // namespace arcas::inline v0::graph
