// SPDX-License-Identifier: Apache-2.0
// More workers than processors, workers stopped anywhere, several threads at once.
#include "../loops/frozen_workers.h"
#include "recursion.h"
#include "teams.h"

#include <arcas/loops/parallel_for.h>
#include <gtest/gtest.h>

#include <chrono>
#include <latch>
#include <thread>
#include <vector>

namespace arcas {
namespace {

void mixed_work() {
  ASSERT_EQ(test::fib(12), 144u);
  ASSERT_EQ(test::fib_in_groups(10), 55u);
  ASSERT_EQ(test::queens(6), 4u);
  std::atomic<std::uint64_t> sum{0};
  parallel_for(0, 8, [&](int) { sum += test::fib(6); }, {.grain = 1});
  ASSERT_EQ(sum, 64u);
}

TEST(TaskStress, EachTaskRunsOnceOnMoreWorkersThanProcessors) {
  for (const unsigned workers : {8u, 64u}) {
    const auto team = test::team_of(workers);
    test::on(*team, [] {
      for (int round = 0; round < 20; ++round) mixed_work();
    });
  }
}

TEST(TaskStress, EachTaskRunsOnceInEveryWayOfWaiting) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    const auto team = test::team_of(6, wait);
    test::on(*team, [] {
      for (int round = 0; round < 10; ++round) mixed_work();
    });
  }
}

TEST(TaskStress, EachTaskRunsOnceThoughWorkersAreDelayed) {
  const auto team = test::team_of(4);
  const frozen_workers frozen(*team, 3);
  test::on(*team, [] {
    for (int round = 0; round < 40; ++round) mixed_work();
  });
}

TEST(TaskStress, EachTaskRunsOnceForSeveralThreadsAtOnce) {
  const auto team = test::team_of(4);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 5; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) test::on(*team, mixed_work);
    });
  }
}

TEST(TaskStress, EachTaskRunsOnceForThreadsThatComeAndGo) {
  const auto team = test::team_of(2);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&] { test::on(*team, [] { ASSERT_EQ(test::fib(8), 21u); }); });
  }
}

TEST(TaskStress, EachTaskRunsOnceOnRuntimesInARow) {
  for (int round = 0; round < 50; ++round) {
    const auto team = test::team_of(3);
    test::on(*team, [] { ASSERT_EQ(test::fib(9), 34u); });
  }
}

// Sleepers are woken by the next task.
TEST(TaskStress, IdleWorkersAreWokenAfterEachPause) {
  if (std::thread::hardware_concurrency() < 2)
    GTEST_SKIP() << "no worker is woken on one processor";
  const auto team = test::team_of(3, wait_policy::park);
  test::on(*team, [] {
    for (int round = 0; round < 30; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      std::latch both(2);
      invoke([&] { both.arrive_and_wait(); }, [&] { both.arrive_and_wait(); });
    }
  });
}

}  // namespace
}  // namespace arcas
