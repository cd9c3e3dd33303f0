// SPDX-License-Identifier: Apache-2.0
// The uniform and the grid generator, and weights drawn at random.
#include <arcas/graph/edge_list.h>
#include <arcas/graph/generators.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

TEST(Uniform, EveryVertexIsEquallyLikely) {
  const edge_list list = uniform_edges({.scale = 8, .edge_factor = 256});
  EXPECT_EQ(list.vertex_count, 256u);
  EXPECT_EQ(list.edges.size(), 65536u);
  std::vector<std::size_t> ends(256);
  for (const edge& e : list.edges) {
    ++ends[e.from];
    ++ends[e.to];
  }
  for (const std::size_t count : ends) {
    EXPECT_NEAR(static_cast<double>(count), 512, 6 * std::sqrt(512.0));
  }
}

TEST(Uniform, OneSeedIsOneGraph) {
  EXPECT_EQ(listed(uniform_edges({.scale = 6}).edges), listed(uniform_edges({.scale = 6}).edges));
  EXPECT_NE(listed(uniform_edges({.scale = 6}).edges),
            listed(uniform_edges({.scale = 6, .seed = 1}).edges));
}

TEST(Uniform, IsSimpleAndUndirected) {
  const undirected_graph g = uniform_graph({.scale = 6});
  EXPECT_EQ(g.arc_count(), 2 * g.edge_count());
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    ASSERT_TRUE(std::ranges::adjacent_find(g.neighbors(v)) == g.neighbors(v).end());
    ASSERT_FALSE(std::ranges::binary_search(g.neighbors(v), v));
  }
}

TEST(Uniform, RefusesOptionsThatMakeNoGraph) {
  EXPECT_THROW(uniform_edges({.scale = 0}), std::invalid_argument);
  EXPECT_THROW(uniform_edges({.scale = 32}), std::invalid_argument);
  EXPECT_THROW(uniform_edges({.edge_factor = 0}), std::invalid_argument);
}

std::size_t reached(const weighted_undirected_graph& g) {
  std::vector<bool> seen(g.vertex_count());
  std::vector<vertex> waiting{0};
  seen[0] = true;
  std::size_t count = 0;
  while (!waiting.empty()) {
    const vertex v = waiting.back();
    waiting.pop_back();
    ++count;
    for (const vertex u : g.neighbors(v)) {
      if (!seen[u]) waiting.push_back(u);
      seen[u] = true;
    }
  }
  return count;
}

TEST(Grid, IsConnectedForEveryShape) {
  for (const auto& [width, height] : {std::pair{1u, 1u}, {7u, 1u}, {1u, 7u}, {20u, 30u}}) {
    const auto g = grid_graph({.width = width, .height = height, .extra = 0});
    EXPECT_EQ(g.edge_count(), g.vertex_count() - 1);  // a tree
    EXPECT_EQ(reached(g), g.vertex_count());
  }
}

TEST(Grid, StreetsJoinNeighboursOfTheLattice) {
  const weighted_edge_list list = grid_edges({.width = 40, .height = 25, .extra = 0.5});
  for (const weighted_edge& e : list.edges) {
    const int dx = static_cast<int>(e.from % 40) - static_cast<int>(e.to % 40);
    const int dy = static_cast<int>(e.from / 40) - static_cast<int>(e.to / 40);
    ASSERT_EQ(std::abs(dx) + std::abs(dy), 1);
    ASSERT_GE(e.weight, 1000 - 2 * 333 - 1);
    ASSERT_LE(e.weight, 1803);  // if both ends are a third of a step off, in the worst direction
  }
}

TEST(Grid, ExtraSetsTheNumberOfStreets) {
  const auto streets = [](double extra) {
    return static_cast<double>(
        grid_edges({.width = 100, .height = 100, .extra = extra}).edges.size());
  };
  EXPECT_EQ(streets(1), 2 * 100 * 99);
  EXPECT_NEAR(streets(0.35), 9999 + 0.35 * 99 * 99, 6 * std::sqrt(0.35 * 0.65 * 9801));
  const grid_options scaled = grid_of_scale(5);
  EXPECT_EQ(scaled.width * scaled.height, 32u);
}

TEST(Grid, RefusesOptionsThatMakeNoGrid) {
  EXPECT_THROW(grid_edges({.width = 0}), std::invalid_argument);
  EXPECT_THROW(grid_edges({.width = 1u << 16, .height = 1u << 16}), std::invalid_argument);
  EXPECT_THROW(grid_edges({.extra = 1.5}), std::invalid_argument);
  EXPECT_THROW(grid_of_scale(32), std::invalid_argument);
}

TEST(RandomWeights, AreEvenAndTheSameBothWays) {
  const edge_list list = uniform_edges({.scale = 10});
  const weighted_edge_list weighted = with_random_weights(list, {.most = 4});
  std::vector<double> seen(5);
  for (const weighted_edge& e : weighted.edges) {
    ASSERT_TRUE(e.weight >= 1 && e.weight <= 4);
    ++seen[static_cast<std::size_t>(e.weight)];
    ASSERT_EQ(e.weight, random_weight_of(e.to, e.from, {.most = 4}));
  }
  const double expected = static_cast<double>(list.edges.size()) / 4;
  for (std::size_t w = 1; w <= 4; ++w) EXPECT_NEAR(seen[w], expected, 8 * std::sqrt(expected));
  EXPECT_EQ(listed(without_weights(weighted).edges), listed(list.edges));
  EXPECT_THROW(with_random_weights(list, {.most = 0}), std::invalid_argument);
}

// Compares with recorded values. If a generator has changed, or depends on the workers, it makes
// other graphs.
TEST(Generators, MakeTheRecordedGraphs) {
  std::uint64_t print = 0;
  for (const edge& e : uniform_edges({.scale = 10}).edges)
    print = print * 31 + (e.from ^ e.to << 10);
  EXPECT_EQ(print, 6302680005094908936u);
  print = 0;
  for (const weighted_edge& e : grid_edges({.width = 50, .height = 50}).edges) {
    print = print * 31 + (e.from ^ e.to << 12) + static_cast<std::uint64_t>(e.weight);
  }
  EXPECT_EQ(print, 18326144865553175916u);
}

}  // namespace
}  // namespace arcas::inline v0::graph
