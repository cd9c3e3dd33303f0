// SPDX-License-Identifier: Apache-2.0
// Kernels use weights if the option `weighted` is set.
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/sssp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {
namespace {

using Weights = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Weights, testing::Values(1u, 2u, 8u));

// Calls f(graph) for each graph of kernel_graphs(), directed and undirected, with integer weights
// from 1 to `most` and with real weights.
template <class F>
void on_weighted_graphs(weight most, const F& f) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    f(build_directed(with_random_weights(some.make(), {.most = most})));
    f(build_undirected(with_random_weights(some.make(), {.most = most})));
    f(build_directed(with_random_weights<real_weight>(some.make(), {.most = most})));
    f(build_undirected(with_random_weights<real_weight>(some.make(), {.most = most})));
  }
}

template <class W>
basic_directed_graph<W> triangle_of(W ab, W bc, W ac) {
  basic_edge_list<W> list{3, plain_array<basic_edge<vertex, W>>(3), {}};
  list.edges[0] = {0, 1, ab};
  list.edges[1] = {1, 2, bc};
  list.edges[2] = {0, 2, ac};
  return build_directed(std::move(list));
}

TEST_P(Weights, OfPageRankAreProbabilities) {
  on_weighted_graphs(9, [&](const auto& g) {
    for (const pagerank_order order : {pagerank_order::in_place, pagerank_order::jacobi}) {
      const pagerank_result r = pagerank(g, {.weighted = true,
                                             .tolerance = 1e-9,
                                             .max_iterations = 500,
                                             .order = order,
                                             .loops = mixed()});
      EXPECT_EQ(check_weighted_pagerank(g, r.scores.all(), 0.85, 2e-9).fault, "");
    }
  });
}

TEST_P(Weights, OfPageRankDoNotCountUnlessAsked) {
  on_weighted_graphs(9, [&](const auto& g) {
    const pagerank_result r = pagerank(g, {.tolerance = 1e-9, .loops = usual()});
    EXPECT_EQ(check_pagerank(g, r.scores.all(), 0.85, 2e-9).fault, "");
  });
}

TEST(WeightsOfPageRank, ThatAreEqualGiveTheScoresOfLinks) {
  const auto g = build_undirected(kronecker_edges({.scale = 8}));
  const auto heavy = build_undirected(
      with_random_weights<real_weight>(kronecker_edges({.scale = 8}), {.most = 1}));
  const auto a = pagerank(g, {.tolerance = 1e-12, .order = pagerank_order::jacobi});
  const auto b =
      pagerank(heavy, {.weighted = true, .tolerance = 1e-12, .order = pagerank_order::jacobi});
  for (std::size_t v = 0; v < a.scores.size(); ++v) ASSERT_NEAR(a.scores[v], b.scores[v], 1e-11);
}

// Two thirds of the surfers at vertex 0 go to vertex 1; NetworkX 3.6 returns these scores with
// weight="weight".
TEST(WeightsOfPageRank, GiveTheScoresOfNetworkX) {
  const auto g = triangle_of<weight>(2, 5, 1);
  const auto scores = pagerank(g, {.weighted = true, .tolerance = 1e-12}).scores;
  EXPECT_NEAR(scores[0], 0.192988099067, 1e-10);
  EXPECT_NEAR(scores[1], 0.302348021872, 1e-10);
  EXPECT_NEAR(scores[2], 0.504663879061, 1e-10);
}

TEST(WeightsOfPageRank, ThatAreAllZeroMakeAVertexDangling) {
  const auto g = triangle_of<real_weight>(0, 0, 0);
  const auto scores = pagerank(g, {.weighted = true, .tolerance = 1e-12}).scores;
  for (const double score : scores) EXPECT_NEAR(score, 1.0 / 3, 1e-12);
}

TEST(WeightsOfPageRank, ThatAreNegativeOrNotFiniteAreRefused) {
  const auto infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW(pagerank(triangle_of<weight>(1, -1, 1), {.weighted = true}), std::invalid_argument);
  EXPECT_THROW(pagerank(triangle_of<real_weight>(1, NAN, 1), {.weighted = true}),
               std::invalid_argument);
  EXPECT_THROW(pagerank(triangle_of<real_weight>(1, infinite, 1), {.weighted = true}),
               std::invalid_argument);
  EXPECT_THROW(pagerank(build_directed(edges_of(2, {{0, 1}})), {.weighted = true}),
               std::invalid_argument);
}

TEST_P(Weights, OfBetweennessAreLengths) {
  for (const bool endpoints : {false, true}) {
    // Few different weights, so that many paths have equal lengths.
    on_weighted_graphs(3, [&](const auto& g) {
      const auto sources = sample_of_vertices(g, 20, 1);
      if (sources.empty()) return;
      const betweenness_options options{
          .weighted = true, .normalized = false, .endpoints = endpoints, .loops = mixed()};
      const auto r = betweenness(g, sources, options);
      const bool directed = is_directed<std::remove_cvref_t<decltype(g)>>;
      const double factor = static_cast<double>(g.vertex_count()) /
                            static_cast<double>(sources.size()) * (directed ? 1 : 0.5);
      ASSERT_EQ(fault_in_weighted_betweenness(g, sources, endpoints, factor, r.scores.all()), "");
    });
  }
}

// With equal weights, shortest paths are those with the fewest steps.
TEST(WeightsOfBetweenness, ThatAreEqualGiveTheScoresOfSteps) {
  for (const named_edges& some : kernel_graphs()) {
    const auto g = build_undirected(with_random_weights(some.make(), {.most = 1}));
    const auto by_steps = betweenness(g);
    const auto by_weights = betweenness(g, {.weighted = true});
    for (std::size_t v = 0; v < g.vertex_count(); ++v) {
      ASSERT_NEAR(by_steps.scores[v], by_weights.scores[v], 1e-12) << some.name;
    }
  }
}

TEST(WeightsOfBetweenness, ChooseTheShortestPath) {
  const betweenness_options counts{.weighted = true, .normalized = false};
  EXPECT_EQ(betweenness(triangle_of<weight>(1, 1, 3), counts).scores[1], 1);
  EXPECT_EQ(betweenness(triangle_of<weight>(1, 1, 2), counts).scores[1], 0.5);
  EXPECT_EQ(betweenness(triangle_of<weight>(1, 1, 1), counts).scores[1], 0);
  EXPECT_EQ(betweenness(triangle_of<std::int64_t>(1, 1, 3), counts).scores[1], 1);
  EXPECT_EQ(betweenness(triangle_of<float>(0.5, 0.5, 1), counts).scores[1], 0.5);
}

TEST(WeightsOfBetweenness, ThatAreNotPositiveAreRefused) {
  const betweenness_options by_weights{.weighted = true};
  EXPECT_THROW(betweenness(triangle_of<weight>(1, 0, 1), by_weights), std::invalid_argument);
  EXPECT_THROW(betweenness(triangle_of<weight>(-1, 1, 1), by_weights), std::invalid_argument);
  EXPECT_THROW(betweenness(triangle_of<real_weight>(1e300, 1, 1e301), by_weights),
               std::invalid_argument);
  EXPECT_THROW(betweenness(triangle_of<std::int64_t>(INT64_MAX, 1, 1), by_weights),
               std::invalid_argument);
  EXPECT_THROW(betweenness(triangle_of<weight>(1, 1, 1),
                           {.weighted = true, .form = betweenness_form::inside}),
               std::invalid_argument);
  EXPECT_THROW(betweenness(build_directed(edges_of(2, {{0, 1}})), by_weights),
               std::invalid_argument);
}

// In the caller's arrays parallel edges are in any order; in a built graph they are in the order of
// their weights.
TEST_P(Weights, ParallelEdgesCountTheSameInAnyOrder) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    auto drawn = random_multigraph<weight>(9, 20 + 4 * seed, 7, seed);
    for (auto& w : drawn.weights) ++w;
    for (auto& e : drawn.edges) ++e.weight;
    weighted_edge_list list;
    list.vertex_count = drawn.vertices;
    list.edges = plain_array<weighted_edge>(drawn.edges.size());
    std::ranges::copy(drawn.edges, list.edges.begin());
    const auto built = build_undirected(std::move(list));
    const auto over = drawn.graph();
    const auto paths = k_shortest_paths(over, 0, 1, 12, {.loops = mixed()});
    EXPECT_EQ(paths, k_shortest_paths(built, 0, 1, 12));
    EXPECT_TRUE(std::ranges::equal(sssp(over, 0, {.loops = mixed()}).distances.all(),
                                   sssp(built, 0).distances.all()));
    EXPECT_TRUE(std::ranges::equal(matching(over, {.weighted = true, .loops = mixed()}).mates.all(),
                                   matching(built, {.weighted = true}).mates.all()));
    const auto scores = betweenness(over, {.weighted = true, .loops = mixed()}).scores;
    const auto expected = betweenness(built, {.weighted = true}).scores;
    for (std::size_t v = 0; v < drawn.vertices; ++v) EXPECT_NEAR(scores[v], expected[v], 1e-9);
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
