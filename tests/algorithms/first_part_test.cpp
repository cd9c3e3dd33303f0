// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/first_part.h>

#include <gtest/gtest.h>

#include <chrono>

#include "ways.h"

namespace arcas {
namespace {

TEST(FirstPart, IsAFewElements) {
  for (const std::size_t n : {1, 15, 16, 17, 1000, 1000000}) {
    const first_part some(n, 2, {});
    EXPECT_GE(some.size(), 1U);
    EXPECT_LE(some.size(), std::min<std::size_t>(n, 256));
  }
}

TEST(FirstPart, IsAllWhereThereIsNobodyElse) {
  const first_part all(1'000'000, 1, {});
  EXPECT_EQ(all.size(), 1'000'000U);
  EXPECT_TRUE(all.rest_is_short());
}

TEST(FirstPart, IsNoneWhereTheCallerHasSaidHow) {
  EXPECT_EQ(first_part(1000, 2, {.grain = 10}).size(), 0U);
  EXPECT_FALSE(first_part(1000, 2, {.grain = 10}).rest_is_short());
  EXPECT_EQ(first_part(1000, 1, {.stop = stopped_token()}).size(), 0U);
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
