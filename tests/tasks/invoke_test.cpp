// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/invoke.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <string>

namespace arcas {
namespace {

TEST(Invoke, RunsAllItsFunctions) {
  int a = 0;
  int b = 0;
  int c = 0;
  int d = 0;
  invoke([&] { a = 1; }, [&] { b = 2; });
  EXPECT_EQ(a + b, 3);
  invoke([&] { a = 10; }, [&] { b = 20; }, [&] { c = 30; }, [&] { d = 40; });
  EXPECT_EQ(a + b + c + d, 100);
}

TEST(Invoke, TakesAnythingThatCanBeCalled) {
  // Two of the calls may run at the same time.
  static std::atomic<int> calls;
  calls = 0;
  struct counter {
    void operator()() { ++calls; }
  };
  void (*const function)() = [] { ++calls; };
  counter named;
  invoke(counter{}, function);
  invoke(named, named);
  EXPECT_EQ(calls, 4);
}

// Each function waits until the other has begun: only two workers can finish it.
TEST(Invoke, RunsItsFunctionsAtTheSameTime) {
  const auto team = test::wakeful_team_of(2);
  test::on(*team, [] {
    for (int round = 0; round < 50; ++round) {
      std::latch both(2);
      invoke([&] { both.arrive_and_wait(); }, [&] { both.arrive_and_wait(); });
    }
  });
}

TEST(Invoke, RunsManyAtTheSameTime) {
  const auto team = test::wakeful_team_of(8);
  test::on(*team, [] {
    std::latch all(4);
    const auto meet = [&] { all.arrive_and_wait(); };
    invoke(meet, meet, meet, meet);
  });
}

// While the owner executes a long function, other workers take the tasks that the owner has spawned
// before, without the owner's help.
TEST(Invoke, SharesTasksOfASleepingOwner) {
  const auto team = test::wakeful_team_of(4);
  test::on(*team, [] {
    for (int round = 0; round < 20; ++round) {
      std::latch others(2);
      invoke([&] { invoke([&] { others.wait(); }, [&] { others.count_down(); }); },
             [&] { others.count_down(); });
    }
  });
}

TEST(Invoke, IsVisibleAfterwards) {
  const auto team = test::team_of(4);
  test::on(*team, [] {
    for (int round = 0; round < 2'000; ++round) {
      std::string left;
      std::string right;
      invoke([&] { left = std::string(40, 'l'); }, [&] { right = std::string(40, 'r'); });
      ASSERT_EQ(left.size() + right.size(), 80u);
    }
  });
}

TEST(Invoke, WorksAloneAndWithoutWorkers) {
  const auto team = test::team_of(1);
  int calls = 0;
  test::on(*team, [&] { invoke([&] { ++calls; }, [&] { ++calls; }, [&] { ++calls; }); });
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace arcas
