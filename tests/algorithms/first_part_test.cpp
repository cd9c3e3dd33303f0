// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/prefix_blocks.h>

#include <gtest/gtest.h>

#include <chrono>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

TEST(FirstPart, IsAFewElements) {
  for (const std::size_t n : {1, 15, 16, 17, 1000, 1000000}) {
    const first_part some(n, 2, {});
    EXPECT_GE(some.size(), 1U);
    EXPECT_LE(some.size(), std::min<std::size_t>(n, 256));
  }
}

TEST(FirstPart, IsEverythingWithoutOtherWorkers) {
  const first_part all(1'000'000, 1, {});
  EXPECT_EQ(all.size(), 1'000'000U);
  EXPECT_TRUE(all.rest_is_short());
}

TEST(FirstPart, IsEmptyIfTheCallerGivesAGrainOrAStop) {
  EXPECT_EQ(first_part(1000, 2, {.grain = 10}).size(), 0U);
  EXPECT_FALSE(first_part(1000, 2, {.grain = 10}).rest_is_short());
  EXPECT_EQ(first_part(1000, 1, {.stop = stopped_token()}).size(), 0U);
}

TEST(AsConfigured, UsesTheEnvironmentIfTheCallerGivesNoOption) {
  settings said;
  said.pool.workers = 2;
  said.distributor = "async:core";
  said.grain = 5000;
  runtime on(said);
  const loop_options both = as_configured({.on = &on});
  EXPECT_EQ(both.distributor, distributor("async:core"));
  EXPECT_EQ(both.grain, 5000U);
  const loop_options callers = as_configured({.grain = 3, .distributor = "biased", .on = &on});
  EXPECT_EQ(callers.distributor, distributor::biased());
  EXPECT_EQ(callers.grain, 3U);
}

TEST(AsConfigured, MakesNoBlocksOfAFewElements) {
  settings said;
  said.pool.workers = 2;
  said.grain = 1;
  runtime on(said);
  EXPECT_EQ(as_configured({.on = &on}).grain, 4096U);
}

TEST(AsConfigured, IsAutomaticWithoutAnyOption) {
  runtime on(runtime_options{.workers = 2});
  EXPECT_TRUE(as_configured({.on = &on}).distributor.automatic());
  EXPECT_EQ(as_configured({.on = &on}).grain, 0U);
}

TEST(AsConfigured, KnowsNoHomesOfBlocks) {
  runtime on(runtime_options{.workers = 2});
  const distributor at_home =
      distributor::local({}, place_kind::numa_node, locality_mode::balanced);
  EXPECT_TRUE(as_configured({.distributor = at_home, .on = &on}).distributor.automatic());
}

TEST(FirstPart, OfDearElementsLeavesTheRestToAll) {
  first_part dear(100, 2, {});
  EXPECT_EQ(dear.timed([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 7;
  }),
            7);
  EXPECT_FALSE(dear.rest_is_short());
}

TEST(FirstPart, CountsTheWorkersOfTheRuntimeAsked) {
  runtime three(runtime_options{.workers = 3});
  EXPECT_EQ(workers_of({.on = &three}), 3U);
  EXPECT_EQ(workers_of({}), runtime::default_runtime().workers());
}

}  // namespace
}  // namespace arcas
