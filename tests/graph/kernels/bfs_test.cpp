// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <stdexcept>
#include <stop_token>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Bfs = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Bfs, testing::Values(1u, 2u, 8u));

TEST_P(Bfs, IsRightOnAllGraphs) {
  on_all_graphs([&](const auto& g) {
    for (vertex s = 0; s < g.vertex_count(); s += 37) {
      const bfs_result r = bfs(g, s, {.loops = mixed()});
      const std::vector<vertex> sources = {s};
      ASSERT_EQ(fault_in_bfs(g, sources, r.parents.all(), r.levels.all()), "");
      const auto reached = std::ranges::count_if(r.levels, [](auto l) { return l != unreached; });
      EXPECT_EQ(r.reached, static_cast<std::size_t>(reached));
    }
  });
}

TEST_P(Bfs, IsRightInEitherDirection) {
  on_all_graphs([&](const auto& g) {
    if (g.vertex_count() == 0) return;
    const std::vector<vertex> sources = {0};
    for (const bfs_direction direction : {bfs_direction::top_down, bfs_direction::bottom_up}) {
      const bfs_result r = bfs(g, 0, {.direction = direction, .loops = mixed()});
      ASSERT_EQ(fault_in_bfs(g, sources, r.parents.all(), r.levels.all()), "");
    }
  });
}

// In one graph a large frontier has a fifth of all edges, but almost no edges to the next level:
// the search tries a step bottom up and rejects it. In the other graph 60 middle vertices lead to
// the same ends, and the ends have no edges.
TEST_P(Bfs, IsRightIfATrialDecidesTheDirection) {
  constexpr vertex near = 2000, far = 8000, reach = 10;
  std::vector<edge> rings = {{1, near + 1}};
  for (vertex v = 0; v < near; ++v) rings.push_back({0, 1 + v});
  for (vertex d = 1; d <= reach; ++d) {
    for (vertex v = 0; v < near; ++v) rings.push_back({1 + v, 1 + (v + d) % near});
    for (vertex v = 0; v < far; ++v) rings.push_back({1 + near + v, 1 + near + (v + d) % far});
  }
  const undirected_graph two = build_undirected(edges_of(1 + near + far, rings));
  constexpr vertex middle = 60, ends = 9000;
  std::vector<edge> fan;
  for (vertex m = 1; m <= middle; ++m) {
    fan.push_back({0, m});
    for (vertex v = 0; v < ends; ++v) fan.push_back({m, 1 + middle + v});
  }
  const directed_graph wide = build_directed(edges_of(1 + middle + ends, fan));
  const std::vector<vertex> sources = {0};
  const auto require_right = [&](const auto& g) {
    const bfs_result r = bfs(g, 0, {.loops = mixed()});
    EXPECT_EQ(fault_in_bfs(g, sources, r.parents.all(), r.levels.all()), "");
    EXPECT_EQ(r.reached, g.vertex_count());
  };
  require_right(two);
  require_right(wide);
}

// The graph has 1,539 levels of up to 40 vertices. One worker or all workers expand a level.
TEST_P(Bfs, IsRightOnManyShortLevels) {
  const auto g = build_undirected(without_weights(grid_edges({.width = 40, .height = 1500})));
  const std::vector<vertex> sources = {0};
  const bfs_result r = bfs(g, 0, {.loops = mixed()});
  EXPECT_EQ(fault_in_bfs(g, sources, r.parents.all(), r.levels.all()), "");
  EXPECT_EQ(r.reached, g.vertex_count());
  EXPECT_EQ(r.depth, 1538u);
}

TEST_P(Bfs, CountsFromTheNearestOfSeveralSources) {
  const undirected_graph g = kronecker_graph({.scale = 10});
  const std::vector<vertex> sources = {5, 900, 17, 5};
  const bfs_result r = bfs(g, sources, {.loops = mixed()});
  EXPECT_EQ(fault_in_bfs(g, sources, r.parents.all(), r.levels.all()), "");
}

TEST(BfsResult, HasLevelsOnRequest) {
  const directed_graph g = build_directed(edges_of(4, path_of(4)));
  const bfs_result with = bfs(g, 1);
  EXPECT_EQ(std::vector<std::uint32_t>(with.levels.begin(), with.levels.end()),
            (std::vector<std::uint32_t>{unreached, 0, 1, 2}));
  EXPECT_EQ(std::vector<vertex>(with.parents.begin(), with.parents.end()),
            (std::vector<vertex>{no_vertex, 1, 1, 2}));
  EXPECT_EQ(with.depth, 2u);
  EXPECT_EQ(with.reached, 3u);
  EXPECT_EQ(bfs(g, 1, {.levels = false}).levels.size(), 0u);
}

TEST(BfsResult, OfNoSourcesReachesNothing) {
  const undirected_graph g = build_undirected(edges_of(3, path_of(3)));
  EXPECT_EQ(bfs(g, std::span<const vertex>()).reached, 0u);
}

TEST(BfsResult, RefusesASourceThatIsNotAVertex) {
  const undirected_graph g = build_undirected(edges_of(3, path_of(3)));
  EXPECT_THROW(bfs(g, 3), std::invalid_argument);
}

TEST(BfsResult, AStopThrowsInterrupted) {
  std::stop_source source;
  source.request_stop();
  const undirected_graph g = kronecker_graph({.scale = 8});
  EXPECT_THROW(bfs(g, 0, {.loops = {.stop = source.get_token()}}), interrupted);
}

TEST(BfsCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}));
  const std::vector<vertex> sources = {0};
  std::vector<vertex> parents = {0, 0, 0, 2};
  std::vector<std::uint32_t> levels = {0, 1, 1, 2};
  EXPECT_EQ(fault_in_bfs(g, sources, parents, levels), "");
  levels[3] = 3;
  EXPECT_EQ(fault_in_bfs(g, sources, parents, levels), "vertex 3 is on level 3, not 2");
  levels[3] = 2;
  parents[3] = 1;
  EXPECT_EQ(fault_in_bfs(g, sources, parents, levels), "vertex 3 has no edge from its parent");
  parents[3] = no_vertex;
  EXPECT_EQ(fault_in_bfs(g, sources, parents, levels), "vertex 3 is reachable but has no parent");
  parents = {0, 2, 0, 2};
  EXPECT_NE(fault_in_bfs(g, sources, parents, levels), "");
}

}  // namespace
}  // namespace arcas::inline v0::graph
