// SPDX-License-Identifier: Apache-2.0
// The iterator forms of algorithms over the bits of a std::vector<bool> that is not constant: *i is
// then an object that stands for a bit.
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/group_by.h>
#include <arcas/algorithms/histogram.h>
#include <arcas/algorithms/merge.h>
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/search.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class Bits : public OnWorkers {
 protected:
  Bits() {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = i % 3 == 1 || i > 1900;
  }
  // A function that keeps what it takes.
  static bool same(bool b) { return b; }

  std::vector<bool> bits = std::vector<bool>(2000);
  std::vector<int> ones = std::vector<int>(2000), expected = std::vector<int>(2000);
  const loop_options options{.grain = 32, .on = &machine};
};
INSTANTIATE_TEST_SUITE_P(Workers, Bits, worker_counts, testing::PrintToStringParamName());

TEST_P(Bits, AreCombined) {
  const auto first = bits.begin(), last = bits.end();
  const long sum = std::count(first, last, true);
  static_assert(std::same_as<decltype(arcas::reduce(first, last)), bool>);
  EXPECT_TRUE(arcas::reduce(first, last, options));
  EXPECT_EQ(arcas::reduce(first, last, 0L, options), sum);
  EXPECT_EQ(arcas::reduce(first, last, 0L, std::plus<>{}, options), sum);
  EXPECT_EQ(arcas::reduce(first, last, plus<long>{}, options), sum);
  EXPECT_FALSE(arcas::reduce(first, last, std::logical_and<>{}, options));
  EXPECT_EQ(arcas::transform_reduce(first, last, 1L, std::plus<>{}, same, options), sum + 1);
  EXPECT_EQ(arcas::transform_reduce(first, last, plus<long>{}, same, options), sum);
  EXPECT_EQ(arcas::transform_reduce(first, last, first, 0L, options), sum);
  EXPECT_EQ(
      arcas::transform_reduce(first, last, first, 0L, std::plus<>{}, std::equal_to<>{}, options),
      2000);
  EXPECT_EQ(arcas::min_element(first, last, {}, options), first);
  EXPECT_EQ(arcas::max_element(first, last, {}, options), first + 1);
  EXPECT_EQ(arcas::minmax_element(first, last, {}, options), std::minmax_element(first, last));
}

TEST_P(Bits, AreScanned) {
  const auto first = bits.begin(), last = bits.end();
  const auto is_expected = [&](auto end) { return end == ones.end() && ones == expected; };
  std::inclusive_scan(first, last, expected.begin(), std::plus<>{}, 0);
  EXPECT_TRUE(
      is_expected(arcas::inclusive_scan(first, last, ones.begin(), std::plus<>{}, 0, options)));
  EXPECT_TRUE(is_expected(arcas::inclusive_scan(first, last, ones.begin(), plus<int>{}, options)));
  EXPECT_TRUE(is_expected(
      arcas::transform_inclusive_scan(first, last, ones.begin(), plus<int>{}, same, options)));
  std::exclusive_scan(first, last, expected.begin(), 7);
  EXPECT_TRUE(is_expected(arcas::exclusive_scan(first, last, ones.begin(), 7, options)));
  EXPECT_TRUE(
      is_expected(arcas::exclusive_scan(first, last, ones.begin(), 7, std::plus<>{}, options)));
  EXPECT_TRUE(is_expected(
      arcas::transform_exclusive_scan(first, last, ones.begin(), 7, std::plus<>{}, same, options)));
  std::inclusive_scan(bits.cbegin(), bits.cend(), expected.begin());
  EXPECT_TRUE(is_expected(arcas::inclusive_scan(first, last, ones.begin(), options)));
}

TEST_P(Bits, AreFoundAndCounted) {
  const auto first = bits.begin(), last = bits.end();
  EXPECT_EQ(arcas::count(first, last, true, options), std::count(first, last, true));
  EXPECT_EQ(arcas::count_if(first, last, same, options), std::count(first, last, true));
  EXPECT_EQ(arcas::find(first, last, true, options), first + 1);
  EXPECT_EQ(arcas::find_if(first, last, std::identity{}, options), first + 1);
  EXPECT_TRUE(arcas::any_of(first, last, same, options));
  EXPECT_FALSE(arcas::all_of(first, last, same, options));
  EXPECT_FALSE(arcas::none_of(first, last, same, options));
  EXPECT_FALSE(arcas::is_sorted(first, last, {}, options));
  EXPECT_TRUE(arcas::equal(first, last, first, options));
}

TEST_P(Bits, AreCopied) {
  const auto first = bits.begin(), last = bits.end();
  std::copy(first, last, expected.begin());
  EXPECT_EQ(arcas::copy(first, last, ones.begin(), options), ones.end());
  EXPECT_EQ(ones, expected);
  std::fill(ones.begin(), ones.end(), 9);
  arcas::transform(first, last, ones.begin(), same, options);
  EXPECT_EQ(ones, expected);
  arcas::transform(first, last, first, ones.begin(), std::logical_and<>{}, options);
  EXPECT_EQ(ones, expected);
  const auto end = arcas::copy_if(first, last, ones.begin(), same, options);
  EXPECT_EQ(end - ones.begin(), std::count(first, last, true));
  std::vector<int> both(4000);
  std::sort(first, last);
  EXPECT_EQ(arcas::merge(first, last, first, last, both.begin(), {}, options), both.end());
  EXPECT_TRUE(std::is_sorted(both.begin(), both.end()));
}

TEST_P(Bits, AreGroupedAsValues) {
  auto groups = arcas::group_by(bits.begin(), bits.end(), same, options);
  static_assert(std::same_as<decltype(groups)::mapped_type, std::vector<bool>>);
  const auto zeros = static_cast<std::size_t>(std::count(bits.begin(), bits.end(), false));
  bits.assign(bits.size(), true);
  EXPECT_EQ(groups[false], std::vector<bool>(zeros));
  const auto counts = arcas::histogram(bits.begin(), bits.end(), same, options);
  EXPECT_EQ(counts.at(true), 2000U);
}

}  // namespace
}  // namespace arcas
