// SPDX-License-Identifier: Apache-2.0
// Rows of the simple graph, in which parallel edges count once and self-loops do not count.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/row_sums.h>

#include <limits>
#include <type_traits>

namespace arcas::inline v0::cluster_graph::detail {

// The rows of the calling rank's vertices in the simple graph, in ascending order; the row of a hub
// is at its home. The graph must be symmetric. Called by a task of each rank, which may wait for
// other ranks. Memory: 4 bytes for each arc; while rows of hubs are copied, 12 bytes for each arc
// of the hubs that are copied together.
arc_rows simple_rows(const distributed_graph& g);

// Calls f(end) for each different neighbour of a hub whose home is this rank; `end` is its local
// number.
template <class F>
void for_each_hub_end(const distributed_graph& g, std::size_t hub, const F& f) {
  const hub_rows& hubs = g.local().out_hubs();
  const vertex number = hubs.hubs[hub];
  const bool is_here = g.places().home(number) == cluster::self();
  constexpr local_vertex none = std::numeric_limits<local_vertex>::max();
  graph::detail::for_each_distinct(hubs.neighbors(hub), is_here ? g.places().local(number) : none,
                                   f);
}

// Called by every rank of a symmetric graph: counts the different neighbours of each vertex.
// counts() is portable and returns a vector of the calling rank that has 0 for each of its
// vertices; it has the numbers when all ranks have finished.
template <class Counts>
void count_neighbors(const distributed_graph& g, const Counts& counts) {
  const graph_part& part = g.local();
  auto& own = counts();
  for (local_vertex local = 0; local < part.vertex_count(); ++local)
    graph::detail::for_each_distinct(part.out_neighbors(local), own_vertex(local).number(),
                                     [&](vertex) { ++own[local]; });
  for (std::size_t hub = 0; hub < part.out_hubs().hubs.size(); ++hub) {
    std::decay_t<decltype(own[0])> here = 0;
    for_each_hub_end(g, hub, [&](local_vertex) { ++here; });
    const vertex number = part.out_hubs().hubs[hub];
    cluster::async(g.places().home(number),
                   [counts, here, to = g.places().local(number)] { counts()[to] += here; });
  }
}

}  // namespace arcas::inline v0::cluster_graph::detail
