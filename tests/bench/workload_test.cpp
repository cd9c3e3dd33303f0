// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <gtest/gtest.h>

namespace {

std::uint64_t total_steps(const bench::workload& load) {
  return load.heavy * load.heavy_steps + (load.iterations - load.heavy) * load.light_steps;
}

TEST(workload, skewed_has_the_work_of_even_up_to_one_heavy_iteration) {
  for (const std::uint64_t n : {1u << 14, 1u << 20, 1u << 24}) {
    for (const std::uint32_t steps : {2u, 17u, 30u}) {
      const auto even = total_steps(bench::even_workload(n, steps));
      const auto skewed = total_steps(bench::skewed_workload(n, steps));
      EXPECT_LE(skewed, even);
      EXPECT_LT(even - skewed, bench::skew_factor) << n << " iterations of " << steps;
    }
  }
}

TEST(workload, heavy_iterations_come_first_and_have_1024_times_the_work) {
  const auto load = bench::skewed_workload(1u << 20, 17);
  EXPECT_GT(load.heavy, 0u);
  EXPECT_LT(load.heavy, load.iterations / 16);
  EXPECT_EQ(load.heavy_steps, 1024 * load.light_steps);
}

TEST(workload, a_skewed_loop_of_lightest_iterations_has_no_heavy_ones) {
  EXPECT_EQ(bench::skewed_workload(1000, 1).heavy, 0u);
  EXPECT_EQ(bench::skewed_workload(1000, 0).heavy, 0u);
}

TEST(workload, steps_follow_the_calibration) {
  const bench::calibration cost{2, 3};
  EXPECT_EQ(bench::steps_for(cost, 50), 16u);
  EXPECT_EQ(bench::steps_for(cost, 1), 1u) << "an iteration has work";
  EXPECT_EQ(bench::steps_for(cost, 0), 0u) << "unless none is asked for";
}

}  // namespace
