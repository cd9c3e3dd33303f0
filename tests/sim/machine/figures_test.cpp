// SPDX-License-Identifier: Apache-2.0
// The statements of the figures in docs/experiments/2026-11-26-laboratory.md: which distributor
// wins where. A change that affects them is noticed here.
#include <sim/machine/simulated_loop.h>

#include <gtest/gtest.h>

namespace {

using arcas::sim::iteration_costs;
using arcas::sim::loop_result;
using arcas::sim::machine_named;
using arcas::sim::placement;
using arcas::sim::simulate;

// The even loop of figure 4 of Callisto-RTS.
loop_result even_loop(const char* machine, unsigned workers, const char* how, std::uint64_t grain) {
  const auto model = machine_named(machine);
  const std::uint64_t cycles = model.adds_by_swap ? 140 : 50;
  return simulate({model, workers}, {.how = how, .grain = grain, .calls = 1},
                  iteration_costs::even(workers * 512, cycles));
}

TEST(Figure4, TheNearerTheCountersTheBetterAtASmallGrainOnTheT5) {
  const double shared = even_loop("t5-8", 256, "shared", 4).efficiency();
  const double by_package = even_loop("t5-8", 256, "striped:package", 4).efficiency();
  const double by_core = even_loop("t5-8", 256, "striped:core", 4).efficiency();
  EXPECT_LT(3 * shared, by_package);
  EXPECT_LT(3 * by_package, by_core);
}

TEST(Figure4, AsynchronousRequestsCombineThoseOfAllThreadsOfACoreAtAnyGrain) {
  for (const std::uint64_t grain : {1, 16, 64}) {
    const double asynchronous =
        even_loop("t5-8", 256, "async:core/striped:core", grain).chunks_a_claim;
    EXPECT_NEAR(asynchronous, 2, 0.2) << grain;  // 256 workers are two on each core
    EXPECT_LT(even_loop("t5-8", 256, "combine:core/striped:core", grain).chunks_a_claim, 1.5);
  }
}

TEST(Figure4, TwoLevelsOfCombiningDoNotPay) {
  EXPECT_LT(even_loop("t5-8", 256, "async:core/combine:package/striped:package", 16).efficiency(),
            even_loop("t5-8", 256, "async:core/striped:core", 16).efficiency());
}

TEST(Figure4, OnTheIntelMachineCountersOfThreadsAreBestAndCombiningIsWorse) {
  for (const unsigned workers : {16U, 32U}) {
    const double by_thread = even_loop("x4-2", workers, "striped:thread", 4).efficiency();
    EXPECT_GT(by_thread, even_loop("x4-2", workers, "async:core/striped:core", 4).efficiency());
    EXPECT_GT(by_thread, 3 * even_loop("x4-2", workers, "shared", 4).efficiency());
  }
}

TEST(Scaling, TheDefaultWithoutAGrainIsAt90PercentWhereASharedCounterIsUnderHalf) {
  const auto model = machine_named("numa-1024");
  const placement where(model, 1'024);
  const auto costs = iteration_costs::even(1'024 * 1'000, 1'000);
  EXPECT_GT(simulate(where, {}, costs).efficiency(), 0.9);
  EXPECT_LT(simulate(where, {.how = "shared", .grain = 1, .calls = 1}, costs).efficiency(), 0.05);
}

// There are 6,000 iterations per worker, so a heavy iteration is a twelfth of a worker's share of
// the cycles. 2026-11-26-laboratory.md has the efficiency with fewer iterations.
TEST(Scaling, SoItIsWhereTheFirstIterationsHaveAThousandTimesTheWork) {
  const auto model = machine_named("numa-1024");
  const placement where(model, 1'024);
  const auto costs = iteration_costs::heavy_first(1'024 * 6'000, 1'000);
  EXPECT_GT(simulate(where, {}, costs).efficiency(), 0.9);
  EXPECT_LT(simulate(where, {.how = "shared", .grain = 1, .calls = 1},
                     iteration_costs::heavy_first(1'024 * 500, 1'000))
                .efficiency(),
            0.5);
}

TEST(Scaling, NoMembarrierInterruptsALargeTeam) {
  const auto model = machine_named("epyc-2x96");
  const auto costs = iteration_costs::heavy_first(128 * 2'000, 1'000);
  EXPECT_EQ(simulate({model, 128}, {}, costs).events.membarriers, 0U);
}

double burden_on_1024(const char* how, unsigned workers, bool asleep = false) {
  return static_cast<double>(simulate({machine_named("numa-1024"), workers},
                                      {.how = how, .calls = 4, .sleeps = asleep},
                                      iteration_costs::even(workers, 2'000))
                                 .burden());
}

TEST(Burden, OfFixedRangesGrowsAsTheDepthOfTheTree) {
  EXPECT_LT(burden_on_1024("static", 1'024), 2 * burden_on_1024("static", 32));
}

TEST(Burden, OfClaimsAt1024WorkersIsAtMostFourTimesThatAt32) {
  EXPECT_LT(burden_on_1024("auto", 1'024), 4 * burden_on_1024("auto", 32));
}

// The burden is less than a sixteenth of the time of 1,023 wake-ups by one thread.
TEST(Burden, SleepersWakeEachOther) {
  const auto model = machine_named("numa-1024");
  EXPECT_LT(16 * burden_on_1024("auto", 1'024, true), 1'023.0 * (model.wake + model.system_call));
}

}  // namespace
