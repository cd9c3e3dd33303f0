// SPDX-License-Identifier: Apache-2.0
// Trees of tasks whose sizes and results are published.
#include "recursion.h"
#include "teams.h"

#include <bench/unbalanced_tree.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace arcas {
namespace {

TEST(Recursion, CountsFibonacciNumbers) {
  EXPECT_EQ(test::fib(24), 46'368u);
  EXPECT_EQ(test::fib_in_groups(22), 17'711u);
}

TEST(Recursion, FindsThePublishedNumberOfQueens) {
  EXPECT_EQ(test::queens(1), 1u);
  EXPECT_EQ(test::queens(4), 2u);
  EXPECT_EQ(test::queens(8), 92u);
  EXPECT_EQ(test::queens(10), 724u);
}

TEST(Recursion, SortsByQuicksort) {
  std::minstd_rand random(1);
  for (const std::size_t n : {0u, 1u, 63u, 64u, 100'000u}) {
    for (const int different : {1, 10, 1'000'000}) {
      std::vector<int> values(n);
      for (int& v : values) v = static_cast<int>(random()) % different;
      std::vector<int> expected = values;
      std::sort(expected.begin(), expected.end());
      test::quicksort(values);
      ASSERT_EQ(values, expected);
    }
  }
}

// T1 of the Unbalanced Tree Search.
TEST(Recursion, CountsAnUnbalancedTree) {
  const auto& shape = bench::tree_t1;
  EXPECT_EQ(bench::count_in_tasks<task_group>(shape, bench::tree_node::root(shape)), 4'130'071u);
}

TEST(Recursion, IsRightOnEveryNumberOfWorkers) {
  for (const unsigned workers : {1u, 2u, 3u, 8u}) {
    const auto team = test::team_of(workers);
    test::on(*team, [] {
      ASSERT_EQ(test::fib(18), 2'584u);
      ASSERT_EQ(test::queens(7), 40u);
    });
  }
}

}  // namespace
}  // namespace arcas
