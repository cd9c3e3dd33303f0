// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/grain.h>

#include <gtest/gtest.h>

#include <random>

namespace arcas {

using namespace detail;
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

TEST(Grain, GivenIsKept) {
  for (const std::uint64_t grain : {std::uint64_t{1}, std::uint64_t{64}, largest_grain}) {
    const grain_control given(grain, 0);
    EXPECT_FALSE(given.automatic());
    EXPECT_EQ(given.next(0, 1), grain);
    EXPECT_EQ(given.next(plenty, 8), grain);
    EXPECT_EQ(given.fresh(), grain);
  }
  EXPECT_EQ(grain_control(~std::uint64_t{0}, 0).next(plenty, 1), largest_grain);
}

TEST(Grain, AutomaticStartsFromOneIterationWhereNothingIsKnown) {
  const grain_control automatic(0, 0);
  EXPECT_TRUE(automatic.automatic());
  EXPECT_EQ(automatic.next(plenty, 1), 1U);
  EXPECT_EQ(automatic.fresh(), 1U);
}

// Number of chunks until the grain settles, for iterations that cost `cycles_each` cycles.
unsigned chunks_until_settled(grain_control& control, std::uint64_t cycles_each) {
  unsigned chunks = 0;
  for (std::uint64_t before = 0; before != control.next(plenty, 1) && chunks < 100; ++chunks) {
    before = control.next(plenty, 1);
    control.measured(before, before * cycles_each);
  }
  return chunks;
}

TEST(Grain, AutomaticGrowsUntilAChunkCostsItsCycles) {
  for (const std::uint64_t cycles_each : {1U, 10U, 50U, 300U}) {
    grain_control control(0, 0);
    EXPECT_LT(chunks_until_settled(control, cycles_each), 20U);
    const std::uint64_t cost = control.next(plenty, 1) * cycles_each;
    EXPECT_LE(cost, grain_control::most_cycles);
    EXPECT_GE(cost, grain_control::most_cycles - cycles_each);
  }
}

TEST(Grain, AutomaticGrowsFurtherWhereClaimsAreDear) {
  grain_control control(0, 0);
  for (int k = 0; k < 20; ++k) control.claimed(500);
  chunks_until_settled(control, 10);
  EXPECT_GT(control.next(plenty, 1) * 10, 40'000U);
  for (int k = 0; k < 20; ++k) control.claimed(1'000'000);
  chunks_until_settled(control, 10);
  EXPECT_LE(control.next(plenty, 1) * 10,
            grain_control::longest_claim * grain_control::claims_in_a_chunk);
}

TEST(Grain, AutomaticStaysAtOneWhereAnIterationCostsMore) {
  grain_control control(0, 0);
  chunks_until_settled(control, 10 * grain_control::most_cycles);
  EXPECT_EQ(control.next(plenty, 1), 1U);
}

TEST(Grain, AutomaticShrinksWhereIterationsGetHeavy) {
  grain_control control(0, 0);
  chunks_until_settled(control, 10);
  control.measured(100, 100 * 1000);
  EXPECT_LE(control.next(plenty, 1) * 1000, grain_control::most_cycles);
}

TEST(Grain, AutomaticShrinksTowardsTheEndButNotBelowTheCostOfAClaim) {
  grain_control control(0, 0);
  chunks_until_settled(control, 10);
  const std::uint64_t full = control.next(plenty, 2);
  EXPECT_LT(control.next(4 * full / 2, 2), full);
  EXPECT_GE(control.next(0, 2) * 10, grain_control::least_cycles - 10);
  for (std::uint64_t left = 0; left < 10'000; left += 7) {
    EXPECT_LE(control.next(left, 2), control.next(left + 7, 2));
    EXPECT_LE(control.next(left, 8), control.next(left, 1));
  }
}

TEST(Grain, StartsFromThePaceOfEarlierLoops) {
  grain_control first(0, 0);
  chunks_until_settled(first, 50);
  EXPECT_NEAR(static_cast<double>(first.found()), pace_cycles / 50.0, 8);
  const grain_control next(0, first.found());
  EXPECT_GT(next.next(plenty, 1), 1U);
  EXPECT_LE(next.next(plenty, 1) * 50, grain_control::most_cycles);
}

TEST(Grain, StartsAfreshOnAnotherStripe) {
  grain_control control(0, 0);
  chunks_until_settled(control, 1);
  EXPECT_GT(control.next(plenty, 1), 100U);
  EXPECT_EQ(control.fresh(), 1U);
  control.start_afresh();
  EXPECT_EQ(control.next(plenty, 1), 1U);
}

TEST(Grain, IsLegalForAnyMeasurement) {
  std::mt19937_64 random(3);
  grain_control control(0, 0);
  for (int k = 0; k < 10'000; ++k) {
    const std::uint64_t grain = control.next(random() >> (random() % 64), 1 + random() % 64);
    ASSERT_GE(grain, 1U);
    ASSERT_LE(grain, largest_grain);
    control.measured(grain, random() >> (24 + random() % 40));
  }
}

unsigned batches_until_settled(batch_grain& control, std::uint64_t cycles_each) {
  unsigned batches = 0;
  for (; !control.settled() && batches < 100; ++batches) {
    const std::uint64_t size = control.batch(control.next(plenty));
    control.measured(size, size * cycles_each);
  }
  return batches;
}

TEST(BatchGrain, GivenIsKeptAndNeedsNoClock) {
  const batch_grain given(64, 0);
  EXPECT_FALSE(given.automatic());
  EXPECT_EQ(given.next(0), 64U);
  EXPECT_EQ(given.next(plenty), 64U);
  EXPECT_EQ(given.batch(64), ~std::uint64_t{0});
}

TEST(BatchGrain, AutomaticGrowsFromOneIterationUntilAChunkCostsItsCycles) {
  for (const std::uint64_t cycles_each : {1U, 10U, 50U, 300U}) {
    batch_grain control(0, 0);
    EXPECT_EQ(control.next(plenty), 1U);
    EXPECT_EQ(control.batch(1), 1U);
    EXPECT_LT(batches_until_settled(control, cycles_each), 20U);
    const std::uint64_t grain = control.next(plenty);
    EXPECT_LE(grain * cycles_each, batch_grain::most_cycles);
    EXPECT_GE(grain * cycles_each, batch_grain::most_cycles - cycles_each);
    EXPECT_EQ(control.batch(grain), batch_grain::chunks_in_a_batch * grain);
  }
}

TEST(BatchGrain, ShrinksWithTheRestButNotBelowTheCostOfAChunk) {
  batch_grain control(0, 0);
  batches_until_settled(control, 10);
  for (std::uint64_t left = 0; left < 100'000; left += 97) {
    const std::uint64_t grain = control.next(left);
    EXPECT_LE(grain, control.next(left + 97));
    EXPECT_GE(grain * 10, batch_grain::least_cycles - 20);
    EXPECT_LE(grain, std::max<std::uint64_t>(left / batch_grain::part_of_rest,
                                             batch_grain::least_cycles / 10));
  }
}

TEST(BatchGrain, AloneAChunkNeedsNotLeaveMostOfTheRest) {
  batch_grain control(0, 0);
  EXPECT_EQ(control.next_alone(), 1U);
  batches_until_settled(control, 10);
  EXPECT_EQ(control.next_alone(), control.found());
  EXPECT_EQ(batch_grain(64, 0).next_alone(), 64U);
  EXPECT_EQ(batch_grain(0, 1600).next_alone(), 100U) << "known from elsewhere";
}

TEST(BatchGrain, AdoptsAHigherCostAtOnceAndALowerOneSlowly) {
  batch_grain control(0, 0);
  batches_until_settled(control, 10);
  const std::uint64_t before = control.found();
  control.measured(100, 100 * 1000);
  EXPECT_LT(control.found(), before / 10);
  control.measured(100, 100 * 10);
  EXPECT_LT(control.found(), before / 5);
}

TEST(BatchGrain, StartsFromThePaceOfEarlierLoops) {
  batch_grain first(0, 0);
  batches_until_settled(first, 50);
  batch_grain next(0, first.found());
  EXPECT_TRUE(next.settled());
  EXPECT_EQ(next.next(plenty), first.next(plenty));
  next.start_afresh();
  EXPECT_EQ(next.next(plenty), 1U);
}

TEST(BatchGrain, IsLegalForAnyMeasurement) {
  std::mt19937_64 random(3);
  batch_grain control(0, 0);
  for (int k = 0; k < 10'000; ++k) {
    const std::uint64_t grain = control.next(random() >> (34 + random() % 30));
    ASSERT_GE(grain, 1U);
    ASSERT_LE(grain, largest_grain);
    control.measured(grain, random() >> (24 + random() % 40));
  }
}

}  // namespace
}  // namespace arcas
