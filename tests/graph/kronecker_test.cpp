// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/drawn_edges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
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

TEST(Kronecker, EdgesWithNumbersOf64Bits) {
  using wide_edge = basic_edge<std::uint64_t, unweighted>;
  std::vector<wide_edge> wide(1000);
  for (const unsigned scale : {7u, 31u}) {
    std::vector<edge> narrow(wide.size());
    draw_kronecker_edges({.scale = scale}, 5, narrow);
    detail::draw_edges<std::uint64_t>(kronecker_options{.scale = scale}, 5, std::span(wide));
    for (std::size_t i = 0; i < wide.size(); ++i)
      EXPECT_EQ(wide[i], (wide_edge{narrow[i].from, narrow[i].to}));
  }
  for (const unsigned scale : {32u, 33u, 40u, 63u}) {
    const auto ends_are_spread = [&](const auto& options) {
      detail::draw_edges<std::uint64_t>(options, std::uint64_t{1} << 33, std::span(wide));
      std::uint64_t bits = 0, upper = 0;
      for (const auto& [from, to] : wide) {
        bits |= from | to;
        upper += from >> (scale - 1);
      }
      EXPECT_EQ(bits, (std::uint64_t{1} << scale) - 1);
      EXPECT_NEAR(static_cast<double>(upper), 500, 100);
    };
    ends_are_spread(kronecker_options{.scale = scale, .edge_factor = 1});
    ends_are_spread(uniform_options{.scale = scale, .edge_factor = 1});
  }
  const auto draw = [&](unsigned scale, unsigned edge_factor) {
    return sentence_of<std::invalid_argument>([&] {
      detail::draw_edges<std::uint64_t>(uniform_options{.scale = scale, .edge_factor = edge_factor},
                                        0, std::span(wide));
    });
  };
  EXPECT_EQ(draw(64, 1), "uniform scale 64 must be between 1 and 63");
  EXPECT_EQ(draw(61, 8),
            "uniform edge factor 8 is too large for scale 61; a graph has fewer than 2^64 edges");
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
