// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/iteration_costs.h>

#include <gtest/gtest.h>

namespace {

using arcas::sim::iteration_costs;

TEST(IterationCosts, SumsOfChunksAreTheSumsOfTheirIterations) {
  const auto costs = iteration_costs::recorded({3, 1, 4, 1, 5});
  EXPECT_EQ(costs.total(), 14U);
  EXPECT_EQ(costs.of({1, 4}), 6U);
  EXPECT_EQ(costs.of({2, 2}), 0U);
  EXPECT_EQ(costs.longest(), 5U);
  EXPECT_EQ(iteration_costs::even(10, 7).of({2, 5}), 21U);
}

TEST(IterationCosts, TheSkewedLoopHasTheWorkOfTheEvenOne) {
  const auto costs = iteration_costs::heavy_first(1'023 * 100, 140);
  EXPECT_NEAR(static_cast<double>(costs.total()), 1'023 * 100 * 140.0, 1'023 * 100 * 1.4);
  EXPECT_EQ(costs.of({0, 1}), 1'024 * costs.of({1'000, 1'001}));
}

TEST(IterationCosts, AHeavyTailHasTheMeanThatWasAskedFor) {
  const auto costs = iteration_costs::heavy_tailed(100'000, 500, 1.2);
  EXPECT_NEAR(static_cast<double>(costs.total()) / 100'000, 500, 5);
  // One iteration in 10^1.2 costs at least ten times the minimum. The highest cost is far above the
  // mean.
  EXPECT_GT(costs.longest(), 50'000U);
  EXPECT_EQ(costs.total(), iteration_costs::heavy_tailed(100'000, 500, 1.2).total());
}

}  // namespace
