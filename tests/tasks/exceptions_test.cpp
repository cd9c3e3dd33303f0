// SPDX-License-Identifier: Apache-2.0
#include "teams.h"

#include <arcas/tasks/invoke.h>
#include <arcas/tasks/task_graph.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

template <class F>
std::string thrown_by(F f) {
  try {
    f();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "nothing";
}

[[noreturn]] void fail(const char* name) {
  throw std::runtime_error(name);
}

TEST(TaskExceptions, ReachInvoke) {
  EXPECT_EQ(thrown_by([] { invoke([] { fail("first"); }, [] {}); }), "first");
  EXPECT_EQ(thrown_by([] { invoke([] {}, [] { fail("second"); }); }), "second");
}

TEST(TaskExceptions, OfTheFirstFunctionComeBeforeThoseOfTheSecond) {
  const auto team = test::wakeful_team_of(2);
  test::on(*team, [] {
    for (int round = 0; round < 50; ++round) {
      std::latch both(2);
      const std::string what = thrown_by([&] {
        invoke(
            [&] {
              both.arrive_and_wait();
              fail("first");
            },
            [&] {
              both.arrive_and_wait();
              fail("second");
            });
      });
      ASSERT_EQ(what, "first");
    }
  });
}

TEST(TaskExceptions, OfAStolenFunctionReachInvoke) {
  const auto team = test::wakeful_team_of(2);
  test::on(*team, [] {
    for (int round = 0; round < 50; ++round) {
      std::latch begun(1);
      const std::string what = thrown_by([&] {
        invoke([&] { begun.wait(); },
               [&] {
                 begun.count_down();
                 fail("stolen");
               });
      });
      ASSERT_EQ(what, "stolen");
    }
  });
}

TEST(TaskExceptions, KeepUnstartedTasksFromRunning) {
  const auto team = test::team_of(1);
  bool ran = false;
  test::on(*team, [&] {
    EXPECT_EQ(thrown_by([&] { invoke([] { fail("first"); }, [&] { ran = true; }); }), "first");
  });
  EXPECT_FALSE(ran);
}

TEST(TaskExceptions, ReachWaitOnce) {
  task_group group;
  group.run([] { fail("task"); });
  EXPECT_EQ(thrown_by([&] { group.wait(); }), "task");
  EXPECT_EQ(thrown_by([&] { group.wait(); }), "nothing");
  std::atomic<int> runs{0};
  for (int i = 0; i < 10; ++i) group.run([&] { ++runs; });
  group.wait();
  EXPECT_EQ(runs, 10);
}

TEST(TaskExceptions, OfManyTasksOneReachesWait) {
  const auto team = test::team_of(8);
  task_group group({.on = team.get()});
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 100; ++i) group.run([] { fail("one of them"); });
    ASSERT_EQ(thrown_by([&] { group.wait(); }), "one of them");
  }
}

TEST(TaskExceptions, OfAGroupThatNobodyWaitsForEndTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        const auto team = test::team_of(1);
        task_group group({.on = team.get()});
        group.run([] { throw std::runtime_error("seven"); });
      },
      "task_group.*seven.*wait\\(\\)");
}

TEST(TaskExceptions, AThreadThatIsEndedInATaskEndsTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        const auto team = test::team_of(1);
        task_group group({.on = team.get()});
        group.run([] { pthread_exit(nullptr); });
        group.wait();
      },
      "in a task, by pthread_cancel or pthread_exit");
}

TEST(TaskExceptions, OfAGroupAreLostWhileAnotherIsThrown) {
  const auto team = test::team_of(2);
  try {
    task_group group({.on = team.get()});
    group.run([] { throw std::runtime_error("lost"); });
    throw std::runtime_error("on its way");
  } catch (const std::runtime_error& met) {
    EXPECT_STREQ(met.what(), "on its way");
  }
}

TEST(TaskExceptions, AnotherThreadMayNotWait) {
  const auto team = test::team_of(2);
  task_group group({.on = team.get()});
  std::jthread([&] { EXPECT_THROW(group.wait(), std::logic_error); }).join();
  group.wait();
}

TEST(TaskExceptions, ClimbThroughManyLevels) {
  const auto team = test::team_of(4);
  struct tree {
    static void climb(int depth) {
      if (depth == 0) fail("leaf");
      invoke([depth] { climb(depth - 1); }, [depth] { climb(depth - 1); });
    }
  };
  test::on(*team, [] {
    for (int round = 0; round < 20; ++round) ASSERT_EQ(thrown_by([] { tree::climb(8); }), "leaf");
  });
}

TEST(TaskGraph, IsNotChangedByItsTasks) {
  task_graph g;
  task_graph::task a = g.add([&] { g.add([] {}); });
  EXPECT_THROW(g.run(), std::logic_error);
  task_graph h;
  a = h.add([&] { a.precedes(a); });
  EXPECT_THROW(h.run(), std::logic_error);
  EXPECT_EQ(g.size() + h.size(), 2u);
}

}  // namespace
}  // namespace arcas
