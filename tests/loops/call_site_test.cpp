// SPDX-License-Identifier: Apache-2.0
// What a call site learns from what its loops took.
#include <arcas/loops/call_site.h>
#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

length_class& of(call_site& site, std::uint64_t cycles) {
  return site.class_of(cycles);
}

TEST(CallSite, KnowsNothingUntilLoopsWithRangesWereMeasured) {
  call_site site;
  EXPECT_EQ(site.cycles_alone(100), 0U);
  length_class& length = of(site, 1'000);
  site.took_by_claims(length, 100, 2, 5'000);
  EXPECT_FALSE(length.lost_by_claims.known()) << "of what iterations cost nothing was known";
  EXPECT_EQ(length.alone_cycles.get(), 0U);
}

// 600 lost: one worker is quicker up to 1,200 cycles of two, or 800 of a hundred of them and more.
TEST(CallSite, LeavesALoopToOneWorkerIfSharingLosesMore) {
  call_site site;
  length_class& length = of(site, 10'000);
  site.took_by_ranges(length, 1'000, 2, 5'600, 10'000, 0);
  EXPECT_EQ(length.alone_cycles.get(), 1'200U);
  EXPECT_NEAR(static_cast<double>(site.cycles_alone(1'000)), 10'000, 1'000 / 64.);
  length_class& other = of(site, 100'000);
  site.took_by_ranges(other, 1'000, 8, 10'000 / 8 + 700, 10'000, 0);
  EXPECT_EQ(other.alone_cycles.get(), 800U);
  EXPECT_EQ(length.alone_cycles.get(), 1'200U);
}

// What lines cost that travel, one worker does not pay.
TEST(CallSite, BelievesWhatOneWorkerTookBeforeWhatAllDid) {
  call_site site;
  site.took_by_ranges(of(site, 10'000), 1'000, 2, 5'600, 10'000, 0);
  site.took_alone(640, 3'200);
  EXPECT_EQ(site.cycles_alone(1'000), 5'000U);
}

// Iterations of some loops cost more than those of others: what is to be done alone must not be one
// of them.
TEST(CallSite, ExpectsTheDearestOfTheLastLoops) {
  call_site site;
  for (int i = 0; i < 100; ++i) site.took_alone(64, i % 2 == 0 ? 100 : 1'000);
  EXPECT_GT(site.cycles_alone(64), 750U);
  for (int i = 0; i < 100; ++i) site.took_alone(64, 100);
  EXPECT_LT(site.cycles_alone(64), 110U);
}

TEST(CallSite, WeighsOneInterruptAsFourLoops) {
  call_site site;
  length_class& length = of(site, 1'000);
  for (int i = 0; i < 50; ++i) site.took_by_ranges(length, 100, 2, 1'000, 1'000, 0);
  EXPECT_EQ(length.lost_by_ranges.get(), 500U);
  site.took_by_ranges(length, 100, 2, 10'000'000, 1'000, 0);
  EXPECT_EQ(length.lost_by_ranges.get(), (3 * 500U + 4 * 500U) / 4);
  for (int i = 0; i < 50; ++i) site.took_by_ranges(length, 100, 2, 1'000, 1'000, 0);
  EXPECT_NEAR(static_cast<double>(length.lost_by_ranges.get()), 500, 5);
}

TEST(CallSite, PrefersClaimsWhereTheyLoseLess) {
  call_site site;
  length_class& length = of(site, 10'000);
  site.took_by_ranges(length, 100, 2, 9'000, 10'000, 100);
  EXPECT_EQ(length.by_claims.get(), 0U);
  site.took_by_ranges(length, 100, 2, 9'000, 10'000, 3'900);
  EXPECT_NE(length.by_claims.get(), 0U) << "not measured yet, and the ranges are uneven";
  site.took_by_claims(length, 100, 2, 6'000);
  EXPECT_NE(length.by_claims.get(), 0U);
  for (int i = 0; i < 50; ++i) site.took_by_claims(length, 100, 2, 12'000);
  EXPECT_EQ(length.by_claims.get(), 0U);
  EXPECT_EQ(of(site, 1'000).by_claims.get(), 0U) << "another length";
}

// An interrupt, or an odd loop: what one worker takes is measured again where it does not go alone.
TEST(CallSite, ForgetsWhatOneWorkerTookOnce) {
  call_site site;
  length_class& length = of(site, 1'000);
  site.took_by_ranges(length, 64, 2, 1'500, 1'000, 0);
  site.took_alone(64, 10'000'000);
  EXPECT_EQ(site.cycles_alone(64), 4'000U);
  site.took_alone(64, 10'000'000);
  EXPECT_EQ(site.cycles_alone(64), 10'000U);
  for (int i = 0; i < 60; ++i) site.took_by_ranges(length, 64, 2, 1'500, 1'000, 0);
  EXPECT_LT(site.cycles_alone(64), 1'010U);
}

TEST(CallSite, LeavesNothingToOneWorkerBeforeClaimsThatMayLoseLessWereMeasured) {
  call_site site;
  length_class& length = of(site, 8'000);
  site.took_by_ranges(length, 64, 2, 8'300, 8'000, 3'900);
  EXPECT_EQ(length.alone_cycles.get(), 0U);
  site.took_by_claims(length, 64, 2, 4'600);
  EXPECT_EQ(length.alone_cycles.get(), 1'200U);
}

}  // namespace
}  // namespace arcas
