// SPDX-License-Identifier: Apache-2.0
// Virtual clusters for tests of graphs.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <initializer_list>

#include "../cluster/virtual_runs.h"

namespace arcas::inline v0::cluster_graph {

// Under a sanitizer, a reader of graphs needs a larger stack than a task has by default.
inline cluster::virtual_options virtual_ranks(cluster::rank_id ranks, std::uint64_t seed) {
  cluster::virtual_options o = cluster::test::usual(ranks, seed);
  o.cluster.tasks.stack_bytes = std::size_t{1} << 20;
  return o;
}

// The number of distributed objects that exist on the calling rank.
inline std::size_t objects_here() {
  return cluster::detail::here().tables().objects.size();
}

// Calls act(g) in one task with the graph that make() returns there, and ends g.
template <class Make, class Act>
void on_graph(cluster::rank_id ranks, const Make& make, const Act& act) {
  cluster::run_virtual(virtual_ranks(ranks, 1), cluster::job([&] {
                         const distributed_graph g = make();
                         act(g);
                         g.end();
                       }));
}

// Calls act(g) in one task, once for each minimum number of arcs of a hub, so that the graph has
// many hubs, then some and, if it is small, none. g is the Kronecker graph of
// graph::kronecker_graph().
template <class Act>
void on_kronecker_graphs(cluster::rank_id ranks, unsigned scale, unsigned edge_factor,
                         const Act& act,
                         std::initializer_list<edge_index> hub_degrees = {1, 20,
                                                                          automatic_hub_degree}) {
  cluster::run_virtual(virtual_ranks(ranks, 1), cluster::job([&] {
                         for (const edge_index hub_degree : hub_degrees) {
                           const auto g =
                               distributed_graph::of(draw_kronecker_edges(scale, edge_factor),
                                                     {.both_ways = true,
                                                      .drop_duplicates = true,
                                                      .drop_self_loops = true,
                                                      .hub_degree = hub_degree});
                           act(g);
                           g.end();
                         }
                       }));
}

}  // namespace arcas::inline v0::cluster_graph
