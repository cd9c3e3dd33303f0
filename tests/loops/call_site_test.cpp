// SPDX-License-Identifier: Apache-2.0
// What does a call site learn from the durations of its loops?
#include <arcas/loops/call_site.h>
#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

TEST(CallSite, KnowsNothingUntilALoopWithRangesWasMeasured) {
  call_site site;
  EXPECT_EQ(site.cycles_alone(100), 0U);
  EXPECT_FALSE(site.runs_alone(1, 2));
  EXPECT_FALSE(site.is_uneven(1'000'000, 2));
  site.took_alone(100, 5'000);
  EXPECT_FALSE(site.runs_alone(1, 2)) << "the burden is not known";
}

// A shared loop costs 600 cycles beyond its work. One worker is faster than two for loops of up to
// 1,200 cycles, and faster than eight for loops of up to 685 cycles.
TEST(CallSite, LeavesALoopToOneWorkerIfSharingCostsMore) {
  call_site site;
  site.took_by_ranges(1'000, 2, 5'600, 10'000, 5'000);
  EXPECT_EQ(site.burden.get(), 600U);
  EXPECT_EQ(site.cycles_alone(1'000), 10'000U);
  EXPECT_TRUE(site.runs_alone(119, 2));
  EXPECT_FALSE(site.runs_alone(120, 2));
  EXPECT_TRUE(site.runs_alone(68, 8));
  EXPECT_FALSE(site.runs_alone(69, 8));
}

TEST(CallSite, CountsNoUnevennessAsBurden) {
  call_site site;
  site.took_by_ranges(100, 2, 9'500, 10'000, 8'900);
  EXPECT_EQ(site.burden.get(), 600U);
}

// On one worker no cache lines travel between cores, so an iteration costs less than in a shared
// loop.
TEST(CallSite, PrefersTheMeasuredCostOnOneWorker) {
  call_site site;
  site.took_by_ranges(1'000, 2, 5'600, 10'000, 5'000);
  site.took_alone(640, 3'200);
  EXPECT_EQ(site.cycles_alone(1'000), 5'000U);
}

// Iterations of some loops of a site cost more than those of others. The loops that cost more must
// not run on the caller alone.
TEST(CallSite, ExpectsTheHighestCostOfTheLastLoops) {
  call_site site;
  for (int i = 0; i < 100; ++i) site.took_alone(64, i % 2 == 0 ? 100 : 1'000);
  EXPECT_GT(site.cycles_alone(64), 750U);
  for (int i = 0; i < 100; ++i) site.took_alone(64, 100);
  EXPECT_LT(site.cycles_alone(64), 110U);
}

TEST(CallSite, CountsAnInterruptAsAtMostFourLoops) {
  call_site site;
  for (int i = 0; i < 50; ++i) site.took_by_ranges(100, 2, 1'000, 1'000, 500);
  EXPECT_EQ(site.burden.get(), 500U);
  site.took_by_ranges(100, 2, 10'000'000, 1'000, 500);
  EXPECT_EQ(site.burden.get(), (3 * 500U + 4 * 500U) / 4);
  for (int i = 0; i < 50; ++i) site.took_by_ranges(100, 2, 1'000, 1'000, 500);
  EXPECT_NEAR(static_cast<double>(site.burden.get()), 500, 5);
}

TEST(CallSite, PrefersClaimsWhereTheLastRangesMeasuredWereUneven) {
  call_site site;
  site.took_by_ranges(100, 2, 5'600, 10'000, 5'100);
  EXPECT_FALSE(site.is_uneven(100, 2));
  site.took_by_ranges(100, 2, 9'500, 10'000, 8'900);
  EXPECT_TRUE(site.is_uneven(100, 2));
  EXPECT_FALSE(site.is_uneven(10, 2)) << "claims of a short loop would cost more";
  site.took_by_ranges(100, 2, 5'600, 10'000, 5'100);
  EXPECT_FALSE(site.is_uneven(100, 2));
  site.took_by_ranges(100'000, 2, 505'600, 1'000'000, 505'000);
  EXPECT_FALSE(site.is_uneven(100'000, 2)) << "a hundredth of the work";
}

// An interrupt or an unusual loop may cause a high measured cost. The loops that are shared
// afterwards correct it.
TEST(CallSite, ForgetsASingleCostOnOneWorker) {
  call_site site;
  site.took_by_ranges(64, 2, 1'000, 1'000, 500);
  site.took_alone(64, 10'000'000);
  EXPECT_EQ(site.cycles_alone(64), 4'000U);
  site.took_alone(64, 10'000'000);
  EXPECT_EQ(site.cycles_alone(64), 10'000U);
  for (int i = 0; i < 60; ++i) site.took_by_ranges(64, 2, 1'000, 1'000, 500);
  EXPECT_LT(site.cycles_alone(64), 1'010U);
}

}  // namespace
}  // namespace arcas
