// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/components.h>

#include <algorithm>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Biconnected = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Biconnected, testing::Values(1u, 2u, 8u));

std::string fault_in(const undirected_graph& g, const biconnected_result& found) {
  return fault_in_biconnected_components(g, found.edges.all(), found.blocks.all(),
                                         found.articulation.all());
}

TEST_P(Biconnected, EqualsTheResultOfADepthFirstSearch) {
  on_undirected_graphs([&](const undirected_graph& g) {
    EXPECT_EQ(fault_in(g, biconnected_components(g, {.loops = mixed()})), "");
  });
}

// Sparse graphs have many blocks of many shapes: trees, long cycles, cycles that share a vertex.
TEST_P(Biconnected, IsRightForSparseGraphs) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto g = build_undirected(random_edges(3000, 2500 + 100 * seed, seed));
    EXPECT_EQ(fault_in(g, biconnected_components(g, {.loops = usual()})), "");
  }
}

// Two triangles that share vertex 2, and a bridge from 4 to 5.
TEST_P(Biconnected, NumbersBlocksByTheirFirstEdges) {
  const auto g = build_undirected(
      edges_of(6, {{3, 4}, {4, 2}, {2, 3}, {0, 1}, {1, 2}, {2, 0}, {5, 4}, {5, 5}, {4, 5}}));
  const biconnected_result found = biconnected_components(g, {.loops = mixed()});
  EXPECT_EQ(found.block_count, 3u);
  EXPECT_EQ(found.bridge_count, 1u);
  EXPECT_EQ(std::vector(found.blocks.begin(), found.blocks.end()),
            (std::vector<edge_index>{0, 0, 0, 1, 1, 1, 2}));
  EXPECT_EQ(std::vector(found.articulation.begin(), found.articulation.end()),
            (std::vector<std::uint8_t>{0, 0, 1, 0, 1, 0}));
}

TEST_P(Biconnected, StopsOnRequest) {
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)biconnected_components(kronecker_graph({.scale = 8}), {.loops = loops}),
               interrupted);
}

TEST(BiconnectedCheck, FindsWhatIsWrong) {
  const auto g = build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  const std::vector<edge> edges{{0, 1}, {0, 2}, {1, 2}, {2, 3}};
  using numbers = std::vector<edge_index>;
  using flags = std::vector<std::uint8_t>;
  const flags right{0, 0, 1, 0};
  EXPECT_EQ(fault_in_biconnected_components(g, edges, numbers{0, 0, 0, 1}, right), "");
  EXPECT_EQ(fault_in_biconnected_components(g, edges, numbers{0, 0, 1, 1}, right),
            "edge 1-2 is not in the block of an edge that is on a cycle with it");
  EXPECT_EQ(fault_in_biconnected_components(g, edges, numbers{0, 0, 0, 0}, right),
            "edge 2-3 is the first edge of a block, whose number must be 1");
  EXPECT_EQ(fault_in_biconnected_components(g, edges, numbers{0, 0, 0, 1}, flags{0, 1, 1, 0}),
            "vertex 1 is not an articulation point");
  EXPECT_EQ(fault_in_biconnected_components(g, edges, numbers{0, 0, 0, 1}, flags{0, 0, 0, 0}),
            "vertex 2 is an articulation point");
}

}  // namespace
}  // namespace arcas::inline v0::graph
