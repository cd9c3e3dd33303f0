// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_group.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

TEST(TaskGroup, WaitsForNothing) {
  task_group empty;
  empty.wait();
  empty.wait();
}

TEST(TaskGroup, RunsEachTaskOnce) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    std::vector<std::atomic<int>> runs(10'000);
    task_group group({.on = team.get()});
    for (auto& r : runs) group.run([&r] { ++r; });
    group.wait();
    for (auto& r : runs) ASSERT_EQ(r, 1);
  }
}

TEST(TaskGroup, IsUsedAgain) {
  task_group group;
  std::atomic<int> runs{0};
  for (int round = 1; round <= 100; ++round) {
    for (int i = 0; i < 10; ++i) group.run([&] { ++runs; });
    group.wait();
    ASSERT_EQ(runs, 10 * round);
  }
}

TEST(TaskGroup, WaitsAtItsEnd) {
  std::atomic<int> runs{0};
  {
    task_group group;
    for (int i = 0; i < 100; ++i) group.run([&] { ++runs; });
  }
  EXPECT_EQ(runs, 100);
}

TEST(TaskGroup, KeepsItsTasksFunctions) {
  std::atomic<int> sum{0};
  task_group group;
  for (int i = 0; i < 10; ++i) {
    group.run([&sum, own = std::make_unique<int>(i)] { sum += *own; });
    std::array<int, 100> large{};
    std::iota(large.begin(), large.end(), i);
    group.run([&sum, large] { sum += large[0]; });
    struct alignas(128) aligned {
      int value;
    };
    group.run([&sum, own = aligned{i}] {
      if (reinterpret_cast<std::uintptr_t>(&own) % 128 == 0) sum += own.value;
    });
  }
  group.wait();
  EXPECT_EQ(sum, 3 * 45);
}

TEST(TaskGroup, HasDestroyedItsFunctionsWhenItReturns) {
  const auto counted = std::make_shared<int>(0);
  task_group group;
  for (int i = 0; i < 1'000; ++i) group.run([counted] {});
  group.wait();
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(TaskGroup, TakesTasksFromItsTasks) {
  const auto team = test::team_of(8);
  std::atomic<int> runs{0};
  task_group group({.on = team.get()});
  struct spread {
    task_group& group;
    std::atomic<int>& runs;
    int depth;
    void operator()() const {
      ++runs;
      if (depth == 0) return;
      for (int i = 0; i < 3; ++i) group.run(spread{group, runs, depth - 1});
    }
  };
  group.run(spread{group, runs, 7});
  group.wait();
  EXPECT_EQ(runs, (6561 - 1) / 2);  // 1 + 3 + ... + 3^7
}

TEST(TaskGroup, TakesTasksFromAnotherThread) {
  task_group group;
  std::atomic<int> runs{0};
  std::latch spawned(1);
  group.run([&] { spawned.wait(); });
  std::jthread other([&] {
    for (int i = 0; i < 100; ++i) group.run([&] { ++runs; });
    spawned.count_down();
  });
  other.join();
  group.wait();
  EXPECT_EQ(runs, 100);
}

// The tasks that nobody has taken yet lie in one slot for each group.
TEST(TaskGroup, TakesAnyNumberOfTasksFromAThreadOutsideTheRuntime) {
  const auto team = test::team_of(1);
  task_group first({.on = team.get()}), second({.on = team.get()});
  int runs = 0;
  std::jthread([&] {
    for (int i = 0; i < 5'000; ++i) {
      first.run([&] { ++runs; });
      second.run([&] { ++runs; });
    }
  }).join();
  second.wait();
  EXPECT_EQ(runs, 5'000);
  first.wait();
  EXPECT_EQ(runs, 10'000);
}

TEST(TaskGroup, NestsInItself) {
  const auto team = test::team_of(4);
  std::atomic<int> runs{0};
  test::on(*team, [&] {
    task_group outer;
    for (int i = 0; i < 20; ++i) {
      outer.run([&runs] {
        task_group inner;
        for (int k = 0; k < 20; ++k) inner.run([&runs] { ++runs; });
        inner.wait();
        runs += 1000;
      });
    }
    outer.wait();
  });
  EXPECT_EQ(runs, 20 * 1020);
}

TEST(TaskGroup, StandsBesideOthersOfItsThread) {
  std::atomic<int> first{0};
  std::atomic<int> second{0};
  task_group one;
  task_group two;
  for (int i = 0; i < 50; ++i) {
    one.run([&] { ++first; });
    two.run([&] { ++second; });
  }
  one.wait();
  EXPECT_EQ(first, 50);
  two.wait();
  EXPECT_EQ(second, 50);
}

// On one worker, the waiting thread itself runs the task.
TEST(TaskGroup, IsNotAwaitedByItsOwnTask) {
  const auto team = test::team_of(1);
  task_group group({.on = team.get()});
  group.run([&] { group.wait(); });
  EXPECT_THROW(group.wait(), std::logic_error);
  int ran = 0;
  group.run([&] { ++ran; });
  group.wait();
  EXPECT_EQ(ran, 1) << "the group can be used again";
}

TEST(TaskGroup, RunsWhereItIsTold) {
  const auto team = test::team_of(3);
  const auto main_thread = std::this_thread::get_id();
  std::atomic<int> elsewhere{0};
  task_group group({.on = team.get()});
  for (int i = 0; i < 100; ++i) {
    group.run([&] {
      if (&runtime::current() != team.get() && std::this_thread::get_id() != main_thread)
        ++elsewhere;
    });
  }
  group.wait();
  EXPECT_EQ(elsewhere, 0);
}

}  // namespace
}  // namespace arcas
