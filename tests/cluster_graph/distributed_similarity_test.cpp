// SPDX-License-Identifier: Apache-2.0
// Similarities over ranks are those of one process to the last bit, with and without hubs.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class similarity_on : public testing::TestWithParam<rank_id> {};

std::vector<graph::edge> pairs_among(vertex n) {
  std::vector<graph::edge> pairs;
  for (vertex i = 0; i < 500; ++i) {
    const vertex u = i * 7 % n, v = (i * i + 1) % n;
    if (u != v) pairs.push_back({u, v});
  }
  return pairs;
}

void same_as_in_one_process(const distributed_graph& g, const graph::undirected_view& whole) {
  ASSERT_EQ(g.vertex_count(), whole.vertex_count());
  const std::vector<graph::edge> pairs = pairs_among(static_cast<vertex>(whole.vertex_count()));
  using enum graph::similarity_measure;
  for (const graph::similarity_measure measure : {jaccard, adamic_adar, common_neighbors}) {
    EXPECT_TRUE(std::ranges::equal(similarities(g, pairs, {.measure = measure}),
                                   graph::similarities(whole, pairs, {.measure = measure}).all()));
    for (const bool neighbors : {false, true}) {
      const graph::most_similar_options options{
          .measure = measure, .count = 4, .neighbors = neighbors};
      const auto found = most_similar(g, options);
      const auto expected = graph::most_similar(whole, options);
      ASSERT_EQ(found.columns.size(), expected.columns.size());
      for (std::size_t c = 0; c < expected.columns.size(); ++c) {
        EXPECT_TRUE(std::ranges::equal(found.columns[c].vertices.gathered(),
                                       expected.columns[c].vertices.all()));
        EXPECT_TRUE(std::ranges::equal(found.columns[c].scores.gathered(),
                                       expected.columns[c].scores.all()));
      }
      found.end();
    }
  }
}

TEST_P(similarity_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 8});
  on_kronecker_graphs(GetParam(), 8, 8,
                      [&](const distributed_graph& g) { same_as_in_one_process(g, whole); });
}

// For most vertices, the rows of all neighbours together have more arcs than a block of rows.
TEST_P(similarity_on, more_rows_than_a_block) {
  if (GetParam() == 7) return;
  const auto whole = graph::kronecker_graph({.scale = 10, .edge_factor = 64});
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         const auto g = distributed_graph::kronecker(10, 64);
                         const auto found = most_similar(g, {.count = 2});
                         const auto expected = graph::most_similar(whole, {.count = 2});
                         for (std::size_t c = 0; c < 2; ++c) {
                           EXPECT_TRUE(std::ranges::equal(found.columns[c].vertices.gathered(),
                                                          expected.columns[c].vertices.all()));
                           EXPECT_TRUE(std::ranges::equal(found.columns[c].scores.gathered(),
                                                          expected.columns[c].scores.all()));
                         }
                         found.end();
                         g.end();
                       }));
}

// Parallel edges count once, self-loops do not count, and weights are not read.
TEST_P(similarity_on, graphs_with_parallel_edges_and_loops) {
  std::string text = "40 60 1\n";
  for (unsigned i = 0; i < 300; ++i)
    text += std::to_string(i * i % 37) + ' ' + std::to_string(i * 5 % 29) + " 1\n";
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto weighted = graph::read_graph<graph::weighted_undirected_graph>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 5), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{3}, edge_index{12}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<graph::weight>(path),
                                               {.both_ways = true, .hub_degree = hub_degree});
          same_as_in_one_process(g, weighted);
          g.end();
        }
      }));
}

TEST_P(similarity_on, small_graphs_and_wrong_arguments) {
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         const auto made = [](std::size_t n) {
                           return distributed_graph::of_whole([n] {
                             return graph::build_undirected(graph::edge_list{n, {}, {}});
                           });
                         };
                         for (const std::size_t n : {0, 1, 2}) {
                           const auto g = made(n);
                           const auto found = most_similar(g);
                           EXPECT_EQ(found.columns.size(), n < 2 ? 0u : 1u);
                           found.end();
                           EXPECT_TRUE(similarities(g, {}).empty());
                           EXPECT_THROW((void)most_similar(g, {.count = 0}), std::invalid_argument);
                           EXPECT_THROW((void)similarities(g, std::vector<graph::edge>{{0, 2}}),
                                        std::invalid_argument);
                           g.end();
                         }
                         const auto g = distributed_graph::of_whole(
                             [] { return graph::build_directed(graph::edge_list{3, {}, {}}); });
                         EXPECT_THROW((void)most_similar(g), std::invalid_argument);
                         EXPECT_THROW((void)similarities(g, {}), std::invalid_argument);
                         g.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, similarity_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
