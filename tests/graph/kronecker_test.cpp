// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/generators.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

std::vector<edge> drawn(const kronecker_options& options) {
  const edge_list list = kronecker_edges(options);
  return {list.edges.begin(), list.edges.end()};
}

TEST(Kronecker, DrawsTheRequestedNumberOfEdges) {
  const edge_list list = kronecker_edges({.scale = 10, .edge_factor = 16});
  EXPECT_EQ(list.vertex_count, 1024u);
  EXPECT_EQ(list.edges.size(), 16384u);
  for (const edge& e : list.edges) {
    ASSERT_LT(e.from, 1024u);
    ASSERT_LT(e.to, 1024u);
  }
}

TEST(Kronecker, OneSeedIsOneGraph) {
  EXPECT_EQ(drawn({.scale = 12}), drawn({.scale = 12}));
  EXPECT_NE(drawn({.scale = 12, .seed = 1}), drawn({.scale = 12, .seed = 2}));
}

// Compares with recorded values: a changed generator, or a dependence on the workers, makes another
// graph.
TEST(Kronecker, IsTheRecordedGraph) {
  const undirected_graph g = kronecker_graph({.scale = 12});
  std::uint64_t fingerprint = 0;
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    for (const vertex u : g.neighbors(v)) fingerprint = fingerprint * 31 + (u ^ (v << 12));
  }
  EXPECT_EQ(g.edge_count(), 48430u);
  EXPECT_EQ(fingerprint, 13547443630006121238u);
}

TEST(Kronecker, IsSimpleAndUndirected) {
  const undirected_graph g = kronecker_graph({.scale = 10});
  EXPECT_EQ(g.arc_count(), 2 * g.edge_count());
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    const auto row = g.neighbors(v);
    ASSERT_TRUE(std::ranges::adjacent_find(row, std::ranges::greater_equal{}) == row.end());
    ASSERT_FALSE(std::ranges::binary_search(row, v));
  }
}

// In each step an edge goes to the upper half of the rows with the probability A + B. So the vertex
// that is in the upper half in all steps has (A + B)^scale of the edges. The shuffle gives it any
// number, so the test looks for the highest degree.
TEST(Kronecker, DegreesFollowTheProbabilitiesOfTheQuadrants) {
  const kronecker_options options{.scale = 10, .edge_factor = 64};
  std::vector<std::size_t> degree(1024);
  for (const edge& e : drawn(options)) ++degree[e.from];
  std::ranges::sort(degree, std::greater{});
  const double p = 0.76;
  const double expected = 65536 * std::pow(p, 10);
  const double second = expected * (0.24 / p);
  EXPECT_NEAR(static_cast<double>(degree[0]), expected, 6 * std::sqrt(expected));
  for (int i = 1; i <= 10; ++i) {
    EXPECT_NEAR(static_cast<double>(degree[i]), second, 6 * std::sqrt(second)) << i;
  }
}

TEST(Kronecker, TheShuffleLosesNoVertex) {
  for (const unsigned scale : {1u, 2u, 3u, 7u, 12u}) {
    std::set<vertex> seen;
    // With equal quadrants every vertex is reached, if the shuffle is a permutation.
    const edge_list list =
        kronecker_edges({.scale = scale, .edge_factor = 64, .a = 0.25, .b = 0.25, .c = 0.25});
    for (const edge& e : list.edges) seen.insert(e.from);
    EXPECT_EQ(seen.size(), std::size_t{1} << scale);
  }
}

TEST(Kronecker, RefusesOptionsOutOfRange) {
  EXPECT_EQ(sentence_of<std::invalid_argument>([] { kronecker_edges({.scale = 32}); }),
            "Kronecker scale 32 must be between 1 and 31");
  EXPECT_THROW(kronecker_edges({.scale = 0}), std::invalid_argument);
  EXPECT_THROW(kronecker_edges({.scale = 4, .edge_factor = 0}), std::invalid_argument);
  EXPECT_THROW(kronecker_edges({.scale = 4, .a = 0.9, .b = 0.2}), std::invalid_argument);
  EXPECT_THROW(kronecker_edges({.scale = 4, .a = -0.1}), std::invalid_argument);
}

}  // namespace
}  // namespace arcas::inline v0::graph
