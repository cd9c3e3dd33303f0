// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/victim_search.h>

#include <gtest/gtest.h>

#include <vector>

namespace arcas {

using namespace detail;
namespace {

// Cycles until the thief makes the next request, after a theft at `now` that was not worth its
// request.
std::uint64_t length_at(const steal_backoff& b, std::uint64_t now) {
  std::uint64_t length = 0;
  while (b.lasts(now + length)) ++length;
  return length;
}

TEST(StealBackoff, IsResetAtFirst) {
  const steal_backoff b;
  EXPECT_TRUE(b.is_reset());
  EXPECT_FALSE(b.lasts(0));
  EXPECT_FALSE(b.lasts(1'000'000));
}

TEST(StealBackoff, EachSmallTaskDoublesItUpToALimit) {
  steal_backoff b;
  std::vector<std::uint64_t> lengths;
  for (int i = 0; i < 8; ++i) {
    b.ran(steal_backoff::small_task - 1, 500);
    lengths.push_back(length_at(b, 500));
  }
  EXPECT_EQ(lengths, (std::vector<std::uint64_t>{1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 32'000,
                                                 32'000}));
}

TEST(StealBackoff, TasksThatAreGoneCountAsSmallOnes) {
  steal_backoff b;
  b.ran(0, 0);
  b.back_off(10);
  EXPECT_EQ(length_at(b, 10), 2 * steal_backoff::small_task);
}

TEST(StealBackoff, ATaskThatWasWorthTheRequestResetsIt) {
  steal_backoff b;
  for (int i = 0; i < 5; ++i) b.back_off(0);
  b.ran(steal_backoff::small_task, 7);
  EXPECT_TRUE(b.is_reset());
  EXPECT_FALSE(b.lasts(7));
  b.ran(1, 7);
  EXPECT_EQ(length_at(b, 7), steal_backoff::small_task);
}

TEST(StealBackoff, LastsFromTheLastSmallTaskAlsoWhereTheClockTurnsOver) {
  steal_backoff b;
  const std::uint64_t late = ~std::uint64_t{0} - 99;
  b.back_off(late);
  EXPECT_TRUE(b.lasts(late + 999));
  EXPECT_FALSE(b.lasts(late + 1'000));
  b.back_off(5'000);
  EXPECT_TRUE(b.lasts(6'999));
  EXPECT_FALSE(b.lasts(7'000));
}

}  // namespace
}  // namespace arcas
