// SPDX-License-Identifier: Apache-2.0
// Random walks over ranks are those of one process, with and without hubs and weights.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/walked_rows.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class walks_on : public testing::TestWithParam<rank_id> {};

void walks_are_equal(const distributed_graph& g, const auto& whole,
                     const std::vector<vertex>& starts,
                     const graph::random_walks_options& options) {
  const auto found = random_walks(g, starts, options);
  const auto expected = graph::random_walks(whole, starts, options);
  ASSERT_EQ(found.walks, expected.walks);
  const std::size_t n = expected.visited.size();
  EXPECT_TRUE(std::ranges::equal(found.slice(0, n), expected.visited.all()));
  EXPECT_TRUE(std::ranges::equal(found.slice(n / 3, n / 2),
                                 expected.visited.all().subspan(n / 3, n / 2 - n / 3)));
  std::vector<std::uint64_t> visits(g.vertex_count());
  for (const vertex v : expected.visited.all())
    if (v != graph::no_vertex) ++visits[v];
  EXPECT_EQ(found.visits.gathered(), visits);
  EXPECT_EQ(found.steps_taken + found.walks,
            std::accumulate(visits.begin(), visits.end(), std::uint64_t{0}));
  found.end();
}

const std::vector<graph::random_walks_options>& walk_options() {
  static const std::vector<graph::random_walks_options> all{
      {.steps = 9, .per_start = 3, .seed = 5},
      {.steps = 8, .p = 0.5, .q = 2},
      {.steps = 7, .per_start = 2, .p = 4, .q = 0.25},
      {.steps = 6, .p = 40, .q = 50},    // most draws are refused
      {.steps = 5, .p = 1e9, .q = 1e9},  // all: steps are drawn from whole rows
      {.steps = 4, .q = 1e-9},
      {.steps = 0}};
  return all;
}

TEST_P(walks_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 7, .edge_factor = 6});
  std::vector<vertex> starts(whole.vertex_count());
  std::iota(starts.begin(), starts.end(), vertex{0});
  on_kronecker_graphs(GetParam(), 7, 6, [&](const distributed_graph& g) {
    for (const auto& options : walk_options()) walks_are_equal(g, whole, starts, options);
    walks_are_equal(g, whole, {7, 3, 7}, walk_options()[0]);
    walks_are_equal(g, whole, {}, walk_options()[0]);
  });
}

// A directed graph with parallel edges, vertices without out-edges, and an edge of weight 0.
TEST_P(walks_on, graphs_with_weights) {
  std::string text = "7 400 0\n";
  for (unsigned i = 0; i < 500; ++i)
    text += std::to_string(i * i % 61) + ' ' + std::to_string(i * 7 % 83) + ' ' +
            std::to_string(i % 11) + ".5\n";
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  using directed = graph::basic_graph<graph::real_weight, true>;
  const auto whole = graph::read_graph<directed>(path);
  std::vector<vertex> starts(whole.vertex_count());
  std::iota(starts.begin(), starts.end(), vertex{0});
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{2}, edge_index{12}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<graph::real_weight>(path),
                                               {.hub_degree = hub_degree});
          for (graph::random_walks_options options : walk_options()) {
            walks_are_equal(g, whole, starts, options);
            options.weighted = true;
            walks_are_equal(g, whole, starts, options);
          }
          g.end();
        }
      }));
}

// The ranks copy rows of hubs; without .weighted, not their weights.
TEST_P(walks_on, weights_are_copied_only_to_be_read) {
  const graph::scratch_file file("0 1 2\n0 2 2\n0 3 2\n1 2 2\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto g = distributed_graph::of(*read_edges<graph::weight>(path), {.hub_degree = 2});
        for (const bool weighted : {false, true}) {
          detail::walked_rows rows;
          rows.copy_hubs(g, weighted);  // on the home of vertex 0
          EXPECT_EQ(rows.hubs.targets.size(), cluster::ranks() == 1 ? 0u : 3u);
          EXPECT_EQ(rows.hubs.weights.size(), weighted ? rows.hubs.targets.size() : 0u);
        }
        g.end();
      }));
}

TEST_P(walks_on, what_one_process_refuses) {
  const graph::scratch_file file("0 1 2\n1 0 -1\n2 1 1\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto g = distributed_graph::of(*read_edges<graph::weight>(path), {});
        const std::vector<vertex> starts{0, 1}, wrong{3};
        EXPECT_THROW(random_walks(g, starts, {.weighted = true}), graph::vertex_error);
        EXPECT_THROW(random_walks(g, wrong), std::invalid_argument);
        EXPECT_THROW(random_walks(g, starts, {.p = 0}), std::invalid_argument);
        g.end();
        const auto h = distributed_graph::kronecker(4, 4);
        EXPECT_THROW(random_walks(h, starts, {.weighted = true}), std::invalid_argument);
        h.end();
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, walks_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
