// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/hesitation.h>

#include <gtest/gtest.h>

#include <vector>

namespace arcas {
namespace {

// Cycles until it asks again, after a disappointment at `now`.
std::uint64_t length_at(const hesitation& h, std::uint64_t now) {
  std::uint64_t length = 0;
  while (h.lasts(now + length)) ++length;
  return length;
}

TEST(Hesitation, ThereIsNoneAtFirst) {
  const hesitation h;
  EXPECT_TRUE(h.is_none());
  EXPECT_FALSE(h.lasts(0));
  EXPECT_FALSE(h.lasts(1'000'000));
}

TEST(Hesitation, EachSmallTaskDoublesItUpToALimit) {
  hesitation h;
  std::vector<std::uint64_t> lengths;
  for (int i = 0; i < 8; ++i) {
    h.found(hesitation::small_task - 1, 500);
    lengths.push_back(length_at(h, 500));
  }
  EXPECT_EQ(lengths, (std::vector<std::uint64_t>{1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 32'000,
                                                 32'000}));
}

TEST(Hesitation, TasksThatAreGoneCountAsSmallOnes) {
  hesitation h;
  h.found(0, 0);
  h.found_nothing(10);
  EXPECT_EQ(length_at(h, 10), 2 * hesitation::small_task);
}

TEST(Hesitation, ATaskThatWasWorthItEndsIt) {
  hesitation h;
  for (int i = 0; i < 5; ++i) h.found_nothing(0);
  h.found(hesitation::small_task, 7);
  EXPECT_TRUE(h.is_none());
  EXPECT_FALSE(h.lasts(7));
  h.found(1, 7);
  EXPECT_EQ(length_at(h, 7), hesitation::small_task);
}

TEST(Hesitation, ItCountsFromTheLastDisappointmentAlsoWhereTheClockTurnsOver) {
  hesitation h;
  const std::uint64_t late = ~std::uint64_t{0} - 99;
  h.found_nothing(late);
  EXPECT_TRUE(h.lasts(late + 999));
  EXPECT_FALSE(h.lasts(late + 1'000));
  h.found_nothing(5'000);
  EXPECT_TRUE(h.lasts(6'999));
  EXPECT_FALSE(h.lasts(7'000));
}

}  // namespace
}  // namespace arcas
