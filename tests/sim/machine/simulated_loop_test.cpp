// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/simulated_loop.h>

#include <gtest/gtest.h>

#include <string>

namespace {

using arcas::sim::iteration_costs;
using arcas::sim::loop_plan_of_simulation;
using arcas::sim::loop_result;
using arcas::sim::machine_model;
using arcas::sim::machine_named;
using arcas::sim::placement;
using arcas::sim::simulate;

constexpr const char* distributors[] = {"static",
                                        "biased",
                                        "shared",
                                        "striped:package",
                                        "striped:core",
                                        "striped:thread",
                                        "combine:core/striped:core",
                                        "async:core/striped:core",
                                        "async:core/combine:package"};

// Some iterations cost more than others, so a wrong set of iterations has another sum of costs.
TEST(SimulatedLoop, EveryIterationRunsOnceWithAnyDistributor) {
  for (const char* machine : {"x4-2", "t5-8", "epyc-2x96"}) {
    const machine_model model = machine_named(machine);
    for (const unsigned workers : {1U, 2U, 7U, 32U}) {
      const placement where(model, workers);
      for (const char* how : distributors) {
        for (const std::uint64_t grain : {0U, 1U, 5U}) {
          const auto costs = iteration_costs::heavy_first(3'000, 100);
          const loop_result r = simulate(where, {.how = how, .grain = grain}, costs);
          EXPECT_EQ(r.spent.work, costs.total()) << machine << workers << how << grain;
          EXPECT_EQ(r.spent.all(), r.elapsed * workers) << machine << workers << how << grain;
        }
      }
    }
  }
}

TEST(SimulatedLoop, WorkersThatSleepAreWoken) {
  for (const char* machine : {"x4-2", "t5-8", "epyc-2x96"}) {
    const machine_model model = machine_named(machine);
    const placement where(model, 32);
    for (const char* how : {"static", "auto"}) {
      const auto costs = iteration_costs::even(32'000, 1'000);
      const loop_result r = simulate(where, {.how = how, .sleeps = true}, costs);
      EXPECT_EQ(r.spent.work, costs.total()) << machine << how;
      EXPECT_GE(r.most_in_work, costs.total() / 32) << machine << how;
      EXPECT_LT(r.most_in_work, costs.total() / 16) << machine << how;
      EXPECT_GT(r.events.system_calls, 31U) << machine << how;
    }
  }
}

TEST(SimulatedLoop, NobodySleepsBeforeTheFirstCall) {
  const machine_model model = machine_named("x4-2");
  const placement where(model, 4);
  const auto costs = iteration_costs::even(400, 1'000);
  EXPECT_EQ(simulate(where, {.calls = 1, .sleeps = true}, costs).spent.work, costs.total());
}

TEST(SimulatedLoop, TheSameRunTakesTheSameTime) {
  const machine_model model = machine_named("epyc-2x96");
  const placement where(model, 96);
  const auto costs = iteration_costs::heavy_tailed(50'000, 300, 1.3);
  const auto once = simulate(where, {}, costs).elapsed;
  EXPECT_EQ(simulate(where, {}, costs).elapsed, once);
}

TEST(SimulatedLoop, OneWorkerHasNoOverhead) {
  const machine_model model = machine_named("epyc-2x96");
  const placement where(model, 1);
  EXPECT_GT(simulate(where, {}, iteration_costs::even(100'000, 100)).efficiency(), 0.98);
}

TEST(SimulatedLoop, AWorkerThatComesLateDelaysTheDefaultButLittle) {
  const machine_model model = machine_named("x4-2");
  const placement where(model, 16);
  const auto costs = iteration_costs::even(160'000, 100);  // a million cycles per worker
  loop_plan_of_simulation plan;
  const std::uint64_t undisturbed = simulate(where, plan, costs).elapsed;
  plan.disturbances = {{.worker = 5, .cycles = 3'000'000}};
  const loop_result late = simulate(where, plan, costs);
  EXPECT_EQ(late.spent.work, costs.total());
  EXPECT_LT(late.elapsed, undisturbed * 5 / 4);
}

TEST(SimulatedLoop, ThreadsOfACoreShareItsIssueSlots) {
  const machine_model model = machine_named("t5-8");
  const auto costs = iteration_costs::even(1024 * 200, 1'000);
  const double at_512 = simulate({model, 512}, {}, costs).speedup(512);
  const double at_1024 = simulate({model, 1024}, {}, costs).speedup(1024);
  EXPECT_GT(at_512, 350);
  // On each of the 128 cores, the speed is that of 5.88 threads.
  EXPECT_GT(at_1024, at_512 * 1.2);
  EXPECT_LT(at_1024, 128 * 5.9);
}

}  // namespace
