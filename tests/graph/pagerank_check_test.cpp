// SPDX-License-Identifier: Apache-2.0
// The checker of PageRank must refuse wrong scores.
#include <arcas/graph/builder.h>
#include <arcas/graph/check/check.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

// The scores of the graph 0 → 1, in which vertex 1 is dangling. pagerank_test.cpp has the
// equations.
const std::vector<double> right_scores = {0.5 / 1.425, 0.925 / 1.425};

pagerank_verdict verdict_on(const std::vector<double>& scores, double tolerance = 1e-9) {
  return check_pagerank(build_directed(list_of(2, {{0, 1}})), scores, 0.85, tolerance);
}

TEST(PageRankCheck, AcceptsTheSolution) {
  const pagerank_verdict verdict = verdict_on(right_scores);
  EXPECT_EQ(verdict.fault, "");
  EXPECT_LT(verdict.residual, 1e-15);
  EXPECT_DOUBLE_EQ(verdict.total, 1);
}

TEST(PageRankCheck, RefusesWrongScores) {
  EXPECT_NE(verdict_on({0.5, 0.5}).fault.find("miss the PageRank equation"), std::string::npos);
  EXPECT_TRUE(verdict_on({0.5, 0.5}, 1).right());
  EXPECT_FALSE(verdict_on({right_scores[1], right_scores[0]}).right());
}

TEST(PageRankCheck, RefusesScaledScores) {
  EXPECT_FALSE(verdict_on({2 * right_scores[0], 2 * right_scores[1]}).right());
}

TEST(PageRankCheck, RefusesAWrongNumberOfScores) {
  EXPECT_EQ(verdict_on({1.0}).fault, "there are 1 scores for 2 vertices");
}

TEST(PageRankCheck, RefusesNegativeScoresAndNaN) {
  EXPECT_NE(verdict_on({-0.5, 1.5}, 10).fault.find("vertex 0 has score -0.5"), std::string::npos);
  EXPECT_FALSE(verdict_on({0.5, std::nan("")}, 10).right());
}

TEST(PageRankCheck, AcceptsAGraphWithoutVertices) {
  EXPECT_TRUE(check_pagerank(directed_graph(), {}, 0.85, 0).right());
}

}  // namespace
}  // namespace arcas::inline v0::graph
