// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/spanning_forest.h>

#include <span>
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

TEST_P(SpanningForest, IsTheLightestOfAllGraphs) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    expect_least(build_undirected(some.make()), mixed());
    // Few different weights: many edges are alike.
    expect_least(build_undirected(with_random_weights(some.make(), {.most = 3})), mixed());
    expect_least(build_undirected(with_random_weights(some.make())), mixed());
    expect_least(build_undirected(with_random_weights<real_weight>(some.make())), mixed());
  }
}

TEST(SpanningForestResult, OfASquareIsKnown) {
  weighted_edge_list list;
  list.vertex_count = 5;
  const std::vector<weighted_edge> edges = {{0, 1, 4}, {1, 0, 7}, {1, 2, -2},
                                            {2, 3, 3}, {3, 0, 5}, {1, 1, -9}};
  list.edges = plain_array<weighted_edge>(edges.size());
  std::ranges::copy(edges, list.edges.begin());
  const auto r = spanning_forest(build_undirected(std::move(list)));
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
  EXPECT_EQ(fault({{0, 1}, {1, 2}, {0, 2}}, 3), "the edge from 0 to 2 closes a circle");
  EXPECT_EQ(fault({{0, 1}}, 1), "the forest has 1 edges, and needs 2");
  EXPECT_EQ(fault({{0, 1}, {1, 2}}, 3),
            "the forest weighs 2.000000 and is said to weigh 3.000000; the least is 2.000000");
}

}  // namespace
}  // namespace arcas::inline v0::graph
