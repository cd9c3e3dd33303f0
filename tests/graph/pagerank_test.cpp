// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/pagerank.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

// Runs the kernel with a tolerance at the resolution of double, and checks the scores.
template <class G>
pagerank_result exact(const G& g, double damping = 0.85) {
  const double tolerance = 1e-13;
  pagerank_result result =
      pagerank(g, {.damping = damping, .tolerance = tolerance, .max_iterations = 1000});
  EXPECT_LE(result.residual, tolerance);
  EXPECT_EQ(check_pagerank(g, result.scores.all(), damping, tolerance).fault, "");
  return result;
}

TEST(PageRank, OfAGraphWithoutVerticesHasNoScores) {
  const pagerank_result result = pagerank(directed_graph());
  EXPECT_EQ(result.scores.size(), 0u);
  EXPECT_EQ(result.iterations, 0u);
}

TEST(PageRank, OfOneVertexIsOne) {
  EXPECT_DOUBLE_EQ(exact(build_directed(list_of(1, {}))).scores[0], 1);
  EXPECT_DOUBLE_EQ(exact(build_directed(list_of(1, {{0, 0}}))).scores[0], 1);
}

TEST(PageRank, OfACycleIsEven) {
  const pagerank_result result = exact(build_directed(list_of(3, {{0, 1}, {1, 2}, {2, 0}})));
  for (const double score : result.scores) EXPECT_DOUBLE_EQ(score, 1.0 / 3);
  EXPECT_EQ(result.iterations, 1u);
}

// The graph 0 → 1, in which vertex 1 is dangling. The scores x0 and x1 solve
// x0 = 0.075 + 0.425 x1, x0 + x1 = 1.
TEST(PageRank, SpreadsDanglingMass) {
  const pagerank_result result = exact(build_directed(list_of(2, {{0, 1}})));
  EXPECT_NEAR(result.scores[0], 0.5 / 1.425, 1e-12);
  EXPECT_NEAR(result.scores[1], 0.925 / 1.425, 1e-12);
}

// The leaves have edges to the hub, and the hub has none. With the damping d the scores solve
// hub = (1 - d + d hub) / 5 + 4 d leaf, 4 leaf + hub = 1.
TEST(PageRank, OfAStarIsAsSolvedByHand) {
  const pagerank_result result =
      exact(build_directed(list_of(5, {{1, 0}, {2, 0}, {3, 0}, {4, 0}})));
  const double hub = (0.15 / 5 + 0.85) / (1 + 0.85 - 0.85 / 5);
  EXPECT_NEAR(result.scores[0], hub, 1e-12);
  for (int leaf = 1; leaf < 5; ++leaf) EXPECT_NEAR(result.scores[leaf], (1 - hub) / 4, 1e-12);
}

TEST(PageRank, CountsParallelEdgesAndSelfLoops) {
  // Of the four edges from vertex 0, two lead to vertex 1, one to vertex 2 and one to vertex 0.
  const pagerank_result result =
      exact(build_directed(list_of(3, {{0, 1}, {0, 1}, {0, 2}, {0, 0}, {1, 0}, {2, 0}})));
  const double x0 = result.scores[0];
  EXPECT_NEAR(result.scores[1], 0.05 + 0.85 * x0 / 2, 1e-12);
  EXPECT_NEAR(result.scores[2], 0.05 + 0.85 * x0 / 4, 1e-12);
}

TEST(PageRank, OfSeparateComponentsIsDividedAmongThem) {
  const pagerank_result result = exact(build_undirected(list_of(6, {{0, 1}, {2, 3}, {3, 4}})));
  EXPECT_NEAR(result.scores[0], result.scores[1], 1e-12);
  EXPECT_LT(result.scores[5], result.scores[0]);
  EXPECT_NEAR(result.scores[2], result.scores[4], 1e-12);
}

TEST(PageRank, WithoutDampingIsEven) {
  const pagerank_result result = exact(build_directed(list_of(4, {{0, 1}, {1, 2}, {1, 3}})), 0);
  for (const double score : result.scores) EXPECT_DOUBLE_EQ(score, 0.25);
}

// The graph is large, since in a small graph the number of passes depends on the order in which
// workers process the vertices: with an unlucky order, a graph of three vertices takes four passes
// for any tolerance.
TEST(PageRank, StopsAtTheToleranceOrTheLimit) {
  const undirected_graph g = kronecker_graph({.scale = 8});
  const pagerank_result loose = pagerank(g, {.tolerance = 1e-2});
  const pagerank_result tight = pagerank(g, {.tolerance = 1e-8, .max_iterations = 200});
  EXPECT_LT(loose.iterations, tight.iterations);
  EXPECT_LE(loose.residual, 1e-2);
  EXPECT_LE(tight.residual, 1e-8);
  const pagerank_result limited = pagerank(g, {.tolerance = 0, .max_iterations = 5});
  EXPECT_EQ(limited.iterations, 5u);
  EXPECT_GT(limited.residual, 0);
}

struct recorded_iterations final : iteration_observer {
  void iteration_done(unsigned iterations, double residual) override {
    EXPECT_EQ(iterations, residuals.size() + 1);
    residuals.push_back(residual);
  }
  std::vector<double> residuals;
};

TEST(PageRank, TellsItsObserverEachIteration) {
  const directed_graph g = build_directed(list_of(3, {{0, 1}, {1, 2}, {2, 1}}));
  recorded_iterations seen;
  const pagerank_result result = pagerank(g, {.observer = &seen});
  ASSERT_EQ(seen.residuals.size(), result.iterations);
  EXPECT_EQ(seen.residuals.back(), result.residual);
  EXPECT_TRUE(std::ranges::is_sorted(seen.residuals, std::greater{}));
}

// Jumps, and steps from dangling vertices, lead to vertex 0 only. The scores x0 and x1 solve
// x0 = 0.15 + 0.85 x1, x1 = 0.85 x0.
TEST(PageRank, PersonalisedJumpsLeadToTheGivenVertices) {
  const directed_graph g = build_directed(list_of(3, {{0, 1}, {2, 1}}));
  const std::vector<double> home = {3, 0, 0};
  for (const pagerank_order order : {pagerank_order::in_place, pagerank_order::jacobi}) {
    const pagerank_result r = pagerank(
        g, {.tolerance = 1e-14, .max_iterations = 1000, .personalization = home, .order = order});
    EXPECT_NEAR(r.scores[0], 1 / 1.85, 1e-12);
    EXPECT_NEAR(r.scores[1], 0.85 / 1.85, 1e-12);
    EXPECT_NEAR(r.scores[2], 0, 1e-12);
    EXPECT_EQ(check_pagerank(g, r.scores.all(), 0.85, 1e-12, home).fault, "");
    EXPECT_NE(check_pagerank(g, r.scores.all(), 0.85, 1e-12).fault, "");
  }
}

TEST(PageRank, OrdersAgreeWithinTheTolerance) {
  const undirected_graph g = kronecker_graph({.scale = 10});
  for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
    const pagerank_result a = pagerank(g, {.tolerance = tolerance});
    const pagerank_result b =
        pagerank(g, {.tolerance = tolerance, .order = pagerank_order::jacobi});
    EXPECT_EQ(check_pagerank(g, a.scores.all(), 0.85, tolerance).fault, "");
    double difference = 0;
    for (std::size_t v = 0; v < a.scores.size(); ++v) {
      difference += std::abs(a.scores[v] - b.scores[v]);
    }
    EXPECT_LE(difference, 2 * tolerance * 0.85 / 0.15);
  }
}

TEST(PageRank, RefusesAPersonalisationWithoutPositiveWeights) {
  const directed_graph g = build_directed(list_of(2, {{0, 1}}));
  EXPECT_THROW(pagerank(g, {.personalization = std::vector<double>{1}}), std::invalid_argument);
  EXPECT_THROW(pagerank(g, {.personalization = std::vector<double>{0, 0}}), std::invalid_argument);
  EXPECT_THROW(pagerank(g, {.personalization = std::vector<double>{1, -1}}), std::invalid_argument);
}

TEST(PageRank, RefusesOptionsOutOfRange) {
  const directed_graph g = build_directed(list_of(1, {}));
  EXPECT_EQ(sentence_of<std::invalid_argument>([&] { pagerank(g, {.damping = 1}); }),
            "PageRank damping 1 must be at least 0 and less than 1");
  EXPECT_THROW(pagerank(g, {.damping = -0.1}), std::invalid_argument);
  EXPECT_THROW(pagerank(g, {.tolerance = -1}), std::invalid_argument);
  EXPECT_THROW(pagerank(g, {.max_iterations = 0}), std::invalid_argument);
}

TEST(PageRank, OfAKroneckerGraphIsRight) {
  exact(kronecker_graph({.scale = 12}));
}

// The ten highest scores of the bundled graph were computed by power iteration in SciPy to a
// residual below 1e-15. Those of NetworkX (tol=1e-14) agree with them to 1e-11.
TEST(PageRank, OfTheBundledGraphIsThatOfScipyAndNetworkX) {
  const directed_graph g =
      read_graph<directed_graph>(ARCAS_BUNDLED_DATA "/soc-Slashdot0902.txt.zst");
  const pagerank_result result = exact(g);
  const std::vector<std::pair<vertex, double>> expected = {
      {2494, 0.0021199212852095156}, {398, 0.001958945404875623},  {381, 0.00181759713118402},
      {4805, 0.00143112025947074},   {37, 0.0014260166925022088},  {226, 0.0012050146636592971},
      {5706, 0.0010814627482009923}, {4826, 0.000865529311867429}, {219, 0.000795058652419895},
      {5057, 0.0007085737548039454}};
  std::vector<vertex> order(g.vertex_count());
  std::iota(order.begin(), order.end(), vertex{0});
  std::ranges::partial_sort(order, order.begin() + 10, std::greater{},
                            [&](vertex v) { return result.scores[v]; });
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(order[i], expected[i].first);
    EXPECT_NEAR(result.scores[order[i]], expected[i].second, 1e-12);
  }
  EXPECT_EQ(pagerank(g, {.tolerance = 1e-6, .order = pagerank_order::jacobi}).iterations, 56u);
  // With the order in_place, the number of passes depends on the timing of the workers: 56 or 57.
  EXPECT_LE(pagerank(g, {.tolerance = 1e-6}).residual, 1e-6);
}

}  // namespace
}  // namespace arcas::inline v0::graph
