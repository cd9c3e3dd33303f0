// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/index_ranges.h>

#include "runtimes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace arcas {
namespace {

template <class I>
std::vector<long> met(const step_range<I>& range, runtime& on) {
  std::mutex turn;
  std::vector<long> all;
  parallel_for(range,
               [&](I i) {
                 const std::scoped_lock mine(turn);
                 all.push_back(static_cast<long>(i));
               },
               {.on = &on});
  std::ranges::sort(all);
  return all;
}

TEST(Steps, AreThoseOfASerialLoop) {
  const auto on = runtime_of(3);
  for (const int first : {-7, 0, 5}) {
    for (const int last : {-9, 0, 6, 100}) {
      for (const int step : {1, 2, 3, 7, 1000, -1, -2, -5}) {
        std::vector<long> expected;
        for (int i = first; step > 0 ? i < last : i > last; i += step) expected.push_back(i);
        std::ranges::sort(expected);
        EXPECT_EQ(met(steps(first, last, step), *on), expected)
            << first << ' ' << last << ' ' << step;
      }
    }
  }
}

TEST(Steps, ReachTheEndsOfTheirType) {
  const auto on = runtime_of(2);
  using limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(met(steps(limits::max() - 5, limits::max(), 2), *on).size(), 3U);
  EXPECT_EQ(met(steps(limits::min() + 5, limits::min(), -2), *on),
            (std::vector<long>{limits::min() + 1, limits::min() + 3, limits::min() + 5}));
  EXPECT_EQ(met(steps(std::size_t{10}, std::size_t{0}, -3), *on), (std::vector<long>{1, 4, 7, 10}));
  EXPECT_EQ(steps(limits::min(), limits::max(), std::int64_t{1} << 62).count, 4U);
}

TEST(Steps, OfZeroAreRefused) {
  EXPECT_THROW(steps(0, 10, 0), std::invalid_argument);
}

TEST(Grid, EachPlaceIsMetOnce) {
  const auto on = runtime_of(3);
  for (const std::size_t rows : {0, 1, 3, 16, 17, 40}) {
    for (const std::size_t columns : {0, 1, 5, 1024, 1025, 3000}) {
      std::vector<std::atomic<int>> times(rows * columns);
      parallel_for(grid(rows, columns),
                   [&](std::size_t j, std::size_t i) { ++times[j * columns + i]; },
                   {.on = on.get()});
      for (const auto& t : times) ASSERT_EQ(t, 1) << rows << ' ' << columns;
    }
  }
}

TEST(Grid, EachPlaceOfThreeDimensionsIsMetOnceWithTheLastInnermost) {
  const auto on = runtime_of(3);
  constexpr int planes = 5, rows = 33, columns = 1500;
  std::vector<std::atomic<int>> times(planes * rows * columns);
  parallel_for(
      grid(planes, rows, columns),
      [&](int k, int j, int i) { ++times[static_cast<std::size_t>((k * rows + j) * columns + i)]; },
      {.on = on.get()});
  for (const auto& t : times) ASSERT_EQ(t, 1);
}

TEST(Grid, BoxesCoverTheGrid) {
  const auto on = runtime_of(2);
  std::atomic<long> places{0}, boxes{0};
  parallel_for(grid(100, 2000),
               [&](const box<int, 2>& b) {
                 places += long{b.last[0] - b.first[0]} * (b.last[1] - b.first[1]);
                 ++boxes;
               },
               {.on = on.get()});
  EXPECT_EQ(places, 200000);
  EXPECT_GT(boxes, 10);
}

TEST(Grid, NegativeSizesAreEmpty) {
  std::atomic<int> met{0};
  parallel_for(grid(-3, 10), [&](int, int) { ++met; });
  EXPECT_EQ(met, 0);
}

TEST(Bounds, ANegativeOneBesideOneWithoutSignIsRefused) {
  const auto nothing = [](std::size_t) {};
  int first = -5;
  EXPECT_THROW(parallel_for(first, std::size_t{10}, nothing), std::invalid_argument);
  EXPECT_THROW(parallel_for(0U, -1, [](unsigned) {}), std::invalid_argument);
  try {
    parallel_for(first, std::size_t{10}, nothing);
  } catch (const std::invalid_argument& refused) {
    EXPECT_NE(std::string(refused.what()).find("-5"), std::string::npos) << refused.what();
  }
  std::atomic<int> met{0};
  parallel_for(0, std::size_t{10}, [&](std::size_t) { ++met; });
  parallel_for(-5, 5L, [&](long) { ++met; });
  EXPECT_EQ(met, 20);
}

}  // namespace
}  // namespace arcas
