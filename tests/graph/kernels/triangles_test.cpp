// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/triangles.h>

#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr triangle_order orders[] = {triangle_order::automatic, triangle_order::by_degree,
                                     triangle_order::as_numbered};

using Triangles = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Triangles, testing::Values(1u, 2u, 8u));

TEST_P(Triangles, AreRightOnAllGraphsInAllOrders) {
  on_undirected_graphs([&](const undirected_graph& g) {
    for (const triangle_order order : orders) {
      const triangles_options options{.order = order, .loops = mixed()};
      ASSERT_EQ(fault_in_triangles(g, count_triangles(g, options)), "");
      const vertex_triangles_result r = triangles_by_vertex(g, options);
      ASSERT_EQ(fault_in_triangles(g, r.total, r.triangles.all(), r.clustering.all()), "");
    }
  });
}

TEST(TriangleCounts, OfACliqueAreKnown) {
  const undirected_graph g = build_undirected(edges_of(40, clique_of(40)));
  EXPECT_EQ(count_triangles(g), 40u * 39 * 38 / 6);
  const vertex_triangles_result r = triangles_by_vertex(g);
  EXPECT_EQ(r.triangles[7], 39u * 38 / 2);
  EXPECT_DOUBLE_EQ(r.average_clustering, 1);
  EXPECT_DOUBLE_EQ(r.transitivity, 1);
}

// In a wheel only the hub has many neighbours; each of three vertices is the hub once. Parallel
// edges and self-loops make no triangles.
TEST_P(Triangles, OfAWheelAreKnown) {
  constexpr vertex n = 300;
  for (const vertex hub : {0u, n / 2, n - 1}) {
    std::vector<edge> wheel;
    for (vertex i = 0; i + 1 < n; ++i) {
      const auto rim = [&](vertex k) { return (hub + 1 + k % (n - 1)) % n; };
      wheel.push_back({rim(i), rim(i + 1)});
      wheel.push_back({rim(i), hub});
    }
    const auto expect_known = [&] {
      const undirected_graph g = build_undirected(edges_of(n, wheel));
      EXPECT_EQ(count_triangles(g, {.loops = mixed()}), n - 1);
      const vertex_triangles_result r = triangles_by_vertex(g, {.loops = mixed()});
      EXPECT_EQ(r.total, n - 1);
      for (vertex v = 0; v < n; ++v) EXPECT_EQ(r.triangles[v], v == hub ? n - 1 : 2);
    };
    expect_known();
    wheel.push_back(wheel.front());
    wheel.push_back({hub, hub});
    expect_known();
  }
}

// A triangle with a tail has one triangle, and 1 + 1 + 3 pairs of neighbours.
TEST(TriangleCounts, CoefficientsAreShares) {
  const undirected_graph g =
      build_undirected(edges_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {2, 2}, {0, 1}}));
  const vertex_triangles_result r = triangles_by_vertex(g);
  EXPECT_EQ(r.total, 1u);
  EXPECT_DOUBLE_EQ(r.clustering[0], 1);
  EXPECT_DOUBLE_EQ(r.clustering[2], 1.0 / 3);
  EXPECT_DOUBLE_EQ(r.clustering[3], 0);
  EXPECT_DOUBLE_EQ(r.average_clustering, (1 + 1 + 1.0 / 3) / 5);
  EXPECT_DOUBLE_EQ(r.transitivity, 3.0 / 5);
}

TEST(TriangleCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  EXPECT_EQ(fault_in_triangles(g, 1), "");
  EXPECT_EQ(fault_in_triangles(g, 2), "there are 1 triangles, not 2");
  const std::vector<std::uint64_t> wrong = {1, 1, 1, 1};
  EXPECT_EQ(fault_in_triangles(g, 1, wrong), "vertex 3 is part of 0 triangles, not 1");
  const std::vector<double> coefficients = {1, 1, 1, 0};
  EXPECT_NE(fault_in_triangles(g, 1, {}, coefficients), "");
}

}  // namespace
}  // namespace arcas::inline v0::graph
