// SPDX-License-Identifier: Apache-2.0
// The diameter and the eccentricities over ranks are those of one process, and so is the number of
// searches.
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

class diameter_on : public testing::TestWithParam<rank_id> {};

struct seen_searches final : graph::diameter_observer {
  void searched(std::size_t searches, std::size_t open, std::uint32_t diameter) override {
    seen.push_back({searches, open, diameter});
  }
  std::vector<std::vector<std::size_t>> seen;
};

void expect_equal_ends(const graph::diameter_end& found, const graph::diameter_end& expected) {
  EXPECT_EQ(found.diameter, expected.diameter);
  EXPECT_EQ(found.from, expected.from);
  EXPECT_EQ(found.to, expected.to);
  EXPECT_EQ(found.searches, expected.searches);
}

void diameters_are_equal(const distributed_graph& g, const graph::undirected_view& whole) {
  seen_searches seen, expected_seen;
  expect_equal_ends(diameter(g, {.observer = &seen}),
                    graph::diameter(whole, {.observer = &expected_seen}));
  EXPECT_EQ(seen.seen, expected_seen.seen);
  const auto found = eccentricities(g);
  const auto expected = graph::eccentricities(whole);
  expect_equal_ends(found, expected);
  EXPECT_TRUE(std::ranges::equal(found.eccentricities.gathered(), expected.eccentricities.all()));
  found.end();
}

// hubs: whether to test also a graph whose hubs have few arcs.
void diameters_equal_for(const std::string& text, rank_id ranks, bool hubs = true) {
  const graph::scratch_file file(text, ".el");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::undirected_graph>(path);
  cluster::run_virtual(virtual_ranks(ranks, 1), cluster::job([&] {
                         for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
                           if (!hubs && hub_degree == 3) continue;
                           const auto g =
                               distributed_graph::of(*read_edges<graph::unweighted>(path),
                                                     {.both_ways = true, .hub_degree = hub_degree});
                           diameters_are_equal(g, whole);
                           g.end();
                         }
                       }));
}

std::string step_between(unsigned from, unsigned to) {
  return std::to_string(from) + ' ' + std::to_string(to) + '\n';
}
std::string path_from(unsigned first, unsigned steps) {
  std::string text;
  for (unsigned i = 0; i < steps; ++i) text += step_between(first + i, first + i + 1);
  return text;
}

TEST_P(diameter_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 11, .edge_factor = 4});
  on_kronecker_graphs(GetParam(), 11, 4,
                      [&](const distributed_graph& g) { diameters_are_equal(g, whole); },
                      {20, automatic_hub_degree});
}

// Small components with parallel edges, loops, and equal diameters.
TEST_P(diameter_on, small_components) {
  std::string text =
      path_from(0, 12) + path_from(40, 12) + path_from(100, 3) + "30 30\n31 31\n31 31\n";
  for (unsigned i = 0; i < 60; ++i) text += step_between(200 + i * i % 13, 200 + i * 5 % 17);
  diameters_equal_for(text, GetParam());
  diameters_equal_for("5 5\n", GetParam());
}

// A path of 30 edges, and a tree that all ranks search. The path has the greatest diameter.
TEST_P(diameter_on, large_and_small_components) {
  std::string text = path_from(0, 30);
  for (unsigned i = 40; i < 1240; ++i) text += step_between(i, i < 44 ? 40 : 40 + (i - 40) / 3);
  diameters_equal_for(text, GetParam());
}

// A path of many steps, whose middle is the source of the third search.
TEST_P(diameter_on, a_long_path) {
  diameters_equal_for(path_from(0, 1100), GetParam(), false);
}

TEST_P(diameter_on, directed_graphs_are_refused) {
  const graph::scratch_file file("0 1\n", ".el");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         EXPECT_THROW(diameter(g), std::invalid_argument);
                         EXPECT_THROW(eccentricities(g), std::invalid_argument);
                         g.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, diameter_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
