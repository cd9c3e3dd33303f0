// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/monoid.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

static_assert(has_lanes<plus<double>>);
static_assert(!has_lanes<plus<std::string>>);
static_assert(!has_lanes<concatenation>);

TEST(Lanes, FoldLikeAPlainLoop) {
  for (std::size_t n = 0; n < 70; ++n) {
    const auto x = random_numbers(n);
    std::uint64_t sum = 5, least = 900;
    for (const std::uint64_t v : x) {
      sum += v;
      least = std::min(least, v);
    }
    const auto get = [&](std::size_t k) { return x[k]; };
    EXPECT_EQ(fold<plus<std::uint64_t>>(5, n, {}, get), sum);
    EXPECT_EQ(fold<minimum<std::uint64_t>>(900, n, {}, get), least);
  }
}

TEST(Lanes, AskInOrder) {
  std::size_t next = 0;
  fold<plus<int>>(0, 100, {}, [&](std::size_t k) {
    EXPECT_EQ(k, next++);
    return 1;
  });
  EXPECT_EQ(next, 100U);
}

TEST(Lanes, KeepTheOrderOfWhatDoesNotCommute) {
  EXPECT_EQ(fold<concatenation>("", 100, {}, word), words_up_to(100));
}

TEST(Lanes, GiveTheSameSumOfFractionsEachTime) {
  const auto get = [](std::size_t k) { return 1.0 / static_cast<double>(k + 1); };
  const double once = fold<plus<double>>(0, 1'000, {}, get);
  EXPECT_EQ(fold<plus<double>>(0, 1'000, {}, get), once);
  EXPECT_NEAR(once, 7.485470860550345, 1e-12);
}

TEST(Lanes, AreWideEnoughForSmallNumbers) {
  const auto found = fold<maximum<signed char>>(-100, 40, {}, [](std::size_t k) {
    return static_cast<signed char>(k == 23 ? std::numeric_limits<signed char>::max() : 0);
  });
  EXPECT_EQ(found, std::numeric_limits<signed char>::max());
}

}  // namespace
}  // namespace arcas
