// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/summary.h>
#include <gtest/gtest.h>

#include <numeric>

#include "graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

edge_list summarised_sample() {
  return list_of(6, {{0, 1}, {0, 1}, {1, 0}, {2, 2}, {2, 2}, {0, 3}, {3, 1}});
}

TEST(Summary, CountsADirectedGraph) {
  const graph_summary s = summary_of(build_directed(summarised_sample()));
  EXPECT_EQ(s.vertices, 6u);
  EXPECT_EQ(s.edges, 7u);
  EXPECT_EQ(s.self_loops, 2u);
  EXPECT_EQ(s.parallel_edges, 2u);
  EXPECT_EQ(s.isolated, 2u);
  EXPECT_EQ(s.out.most, 3u);
  EXPECT_EQ(s.in.most, 3u);
  EXPECT_EQ(s.out.least, 0u);
  EXPECT_EQ(s.out.median, 1u);
  EXPECT_EQ(s.out.percentile99, 3u);
  EXPECT_DOUBLE_EQ(s.out.mean, 7.0 / 6);
  EXPECT_EQ(s.out.by_digits[0], 2u);
  EXPECT_EQ(s.out.by_digits[1], 2u);
  EXPECT_EQ(s.out.by_digits[2], 2u);
}

TEST(Summary, CountsAnUndirectedEdgeOnce) {
  const graph_summary s = summary_of(build_undirected(summarised_sample()));
  EXPECT_EQ(s.edges, 7u);
  EXPECT_EQ(s.self_loops, 2u);
  EXPECT_EQ(s.parallel_edges, 3u);
  EXPECT_EQ(s.isolated, 2u);
}

TEST(Summary, AddsUpWeights) {
  weighted_edge_list list{3, plain_array<weighted_edge>(3), {}};
  list.edges[0] = {0, 1, -5};
  list.edges[1] = {1, 2, 9};
  list.edges[2] = {2, 2, 4};
  const graph_summary s = summary_of(build_undirected(std::move(list)));
  EXPECT_EQ(s.least_weight, -5);
  EXPECT_EQ(s.greatest_weight, 9);
  EXPECT_EQ(s.total_weight, 8);
}

TEST(Summary, TakesAGraphWithoutVertices) {
  const graph_summary s = summary_of(directed_graph());
  EXPECT_EQ(s.vertices, 0u);
  EXPECT_EQ(s.out.most, 0u);
}

TEST(Summary, HasEveryVertexInTheDistribution) {
  const graph_summary s = summary_of(kronecker_graph({.scale = 12}));
  EXPECT_EQ(std::accumulate(s.out.by_digits.begin(), s.out.by_digits.end(), std::uint64_t{0}),
            4096u);
  EXPECT_EQ(s.parallel_edges, 0u);
  EXPECT_EQ(s.out.by_digits[0], s.isolated);
}

}  // namespace
}  // namespace arcas::inline v0::graph
