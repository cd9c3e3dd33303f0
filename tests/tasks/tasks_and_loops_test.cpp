// SPDX-License-Identifier: Apache-2.0
// Loops in tasks, tasks in loops, and both nested in both, on one team.
#include "recursion.h"
#include "teams.h"

#include <arcas/loops/parallel_for.h>
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <vector>

namespace arcas {
namespace {

long sum_of(int n) {
  std::atomic<long> sum{0};
  parallel_for(0, n, [&](int i) { sum += i; }, {.grain = 3});
  return sum;
}

TEST(TasksAndLoops, LoopsRunInTasks) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    test::on(*team, [] {
      for (int round = 0; round < 20; ++round) {
        std::vector<long> sums(8);
        task_group group;
        for (long& s : sums) group.run([&s] { s = sum_of(100); });
        group.wait();
        for (const long s : sums) ASSERT_EQ(s, 4'950);
      }
    });
  }
}

// This holds on the worker that runs the task, and on the thread that made the group.
TEST(TasksAndLoops, LoopsOfATaskRunOnTheRuntimeOfTheTask) {
  const auto team = test::wakeful_team_of(2);
  const auto other = test::team_of(1);
  std::atomic<int> strays{0};
  const auto check = [&](const runtime& expected) {
    if (&runtime::current() != &expected) ++strays;
  };
  test::on(*team, [&] {
    check(*team);
    invoke([&] { check(*team); }, [&] { check(*team); });
    std::latch both(2);
    task_group two;
    for (int i = 0; i < 2; ++i) {
      two.run([&] {
        both.arrive_and_wait();
        check(*team);
      });
    }
    two.wait();
    test::on(*other, [&] { check(*other); });
    check(*team);
  });
  check(runtime::default_runtime());
  EXPECT_EQ(strays, 0);
}

TEST(TasksAndLoops, TasksRunInLoops) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint64_t> found(16);
      parallel_for(0, 16, [&](int i) { found[static_cast<std::size_t>(i)] = test::fib(10); },
                   {.grain = 1, .on = team.get()});
      for (const auto f : found) ASSERT_EQ(f, 55u);
    }
  }
}

TEST(TasksAndLoops, LoopsRunInTasksInLoopsInTasks) {
  const auto team = test::team_of(8);
  test::on(*team, [] {
    std::atomic<long> sum{0};
    task_group outer;
    for (int t = 0; t < 4; ++t) {
      outer.run([&sum] {
        parallel_for(
            0, 4,
            [&sum](int) { invoke([&sum] { sum += sum_of(20); }, [&sum] { sum += sum_of(10); }); },
            {.grain = 1});
      });
    }
    outer.wait();
    EXPECT_EQ(sum, 16 * (190 + 45));
  });
}

TEST(TasksAndLoops, OuterLoopsMayHaveTasksInside) {
  const auto team = test::team_of(8);
  std::atomic<std::uint64_t> sum{0};
  outer_parallel_for(1, 0, 4, [&](int) { sum += test::fib_in_groups(8) + test::queens(5); },
                     {.grain = 1, .on = team.get()});
  EXPECT_EQ(sum, 4u * (21 + 10));
}

// One iteration waits for the other, so that an idle worker must follow the loop of a stolen task.
TEST(TasksAndLoops, IdleWorkersFollowTheLoopOfATask) {
  const auto team = test::wakeful_team_of(4);
  test::on(*team, [] {
    for (int round = 0; round < 20; ++round) {
      std::latch over(1);
      invoke([&] { over.wait(); },
             [&] {
               std::latch both(2);
               parallel_for(0, 2, [&](int) { both.arrive_and_wait(); },
                            {.grain = 1, .distributor = "shared"});
               over.count_down();
             });
    }
  });
}

// One function waits for the other, so that an idle worker must take the task of a follower.
TEST(TasksAndLoops, IdleWorkersTakeTheTasksOfALoop) {
  const auto team = test::wakeful_team_of(4);
  for (int round = 0; round < 20; ++round) {
    parallel_for(0, 2,
                 [&](int) {
                   std::latch both(2);
                   invoke([&] { both.arrive_and_wait(); }, [&] { both.arrive_and_wait(); });
                 },
                 {.grain = 1, .on = team.get()});
  }
}

TEST(TasksAndLoops, MayHaveRuntimesOfTheirOwn) {
  const auto one = test::team_of(2);
  const auto two = test::team_of(3);
  std::atomic<long> sum{0};
  parallel_for(0, 4,
               [&](int) {
                 task_group group({.on = two.get()});
                 for (int i = 0; i < 4; ++i) group.run([&sum] { sum += sum_of(10); });
                 group.wait();
               },
               {.grain = 1, .on = one.get()});
  EXPECT_EQ(sum, 16 * 45);
}

}  // namespace
}  // namespace arcas
