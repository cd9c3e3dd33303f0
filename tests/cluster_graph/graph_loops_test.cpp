// SPDX-License-Identifier: Apache-2.0
// Loops over vertices, edges, and edges at their targets, compared with sums over the whole graph
// on one machine.
#include "virtual_ranks.h"

#include <arcas/cluster/structures/reducer.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/generators.h>

#include <gtest/gtest.h>

namespace arcas::inline v0::cluster_graph {
namespace {

graph::weighted_undirected_graph whole_graph() {
  return graph::build_undirected(
      graph::with_random_weights(graph::kronecker_edges({.scale = 7, .edge_factor = 8})),
      {.drop_duplicates = true, .drop_self_loops = true});
}

class loops_on : public testing::TestWithParam<rank_id> {};

TEST_P(loops_on, every_vertex_once_at_home) {
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([] {
                         const auto g = distributed_graph::kronecker(7, 8);
                         const auto count = cluster::counter::make();
                         const auto numbers = cluster::counter::make();
                         forall_vertices(g, [g, count, numbers](own_vertex v) {
                           EXPECT_EQ(g.places().home(v.number()), cluster::self());
                           EXPECT_EQ(g.places().local(v.number()), v.local());
                           count.add(1);
                           numbers.add(v.number());
                         });
                         EXPECT_EQ(count.value(), 128);
                         EXPECT_EQ(numbers.value(), 127 * 128 / 2);
                       }));
}

TEST_P(loops_on, every_edge_once_with_its_weight) {
  const auto whole = whole_graph();
  std::int64_t expected = 0;
  for (vertex u = 0; u < whole.vertex_count(); ++u) {
    for (const auto [v, weight] : whole.out_edges(u))
      expected += std::int64_t{weight} * (u + 2 * v);
  }
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         const auto g = distributed_graph::weighted_kronecker(7, 8);
                         const auto arcs = cluster::counter::make();
                         const auto sum = cluster::counter::make();
                         forall_edges(g, [arcs](vertex, vertex) { arcs.add(1); });
                         forall_edges(g, [sum](vertex u, vertex v, graph::weight weight) {
                           sum.add(std::int64_t{weight} * (u + 2 * v));
                         });
                         EXPECT_EQ(arcs.value(), static_cast<std::int64_t>(whole.arc_count()));
                         EXPECT_EQ(sum.value(), expected);
                       }));
}

// The sums of the values that each vertex gets from its neighbours. The index is the local number
// of the vertex.
struct heard_part {
  std::vector<std::uint64_t> numbers;
  std::vector<std::int64_t> weights;
};

TEST_P(loops_on, every_edge_is_heard_of_at_its_target) {
  const auto whole = whole_graph();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto g = distributed_graph::weighted_kronecker(7, 8);
        const auto heard = cluster::distributed<heard_part>::make();
        cluster::on_all_ranks([heard, g] {
          heard.local().numbers.assign(g.local().vertex_count(), 0);
          heard.local().weights.assign(g.local().vertex_count(), 0);
        });
        const auto number = [](own_vertex u) { return u.number(); };
        forall_edges_at_target(g, number, [heard](own_vertex v, vertex from) {
          heard.local().numbers[v.local()] += from;
        });
        forall_edges_at_target(g, number,
                               [heard, g](own_vertex v, vertex from, graph::weight weight) {
                                 EXPECT_EQ(g.places().home(v.number()), cluster::self());
                                 heard.local().weights[v.local()] += std::int64_t{weight} * from;
                               });
        const auto numbers =
            gather_vertices<std::uint64_t>(g, [heard] { return heard.local().numbers; });
        const auto weights =
            gather_vertices<std::int64_t>(g, [heard] { return heard.local().weights; });
        for (vertex v = 0; v < whole.vertex_count(); ++v) {
          std::uint64_t expected_numbers = 0;
          std::int64_t expected_weights = 0;
          for (const auto [u, weight] : whole.out_edges(v)) {
            expected_numbers += u;
            expected_weights += std::int64_t{weight} * u;
          }
          EXPECT_EQ(numbers[v], expected_numbers);
          EXPECT_EQ(weights[v], expected_weights);
        }
      }));
}

TEST_P(loops_on, in_neighbors_of_one_vertex_are_told) {
  const auto whole = whole_graph();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        const auto g = distributed_graph::kronecker(7, 8);
        const auto told = cluster::counter::make();
        const vertex someone = 77;
        ASSERT_GT(whole.in_degree(someone), 0u);
        cluster::finish([&] {
          cluster::spawn_on(g.places().home(someone), [g, told, someone] {
            async_to_in_neighbors(g, own_vertex(g.places().local(someone)), someone,
                                  [told](own_vertex, vertex from) { told.add(from); });
          });
        });
        EXPECT_EQ(told.value(), static_cast<std::int64_t>(someone * whole.in_degree(someone)));
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, loops_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
