// SPDX-License-Identifier: Apache-2.0
// Tests the steps of the sample sort one by one; sort_test.cpp tests the result.
#include <arcas/algorithms/sample_sort.h>
#include <arcas/algorithms/search.h>

#include <gtest/gtest.h>

#include <algorithm>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

TEST(SampleSort, IsThereForAnySizeAndAnyNumberOfWorkers) {
  runtime machine(runtime_options{.workers = 3});
  const less_than before;
  // Some cases have more blocks and buckets than the elements would fill.
  for (const std::size_t n : {1, 2, 17, 500, 4096}) {
    for (const unsigned workers : {1, 7, 1000}) {
      auto x = random_numbers(n, 200);
      auto expected = x;
      std::sort(expected.begin(), expected.end());
      sample_sort<equal_elements::any_order, std::uint64_t, less_than>(x.data(), n, workers, before)
          .run({.on = &machine}, std::source_location::current());
      ASSERT_EQ(x, expected) << n << ' ' << workers;
    }
  }
}

TEST(SampleSort, AloneKeepsTheOrderWhereAsked) {
  std::vector<std::pair<int, std::string>> x, scratch(100);
  for (int i = 0; i < 100; ++i) x.emplace_back(i % 5, word(static_cast<std::size_t>(i)));
  const auto by_first = [](const auto& a, const auto& b) { return a.first < b.first; };
  auto expected = x;
  std::stable_sort(expected.begin(), expected.end(), by_first);
  sort_alone<equal_elements::keep_order>(x.data(), x.size(), scratch.data(), by_first);
  EXPECT_EQ(x, expected);
}

}  // namespace
}  // namespace arcas
