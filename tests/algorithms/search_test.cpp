// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/search.h>

#include <gtest/gtest.h>

#include <algorithm>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

class Search : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Search, worker_counts, testing::PrintToStringParamName());

TEST_P(Search, CountsAsOneThreadDoes) {
  const auto x = random_numbers(5000, 10);
  in_every_way(machine, [&](const loop_options& options) {
    for (const std::uint64_t wanted : {0, 4, 10}) {
      const auto is_wanted = [&](std::uint64_t v) { return v == wanted; };
      EXPECT_EQ(count_if(x, is_wanted, options),
                static_cast<std::size_t>(std::count_if(x.begin(), x.end(), is_wanted)));
    }
  });
}

TEST_P(Search, FindsTheFirstOfTheLeastAndTheGreatest) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 3000}) {
      const auto x = random_numbers(n, 50);
      EXPECT_EQ(min_element(x, less_than{}, options),
                static_cast<std::size_t>(std::min_element(x.begin(), x.end()) - x.begin()));
      EXPECT_EQ(max_element(x, less_than{}, options),
                static_cast<std::size_t>(std::max_element(x.begin(), x.end()) - x.begin()));
    }
  });
}

TEST_P(Search, UsesAGivenOrder) {
  const auto x = random_numbers(3000);
  const auto by_last_digit = [](std::uint64_t a, std::uint64_t b) { return a % 10 < b % 10; };
  EXPECT_EQ(
      min_element(x, by_last_digit, {.on = &machine}),
      static_cast<std::size_t>(std::min_element(x.begin(), x.end(), by_last_digit) - x.begin()));
}

}  // namespace
}  // namespace arcas
