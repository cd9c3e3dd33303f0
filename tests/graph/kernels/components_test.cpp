// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/vertex_bits.h>

#include <algorithm>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Components = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Components, testing::Values(1u, 2u, 8u));

TEST_P(Components, AreRightOnAllGraphs) {
  on_all_graphs([&](const auto& g) {
    const components_result r = components(g, {.loops = mixed()});
    ASSERT_EQ(fault_in_components(g, r.labels.all()), "");
    for (std::size_t v = 0; v < r.labels.size(); ++v) ASSERT_LE(r.labels[v], v);
  });
}

TEST_P(Components, AreRightIfStrong) {
  on_all_graphs([&](const auto& g) {
    const components_result r = strong_components(g, {.loops = mixed()});
    ASSERT_EQ(fault_in_strong_components(g, r.labels.all()), "");
    for (std::size_t v = 0; v < r.labels.size(); ++v) ASSERT_LE(r.labels[v], v);
  });
}

// A chain of cycles, which neither trimming nor one sweep separates.
TEST_P(Components, OfAChainOfCyclesAreTheCycles) {
  std::vector<edge> edges;
  for (vertex c = 0; c < 60; ++c) {
    const vertex first = 3 * ((c * 37) % 60);
    edges.insert(edges.end(), {{first, first + 1}, {first + 1, first + 2}, {first + 2, first}});
    if (c != 0) edges.push_back({3 * (((c - 1) * 37) % 60), first});
  }
  const directed_graph g = build_directed(edges_of(180, edges));
  const components_result r = strong_components(g, {.loops = mixed()});
  EXPECT_EQ(fault_in_strong_components(g, r.labels.all()), "");
  EXPECT_EQ(component_sizes(r.labels.all()).size(), 60u);
}

// Cliques of consecutive vertices, of which some have an edge to the next clique. For this graph
// the kernel uses links instead of a flood.
TEST_P(Components, OfCliquesInARowAreRight) {
  constexpr vertex size = 12;
  constexpr vertex cliques = 200;
  std::vector<edge> edges;
  for (vertex c = 0; c < cliques; ++c) {
    for (const edge& e : clique_of(size)) edges.push_back({c * size + e.from, c * size + e.to});
    if (c % 5 != 0) edges.push_back({c * size, c * size - 1});
  }
  const components_result r =
      components(build_undirected(edges_of(size * cliques, edges)), {.loops = mixed()});
  EXPECT_EQ(component_sizes(r.labels.all()).size(), cliques / 5);
  for (std::size_t v = 0; v < r.labels.size(); ++v) {
    ASSERT_EQ(r.labels[v], v / (5 * size) * (5 * size));
  }
}

TEST_P(Components, FloodsReachOnlyConnectedVertices) {
  on_all_graphs([&](const auto& g) {
    if (g.vertex_count() == 0) return;
    const components_result r = components(g);
    const vertex_bits inside = flooded(g, 0, mixed());
    EXPECT_TRUE(inside.test(0));
    for (std::size_t v = 0; v < g.vertex_count(); ++v) {
      if (inside.test(static_cast<vertex>(v))) {
        ASSERT_EQ(r.labels[v], r.labels[0]);
      }
    }
  });
}

TEST(ComponentSizes, AreInDescendingOrder) {
  const std::vector<vertex> labels = {0, 1, 1, 0, 4, 1};
  const auto sizes = component_sizes(labels);
  ASSERT_EQ(sizes.size(), 3u);
  EXPECT_EQ(sizes[0].label, 1u);
  EXPECT_EQ(sizes[0].vertices, 3u);
  EXPECT_EQ(sizes[1].vertices, 2u);
  EXPECT_EQ(sizes[2].label, 4u);
  EXPECT_TRUE(component_sizes({}).empty());
}

TEST(ComponentsCheck, FindsWhatIsWrong) {
  const directed_graph g = build_directed(edges_of(4, {{0, 1}, {1, 0}, {1, 2}}));
  const std::vector<vertex> weak = {0, 0, 0, 3};
  const std::vector<vertex> strong = {0, 0, 2, 3};
  EXPECT_EQ(fault_in_components(g, weak), "");
  EXPECT_EQ(fault_in_strong_components(g, strong), "");
  EXPECT_EQ(fault_in_components(g, strong), "vertex 2 does not have the label of its component");
  EXPECT_EQ(fault_in_strong_components(g, weak), "vertex 2 has the label of another component");
  EXPECT_NE(fault_in_components(g, std::vector<vertex>{3, 3, 3, 0}), "");
}

}  // namespace
}  // namespace arcas::inline v0::graph
