// SPDX-License-Identifier: Apache-2.0
// Results stay the same if the limit for hubs is so low that vertices with few arcs are hubs, too.
// Most arcs are then distributed over the ranks.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster/structures/reducer.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/pagerank.h>

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace arcas::inline v0::cluster_graph {
namespace {

constexpr row_options rows_with_hubs(edge_index hub_degree) {
  return {.both_ways = true,
          .drop_duplicates = true,
          .drop_self_loops = true,
          .hub_degree = hub_degree};
}

// Each vertex i of a hundred leads to i + 1, i + 4, i + 9, i + 16 and i + 25 (modulo 100) and to
// vertex 13; vertex 77 leads to all vertices.
std::string directed_text() {
  std::string text;
  const auto line = [&text](unsigned from, unsigned to, unsigned weight) {
    text += std::to_string(from) + ' ' + std::to_string(to) + ' ' + std::to_string(weight) + '\n';
  };
  for (unsigned i = 0; i < 100; ++i) {
    for (unsigned step = 1; step < 6; ++step) {
      line(i, (i + step * step) % 100, i % 7 + step);
    }
    line(i, 13, 40);
    line(77, i, 9);
  }
  return text;
}

class hubs_on : public testing::TestWithParam<rank_id> {};

TEST_P(hubs_on, hubs_are_spread_evenly_and_keep_their_degree) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 16});
  cluster::run_virtual(
      virtual_ranks(GetParam(), 1), cluster::job([&] {
        const auto g = distributed_graph::of(draw_kronecker_edges(8, 16), rows_with_hubs(40));
        EXPECT_EQ(g.arc_count(), whole.arc_count());
        std::size_t hubs = 0;
        for (vertex v = 0; v < whole.vertex_count(); ++v) {
          EXPECT_EQ(g.out_degree(v), whole.out_degree(v));
          hubs += whole.out_degree(v) >= 40;
        }
        EXPECT_GT(hubs, 10u);
        EXPECT_EQ(g.local().out_hubs().hubs.size(), cluster::ranks() == 1 ? 0 : hubs);
        const auto arcs = cluster::counter::make();
        const auto ends = cluster::counter::make();
        forall_edges(g, [arcs, ends](vertex from, vertex to) {
          arcs.add(1);
          ends.add(from + 3 * to);
        });
        std::int64_t expected = 0;
        for (vertex u = 0; u < whole.vertex_count(); ++u) {
          for (const vertex v : whole.out_neighbors(u)) expected += u + 3 * v;
        }
        EXPECT_EQ(arcs.value(), static_cast<std::int64_t>(whole.arc_count()));
        EXPECT_EQ(ends.value(), expected);
      }));
}

TEST_P(hubs_on, kernels_without_weights_are_those_of_one_machine) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 8});
  const std::vector<vertex> some{1, 5, 77, 90};
  cluster::run_virtual(
      virtual_ranks(GetParam(), 2), cluster::job([&] {
        for (const edge_index hub_degree : {1, 20}) {
          const auto g =
              distributed_graph::of(draw_kronecker_edges(8, 8), rows_with_hubs(hub_degree));
          for (const auto direction :
               {graph::bfs_direction::bottom_up, graph::bfs_direction::top_down}) {
            const auto found = bfs(g, 5, {.direction = direction});
            const vertex sources[] = {5};
            EXPECT_EQ(graph::fault_in_bfs(whole, sources, found.parents.gathered(),
                                          found.levels.gathered()),
                      "");
          }
          EXPECT_EQ(graph::fault_in_components(whole, components(g).labels.gathered()), "");
          EXPECT_EQ(graph::fault_in_triangles(whole, count_triangles(g)), "");
          const auto ranked = pagerank(g, {.tolerance = 1e-9}).scores.gathered();
          const auto expected_ranks =
              graph::pagerank(whole, {.tolerance = 1e-9, .order = graph::pagerank_order::jacobi});
          const auto between = betweenness(g, some).scores.gathered();
          const auto expected_between = graph::betweenness(whole, some);
          for (vertex v = 0; v < whole.vertex_count(); ++v) {
            ASSERT_NEAR(ranked[v], expected_ranks.scores[v], 1e-12);
            ASSERT_NEAR(between[v], expected_between.scores[v],
                        1e-12 * expected_between.scores[v] + 1e-15);
          }
          g.end();
        }
      }));
}

TEST_P(hubs_on, directed_graphs_with_weights_are_those_of_one_machine) {
  const graph::scratch_file file(directed_text(), ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::weighted_directed_graph>(path);
  const auto plain = graph::read_graph<graph::directed_graph>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        for (const edge_index hub_degree : {2, 8, 50}) {
          const auto g = distributed_graph::of(*read_edges<graph::weight>(path),
                                               {.both_ways = false, .hub_degree = hub_degree});
          EXPECT_EQ(g.arc_count(), whole.arc_count());
          EXPECT_EQ(graph::fault_in_distances(whole, 3, sssp(g, 3).distances.gathered()), "");
          const vertex sources[] = {3};
          const auto found = bfs(g, 3, {.direction = graph::bfs_direction::bottom_up});
          EXPECT_EQ(graph::fault_in_bfs(plain, sources, found.parents.gathered(),
                                        found.levels.gathered()),
                    "");
          EXPECT_EQ(graph::fault_in_components(plain, components(g).labels.gathered()), "");
          std::vector<vertex> all(g.vertex_count());
          std::iota(all.begin(), all.end(), vertex{0});
          const auto between = betweenness(g, all).scores.gathered();
          const auto expected = graph::betweenness(plain, all);
          for (vertex v = 0; v < whole.vertex_count(); ++v) {
            ASSERT_NEAR(between[v], expected.scores[v], 1e-12 * expected.scores[v] + 1e-15);
          }
          g.end();
        }
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, hubs_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
