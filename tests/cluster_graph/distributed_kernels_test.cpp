// SPDX-License-Identifier: Apache-2.0
// The kernels over ranks, compared with those of one machine and with the serial checkers.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/pagerank.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace arcas::inline v0::cluster_graph {
namespace {

class on_ranks : public testing::TestWithParam<rank_id> {};

void same_as_on_one_machine(const distributed_graph& g, const graph::undirected_graph& whole) {
  EXPECT_EQ(g.vertex_count(), whole.vertex_count());
  EXPECT_EQ(g.arc_count(), whole.arc_count());
  for (vertex v = 0; v < 50; ++v) EXPECT_EQ(g.out_degree(v), whole.out_degree(v));

  for (const vertex source : {vertex{0}, vertex{77}}) {
    const auto found = bfs(g, source);
    const auto expected = graph::bfs(whole, source);
    const vertex sources[] = {source};
    EXPECT_EQ(
        graph::fault_in_bfs(whole, sources, found.parents.gathered(), found.levels.gathered()), "");
    EXPECT_EQ(found.reached, expected.reached);
    EXPECT_EQ(found.depth, expected.depth);
    const auto downwards = bfs(g, source, {.direction = graph::bfs_direction::top_down});
    EXPECT_EQ(graph::fault_in_bfs(whole, sources, downwards.parents.gathered(),
                                  downwards.levels.gathered()),
              "");
    EXPECT_EQ(downwards.levels.gathered(), found.levels.gathered());
  }

  const auto ranked = pagerank(g, {.tolerance = 1e-9});
  const std::vector<double> scores = ranked.scores.gathered();
  const auto expected =
      graph::pagerank(whole, {.tolerance = 1e-9, .order = graph::pagerank_order::jacobi});
  EXPECT_EQ(ranked.iterations, expected.iterations);
  for (vertex v = 0; v < whole.vertex_count(); ++v) {
    ASSERT_NEAR(scores[v], expected.scores[v], 1e-12 * expected.scores[v] + 1e-18);
  }
}

TEST_P(on_ranks, bfs_and_pagerank_are_those_of_one_machine) {
  const auto whole = graph::kronecker_graph({.scale = 9, .edge_factor = 8});
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&whole] {
                         const auto g = distributed_graph::kronecker(9, 8);
                         same_as_on_one_machine(g, whole);
                         g.end();
                       }));
}

TEST_P(on_ranks, a_file_is_read_by_all) {
  const graph::scratch_file file("0 1\n1 2\n2 0\n2 3\n5 4\n", ".el");
  cluster::run_virtual(virtual_ranks(GetParam(), 4), cluster::job([&file] {
                         const auto g = distributed_graph::read(file.path());
                         EXPECT_EQ(g.vertex_count(), 6u);
                         EXPECT_EQ(g.arc_count(), 5u);
                         EXPECT_EQ(g.vertex_of(5), vertex{5});
                         EXPECT_EQ(g.vertex_of(6), std::nullopt);
                         EXPECT_EQ(g.original_id(4), 4u);
                         const auto found = bfs(g, 0);
                         const std::vector<std::uint32_t> levels{
                             0, 1, 2, 3, graph::unreached, graph::unreached};
                         EXPECT_EQ(found.levels.gathered(), levels);
                         EXPECT_EQ(found.reached, 4u);
                         const auto ranked = pagerank(g);
                         double total = 0;
                         for (const double s : ranked.scores.gathered()) total += s;
                         EXPECT_NEAR(total, 1, 1e-12);
                       }));
}

// A bottom-up step looks for the parent of a vertex among its in-neighbours.
TEST_P(on_ranks, a_directed_graph_is_searched_both_ways) {
  std::string text;
  for (unsigned i = 0; i < 100; ++i) {
    for (unsigned step = 1; step < 6; ++step) {
      text += std::to_string(i) + ' ' + std::to_string((i + step * step) % 100) + '\n';
    }
  }
  const graph::scratch_file file(text, ".el");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::directed_graph>(path);
  cluster::run_virtual(virtual_ranks(GetParam(), 6), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         const vertex sources[] = {13};
                         const graph::bfs_options up{.direction = graph::bfs_direction::bottom_up};
                         const auto tree = bfs(g, 13, up);
                         EXPECT_GT(tree.bottom_up_levels, 0u);
                         EXPECT_EQ(tree.reached, 100u);
                         tree.end();
                         const auto found = bfs(g, 13, up);
                         EXPECT_EQ(graph::fault_in_bfs(whole, sources, found.parents.gathered(),
                                                       found.levels.gathered()),
                                   "");
                       }));
}

TEST_P(on_ranks, what_makes_no_sense_is_refused) {
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([] {
                         const auto g = distributed_graph::kronecker(4, 2);
                         EXPECT_THROW(bfs(g, 16), std::invalid_argument);
                         EXPECT_THROW(pagerank(g, {.damping = 1}), std::invalid_argument);
                         EXPECT_THROW(pagerank(g, {.tolerance = -1}), std::invalid_argument);
                         EXPECT_THROW(pagerank(g, {.max_iterations = 0}), std::invalid_argument);
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, on_ranks, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
