// SPDX-License-Identifier: Apache-2.0
// Independent sets, colourings, topological orders.
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/colouring.h>
#include <arcas/graph/kernels/topological_order.h>

#include <algorithm>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Greedy = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Greedy, testing::Values(1u, 2u, 8u));

TEST_P(Greedy, IndependentSetsAreRightAndDependOnTheSeedAlone) {
  on_undirected_graphs([&](const undirected_graph& g) {
    const auto r = independent_set(g, {.seed = 7, .loops = mixed()});
    ASSERT_EQ(fault_in_independent_set(g, r.members.all()), "");
    EXPECT_EQ(r.size, static_cast<std::size_t>(std::ranges::count(r.members.all(), 1)));
    const auto again = independent_set(g, {.seed = 7});
    EXPECT_TRUE(std::ranges::equal(r.members.all(), again.members.all()));
  });
}

TEST_P(Greedy, ColouringsAreRightAndDependOnTheSeedAlone) {
  on_undirected_graphs([&](const undirected_graph& g) {
    const auto r = colouring(g, {.seed = 7, .loops = mixed()});
    ASSERT_EQ(fault_in_colouring(g, r.colours.all(), r.count), "");
    const auto again = colouring(g, {.seed = 7});
    EXPECT_TRUE(std::ranges::equal(r.colours.all(), again.colours.all()));
  });
}

TEST_P(Greedy, OrdersAreRightOrNameACycle) {
  on_all_graphs([&](const auto& g) {
    const auto r = topological_order(g, {.loops = mixed()});
    ASSERT_EQ(fault_in_topological_order(g, r.order, r.cycle), "");
  });
}

// Edges lead from lower to higher vertices, so there is no cycle.
TEST_P(Greedy, OrdersOfGraphsWithoutCyclesHaveAllVertices) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    edge_list list = some.make();
    std::vector<edge> upwards;
    for (const edge& e : list.edges)
      if (e.from != e.to) upwards.push_back({std::min(e.from, e.to), std::max(e.from, e.to)});
    const directed_graph g = build_directed(edges_of(list.vertex_count, upwards));
    const auto r = topological_order(g, {.loops = mixed()});
    ASSERT_EQ(fault_in_topological_order(g, r.order, r.cycle), "");
    EXPECT_EQ(r.order.size(), g.vertex_count());
    EXPECT_TRUE(r.cycle.empty());
    for (std::size_t v = 0; v < g.vertex_count(); ++v) {
      std::uint32_t longest = 0;
      for (const vertex u : g.in_neighbors(static_cast<vertex>(v)))
        longest = std::max(longest, r.levels[u] + 1);
      EXPECT_EQ(r.levels[v], longest);
    }
  }
}

TEST(GreedyResults, AreKnown) {
  const undirected_graph clique = build_undirected(edges_of(40, clique_of(40)));
  EXPECT_EQ(colouring(clique).count, 40u);
  EXPECT_EQ(independent_set(clique).size, 1u);
  const undirected_graph star = build_undirected(edges_of(300, star_of(300)));
  EXPECT_EQ(colouring(star).count, 2u);
  const undirected_graph none = build_undirected(edges_of(70, {}));
  EXPECT_EQ(colouring(none).count, 1u);
  EXPECT_EQ(independent_set(none).size, 70u);
  EXPECT_EQ(colouring(build_undirected(edges_of(0, {}))).count, 0u);
  // 0 has an edge to the cycle 1, 3, 2, from which an edge leads to 4.
  const directed_graph g = build_directed(edges_of(5, {{0, 1}, {1, 3}, {3, 2}, {2, 1}, {2, 4}}));
  const auto r = topological_order(g);
  EXPECT_EQ(r.order, std::vector<vertex>{0});
  std::vector<vertex> cycle = r.cycle;
  std::ranges::rotate(cycle, std::ranges::find(cycle, vertex{1}));
  EXPECT_EQ(cycle, (std::vector<vertex>{1, 3, 2}));
  EXPECT_EQ(r.levels[4], no_level);
}

TEST(GreedyChecks, FindWhatIsWrong) {
  const undirected_graph path = build_undirected(edges_of(4, path_of(4)));
  EXPECT_EQ(fault_in_independent_set(path, std::vector<std::uint8_t>{1, 0, 1, 0}), "");
  EXPECT_EQ(fault_in_independent_set(path, std::vector<std::uint8_t>{1, 1, 0, 1}),
            "vertex 0 is in the set, and so is a neighbour");
  EXPECT_EQ(fault_in_independent_set(path, std::vector<std::uint8_t>{0, 1, 0, 0}),
            "vertex 3 is not in the set, nor is any neighbour");
  EXPECT_EQ(fault_in_colouring(path, std::vector<std::uint32_t>{0, 1, 0, 1}, 2), "");
  EXPECT_EQ(fault_in_colouring(path, std::vector<std::uint32_t>{0, 1, 1, 0}, 2),
            "vertices 1 and 2 are neighbours of one colour");
  EXPECT_EQ(fault_in_colouring(path, std::vector<std::uint32_t>{0, 1, 0, 1}, 3),
            "no vertex has colour 2");
  const directed_graph g = build_directed(edges_of(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(fault_in_topological_order(g, std::vector<vertex>{0, 1, 2}, {}), "");
  EXPECT_EQ(fault_in_topological_order(g, std::vector<vertex>{1, 0, 2}, {}),
            "vertex 1 comes before 0, which leads to it");
  EXPECT_EQ(fault_in_topological_order(g, std::vector<vertex>{0, 1}, {}),
            "the result must be either an order of all vertices or a cycle");
}

}  // namespace
}  // namespace arcas::inline v0::graph
