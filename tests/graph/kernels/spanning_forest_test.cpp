// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/components.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using SpanningForest = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, SpanningForest, testing::Values(1u, 2u, 8u));

template <class W>
void expect_least(const basic_undirected_graph<W>& g, const loop_options& loops) {
  const spanning_forest_result<W> r = spanning_forest(g, {.loops = loops});
  ASSERT_EQ(fault_in_spanning_forest(g, std::span<const basic_edge<vertex, W>>(r.edges),
                                     static_cast<double>(r.weight)),
            "");
  EXPECT_EQ(r.trees + r.edges.size(), g.vertex_count());
  EXPECT_EQ(spanning_forest(g).edges, r.edges);
}

TEST_P(SpanningForest, IsMinimumOnAllGraphs) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    expect_least(build_undirected(some.make()), mixed());
    // Few different weights, so that many edges have equal weights.
    expect_least(build_undirected(with_random_weights(some.make(), {.most = 3})), mixed());
    expect_least(build_undirected(with_random_weights(some.make())), mixed());
    expect_least(build_undirected(with_random_weights<real_weight>(some.make())), mixed());
  }
}

// Kruskal's algorithm on the drawn edges. Returns (sum of the weights, number of edges).
template <class W>
std::pair<double, std::size_t> least_of(const drawn_multigraph<W>& drawn) {
  auto edges = drawn.edges;
  std::ranges::sort(edges, {}, [](const auto& e) { return e.weight; });
  std::vector<vertex> above(drawn.vertices);
  for (std::size_t v = 0; v < above.size(); ++v) above[v] = static_cast<vertex>(v);
  const auto root = [&](vertex v) {
    while (above[v] != v) v = above[v] = above[above[v]];
    return v;
  };
  std::pair<double, std::size_t> least{0, 0};
  for (const auto& e : edges) {
    const vertex u = root(e.from), v = root(e.to);
    if (u == v) continue;
    above[u] = v;
    least.first += static_cast<double>(e.weight);
    ++least.second;
  }
  return least;
}

template <class W>
void expect_least_of_multigraphs(const loop_options& loops) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const std::size_t vertices = 2 + seed % 30, edges = 1 + (seed * 37) % 300;
    for (const bool mixed : {false, true}) {
      // Even seeds draw few different weights, odd seeds many. Rows in mixed order are taken
      // without the check, which would refuse them.
      const auto drawn =
          random_multigraph<W>(vertices, edges, seed % 2 == 0 ? 3 : 1000, seed, mixed);
      const auto g = drawn.graph(!mixed);
      const auto r = spanning_forest(g, {.loops = loops});
      const auto [weight, count] = least_of(drawn);
      EXPECT_EQ(static_cast<double>(r.weight), weight);
      EXPECT_EQ(r.edges.size(), count);
      EXPECT_EQ(r.edges, spanning_forest(g).edges);
      EXPECT_EQ(fault_in_spanning_forest(g, std::span<const basic_edge<vertex, W>>(r.edges),
                                         static_cast<double>(r.weight)),
                "");
    }
  }
}

TEST_P(SpanningForest, IsMinimumForEveryOrderOfParallelEdges) {
  expect_least_of_multigraphs<weight>(mixed());
  expect_least_of_multigraphs<std::int64_t>(mixed());
  expect_least_of_multigraphs<float>(mixed());
  expect_least_of_multigraphs<real_weight>(mixed());
}

TEST(SpanningForestResult, OfParallelEdgesTheLightestCounts) {
  const std::vector<std::int64_t> offsets = {0, 2, 4};
  const std::vector<std::int32_t> targets = {1, 1, 0, 0};
  for (const std::vector<weight>& weights :
       {std::vector<weight>{5, 1, 5, 1}, {1, 5, 1, 5}, {5, 1, 1, 5}, {1, 5, 5, 1}}) {
    const auto r = spanning_forest(undirected_from(rows_over(offsets, targets, weights)));
    EXPECT_EQ(r.weight, 1);
    EXPECT_EQ(r.edges, (std::vector<weighted_edge>{{0, 1, 1}}));
  }
}

TEST(SpanningForestResult, ANaNOnAnyOfParallelEdgesIsRefused) {
  const std::vector<std::int64_t> offsets = {0, 2, 5, 6};
  const std::vector<std::int32_t> targets = {1, 1, 0, 0, 2, 1};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [first, second] : {std::pair{1.0, nan}, {nan, 1.0}}) {
    const std::vector<double> weights = {first, second, first, second, 2, 2};
    // The check would refuse a NaN, which does not equal itself.
    const over_options options{.check = false};
    const auto g = undirected_from(rows_over(offsets, targets, weights, options), options);
    EXPECT_THROW((void)spanning_forest(g), vertex_error);
  }
}

TEST(SpanningForestResult, OfASquareIsKnown) {
  const auto r = spanning_forest(build_undirected(
      edges_of<weight>(5, {{0, 1, 4}, {1, 0, 7}, {1, 2, -2}, {2, 3, 3}, {3, 0, 5}, {1, 1, -9}})));
  EXPECT_EQ(r.edges, (std::vector<weighted_edge>{{0, 1, 4}, {1, 2, -2}, {2, 3, 3}}));
  EXPECT_EQ(r.weight, 5);
  EXPECT_EQ(r.trees, 2u);
}

TEST(SpanningForestCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 0}}));
  const auto fault = [&](const std::vector<edge>& edges, double weight) {
    return fault_in_spanning_forest(g, std::span<const edge>(edges), weight);
  };
  EXPECT_EQ(fault({{0, 1}, {1, 2}}, 2), "");
  EXPECT_EQ(fault({{0, 1}, {1, 3}}, 2), "the graph has no edge from 1 to 3 of that weight");
  EXPECT_EQ(fault({{0, 1}, {1, 2}, {0, 2}}, 3), "the edge from 0 to 2 closes a cycle");
  EXPECT_EQ(fault({{0, 1}}, 1), "the forest has 1 edges, but a spanning forest has 2");
  EXPECT_EQ(fault({{0, 1}, {1, 2}}, 3),
            "the forest has weight 2 and its stated weight is 3; the least is 2");
}

}  // namespace
}  // namespace arcas::inline v0::graph
