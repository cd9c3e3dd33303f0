// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/distances.h>

#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Diameter = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Diameter, testing::Values(1u, 2u, 8u));

TEST_P(Diameter, IsRightAndTheSameForAllWorkers) {
  on_undirected_graphs([&](const undirected_graph& g) {
    const diameter_result found = diameter(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_diameter(g, found.diameter, found.from, found.to), "");
    const diameter_result all = eccentricities(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_eccentricities(g, all.eccentricities.all()), "");
    EXPECT_EQ(all.diameter, found.diameter);
    const diameter_result again = diameter(g);
    EXPECT_EQ(std::tuple(again.from, again.to, again.searches),
              std::tuple(found.from, found.to, found.searches));
  });
}

// One component of thousands of vertices, which all workers search together, and many components of
// a few vertices.
TEST_P(Diameter, OfManyComponentsIsTheGreatest) {
  std::vector<edge> edges = path_of(3000);
  for (vertex v = 3000; v < 9000; v += 4) {
    edges.push_back({v, v + 1});
    edges.push_back({v + 1, v + 2});
  }
  const undirected_graph g = build_undirected(edges_of(9000, edges));
  const diameter_result found = eccentricities(g, {.loops = usual()});
  EXPECT_EQ(found.diameter, 2999u);
  EXPECT_EQ(found.eccentricities[1500], 1500u);
  EXPECT_EQ(found.eccentricities[3001], 1u);
  EXPECT_EQ(found.eccentricities[3002], 2u);
  EXPECT_EQ(found.eccentricities[3003], 0u);
  EXPECT_EQ(diameter(g, {.loops = usual()}).diameter, 2999u);
}

// Searches from the ends and the middle of a path or a tree decide its diameter, whatever its size.
TEST_P(Diameter, TakesFewSearches) {
  const undirected_graph path = build_undirected(edges_of(5000, path_of(5000)));
  EXPECT_LE(diameter(path, {.loops = usual()}).searches, 4u);
  std::vector<edge> links;
  for (vertex v = 1; v < 4095; ++v) links.push_back({v, (v - 1) / 2});
  const diameter_result tree =
      diameter(build_undirected(edges_of(4095, links)), {.loops = usual()});
  EXPECT_EQ(tree.diameter, 22u);
  EXPECT_LE(tree.searches, 3u);
  const undirected_graph social = kronecker_graph({.scale = 12});
  EXPECT_LE(diameter(social, {.loops = usual()}).searches, 2000u);
}

TEST_P(Diameter, IsObservedAndStopped) {
  const undirected_graph g = kronecker_graph({.scale = 12});
  struct last_word final : diameter_observer {
    void searched(std::size_t done, std::size_t left, std::uint32_t apart) override {
      searches = done;
      open = left;
      diameter = apart;
    }
    std::size_t searches = 0, open = 1;
    std::uint32_t diameter = 0;
  } seen;
  const diameter_result found = diameter(g, {.observer = &seen, .loops = usual()});
  EXPECT_EQ(seen.open, 0u);
  EXPECT_EQ(seen.diameter, found.diameter);
  EXPECT_GE(found.searches, seen.searches);
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)diameter(g, {.loops = loops}), interrupted);
}

TEST(DiameterCheck, FindsWhatIsWrong) {
  const undirected_graph path = build_undirected(edges_of(4, path_of(4)));
  EXPECT_EQ(fault_in_diameter(path, 3, 0, 3), "");
  EXPECT_EQ(fault_in_diameter(path, 3, 0, 2), "vertices 0 and 2 are 2 steps apart, not 3");
  EXPECT_EQ(fault_in_diameter(path, 2, 0, 2), "vertex 0 has eccentricity 3, above the diameter 2");
  EXPECT_EQ(fault_in_eccentricities(path, std::vector<std::uint32_t>{3, 2, 2, 3}), "");
  EXPECT_EQ(fault_in_eccentricities(path, std::vector<std::uint32_t>{3, 2, 1, 3}),
            "vertex 2 has eccentricity 2, not 1");
  EXPECT_EQ(fault_in_eccentricities(path, {}),
            "the number of eccentricities is not the number of vertices");
}

}  // namespace
}  // namespace arcas::inline v0::graph
