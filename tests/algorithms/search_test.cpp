// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/search.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <vector>

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
      EXPECT_EQ(arcas::count_if(x, is_wanted, options),
                static_cast<std::size_t>(std::count_if(x.begin(), x.end(), is_wanted)));
    }
  });
}

TEST_P(Search, FindsTheFirstOfTheLeastAndTheGreatest) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 3000}) {
      const auto x = random_numbers(n, 50);
      EXPECT_EQ(arcas::min_element(x, less_than{}, options), std::min_element(x.begin(), x.end()));
      EXPECT_EQ(arcas::max_element(x, less_than{}, options), std::max_element(x.begin(), x.end()));
    }
  });
}

TEST_P(Search, UsesAGivenOrder) {
  const auto x = random_numbers(3000);
  const auto by_last_digit = [](std::uint64_t a, std::uint64_t b) { return a % 10 < b % 10; };
  EXPECT_EQ(arcas::min_element(x, by_last_digit, {.on = &machine}),
            std::min_element(x.begin(), x.end(), by_last_digit));
}

TEST_P(Search, FindsTheFirst) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 255, 256, 257, 5000}) {
      std::vector<int> x(n, 0);
      for (const std::size_t at : {n, n / 2, n / 3, std::size_t{0}}) {
        if (at < n) x[at] = 7;
        const auto seven = [](int v) { return v == 7; };
        const auto expected = std::find(x.begin(), x.end(), 7);
        ASSERT_EQ(arcas::find(x, 7, options), expected);
        ASSERT_EQ(arcas::find(x.begin(), x.end(), 7, options), expected);
        ASSERT_EQ(arcas::find_if(x, seven, options), expected);
        ASSERT_EQ(arcas::find_if(x.begin(), x.end(), seven, options), expected);
        const bool is_there = expected != x.end();
        ASSERT_EQ(arcas::any_of(x, seven, options), is_there);
        ASSERT_EQ(arcas::any_of(x.begin(), x.end(), seven, options), is_there);
        ASSERT_EQ(arcas::none_of(x, seven, options), !is_there);
        ASSERT_EQ(arcas::none_of(x.begin(), x.end(), seven, options), !is_there);
        ASSERT_EQ(arcas::all_of(x, std::not_fn(seven), options), !is_there);
        ASSERT_EQ(arcas::all_of(x.begin(), x.end(), std::not_fn(seven), options), !is_there);
        ASSERT_EQ(arcas::count(x, 7, options), static_cast<std::size_t>(std::ranges::count(x, 7)));
        ASSERT_EQ(arcas::count(x.begin(), x.end(), 7, options), std::ranges::count(x, 7));
        ASSERT_EQ(arcas::count_if(x.begin(), x.end(), seven, options), std::ranges::count(x, 7));
      }
    }
  });
}

TEST_P(Search, KnowsOrderAndEquality) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 3000}) {
      std::vector<int> x(n);
      std::iota(x.begin(), x.end(), 0);
      std::vector<long> y(x.begin(), x.end());
      ASSERT_TRUE(arcas::is_sorted(x, less_than{}, options));
      ASSERT_EQ(arcas::is_sorted(x.begin(), x.end(), std::greater<>{}, options), n < 2);
      ASSERT_TRUE(arcas::equal(x, y, options));
      ASSERT_TRUE(arcas::equal(x.begin(), x.end(), y.begin(), options));
      if (n == 0) continue;
      y.back() = -1;
      ASSERT_FALSE(arcas::equal(x, y, options));
      ASSERT_EQ(arcas::is_sorted(y, less_than{}, options), n == 1);
      y.push_back(5);
      ASSERT_FALSE(arcas::equal(x, y, options));
    }
  });
}

TEST_P(Search, LooksAtMembersAndBits) {
  struct person {
    int age;
    bool retired;
  };
  std::vector<person> people(1000, {30, false});
  people[900] = {70, true};
  EXPECT_EQ(arcas::count_if(people, &person::retired, {.on = &machine}), 1U);
  EXPECT_EQ(arcas::find_if(people, &person::retired, {.on = &machine}), people.begin() + 900);
  const std::vector<bool> bits(1000, true);
  EXPECT_EQ(arcas::count(bits, true, {.on = &machine}), 1000U);
  EXPECT_EQ(arcas::find(bits.begin(), bits.end(), false, {.on = &machine}), bits.end());
}

TEST_P(Search, ThrowsTheExceptionOfTheCondition) {
  in_every_way(machine, [](const loop_options& options) {
    const auto refuse = [](std::size_t i) {
      if (i == 2999) throw std::out_of_range("2999");
      return false;
    };
    const auto x = std::views::iota(std::size_t{0}, std::size_t{3000});
    EXPECT_THROW(arcas::any_of(x, refuse, options), std::out_of_range);
    EXPECT_THROW(arcas::find_if(x.begin(), x.end(), refuse, options), std::out_of_range);
  });
}

TEST_P(Search, FindsNothingWhenItIsStopped) {
  const std::vector<int> x(1000, 1);
  EXPECT_EQ(arcas::find(x, 1, {.stop = stopped_token(), .on = &machine}), x.end());
}

TEST(Search, BeginsOnTheCallerUntilALoopPays) {
  const auto never = [](std::size_t) { return false; };
  EXPECT_EQ(look_alone(5, never).end, 5U);
  EXPECT_LE(look_alone(5000, never).end, looked_at_alone);
  const auto is_one = [](std::size_t k) { return k == 1; };
  const first_look one = look_alone(1, is_one);
  EXPECT_EQ(one.end, 1U);
  EXPECT_FALSE(one.found);
  const auto slowly = [](std::size_t) {
    const std::uint64_t start = cycles();
    while (cycles() - start < cycles_alone) {
    }
    return false;
  };
  EXPECT_EQ(look_alone(64, slowly).end, 1U);
  const auto always = [](std::size_t) { return true; };
  EXPECT_TRUE(look_alone(64, always).found);
  EXPECT_EQ(look_alone(64, always).end, 0U);
}

TEST_P(Search, ComparesByAGivenRelationAndTwoPairsOfIterators) {
  in_every_way(machine, [](const loop_options& options) {
    const auto same_parity = [](int a, long b) { return a % 2 == b % 2; };
    std::vector<int> x(1001);
    std::iota(x.begin(), x.end(), 0);
    std::vector<long> y(x.begin(), x.end());
    for (long& e : y) e += 2;
    ASSERT_TRUE(arcas::equal(x, y, same_parity, options));
    ASSERT_FALSE(arcas::equal(x, y, options));
    ASSERT_FALSE(arcas::equal(x.begin(), x.end(), y.begin(), y.end(), options));
    ASSERT_TRUE(arcas::equal(x.begin() + 2, x.end(), y.begin(), y.end() - 2, options));
    ASSERT_FALSE(arcas::equal(x.begin() + 2, x.end(), y.begin(), y.end(), options));
    y[700] += 1;
    ASSERT_FALSE(arcas::equal(x, y, same_parity, options));
  });
}

}  // namespace
}  // namespace arcas
