// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/processor.h>

#include <gtest/gtest.h>
#include <sched.h>

namespace arcas {
namespace {

TEST(Processor, CyclesGrowWhileThreadsWait) {
  const std::uint64_t before = cycles();
  for (int i = 0; i < 10'000; ++i) pause();
  EXPECT_GT(cycles(), before);
}

TEST(Processor, CyclesNeverRunBackwardsOnOneProcessor) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  if (sched_setaffinity(0, sizeof here, &here) != 0) GTEST_SKIP() << "pinning is refused here";
  std::uint64_t last = cycles();
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t now = cycles();
    ASSERT_GE(now, last);
    last = now;
  }
  sched_setaffinity(0, sizeof all, &all);
}

}  // namespace
}  // namespace arcas
