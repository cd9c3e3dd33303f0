// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_graph.h>

#include "random_dag.h"
#include "teams.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace arcas {
namespace {

TEST(TaskDependences, ComputeWhatOneThreadDoes) {
  for (const unsigned workers : {1u, 3u, 64u}) {
    const auto team = test::team_of(workers);
    task_group group({.on = team.get()});
    for (unsigned seed = 0; seed < 30; ++seed) {
      test::random_program p(2'000, 1 + seed * 3, seed);
      const auto expected = p.run_serially();
      p.clear();
      for (std::size_t i = 0; i < p.accesses.size(); ++i) {
        std::vector<detail::data_use> uses;
        for (const auto& a : p.accesses[i])
          uses.push_back(a.writes ? inout(p.values[a.variable]) : in(p.values[a.variable]));
        group.run([&p, i] { p.run(i); }, uses);
      }
      group.wait();
      ASSERT_EQ(p.values, expected) << workers << " workers, seed " << seed;
    }
  }
}

TEST(TaskDependences, LetAWriterWaitForAllReaders) {
  const auto team = test::team_of(8);
  for (int round = 0; round < 100; ++round) {
    int x = 0;
    std::array<int, 20> seen{};
    task_group group({.on = team.get()});
    group.run([&] { x = 1; }, out(x));
    for (int& s : seen) group.run([&] { s = x; }, in(x));
    group.run([&] { x = 2; }, inout(x));
    group.wait();
    for (const int s : seen) ASSERT_EQ(s, 1);
    ASSERT_EQ(x, 2);
  }
}

TEST(TaskDependences, BoundTheMemoryOfReadersAndVariables) {
  const auto team = test::team_of(2);
  std::vector<int> variables(50'000);
  int x = 1;
  std::atomic<long> sum{0};
  task_group group({.on = team.get()});
  for (int& v : variables) group.run([&] { v = x, sum += v; }, in(x), out(v));
  group.run([&] { x = 2; }, out(x));
  group.wait();
  EXPECT_EQ(sum, 50'000);
  EXPECT_EQ(x, 2);
}

TEST(TaskDependences, StandBesideTasksWithout) {
  const auto team = test::team_of(3);
  std::atomic<int> free{0};
  int x = 0;
  task_group group({.on = team.get()});
  for (int i = 0; i < 1'000; ++i) {
    group.run([&] { ++x; }, inout(x));
    group.run([&] { ++free; });
  }
  group.wait();
  EXPECT_EQ(x, 1'000);
  EXPECT_EQ(free, 1'000);
}

TEST(TaskDependences, AreTakenByTasksThatSpawnTasks) {
  const auto team = test::team_of(3);
  std::array<int, 4> x{};
  task_group outer({.on = team.get()});
  for (int round = 0; round < 100; ++round) {
    for (int& v : x) {
      outer.run(
          [&v, &team] {
            task_group inner({.on = team.get()});
            for (int i = 0; i < 10; ++i) inner.run([&v] { ++v; }, inout(v));
            inner.wait();
          },
          inout(v));
    }
  }
  outer.wait();
  EXPECT_EQ(x, (std::array{1'000, 1'000, 1'000, 1'000}));
}

TEST(TaskDependences, EndWithAnException) {
  for (const unsigned workers : {1u, 3u}) {
    const auto team = test::team_of(workers);
    task_group group({.on = team.get()});
    for (int round = 0; round < 20; ++round) {
      int x = 0;
      group.run([&] { ++x; }, inout(x));
      group.run([] { throw std::runtime_error("of a task"); }, inout(x));
      for (int i = 0; i < 10; ++i) group.run([&] { ++x; }, inout(x));
      EXPECT_THROW(group.wait(), std::runtime_error);
      EXPECT_EQ(x, 1);
      group.run([&] { ++x; }, inout(x));
      group.wait();
      EXPECT_EQ(x, 2);
    }
  }
}

TEST(TaskDependences, StopInTheMiddle) {
  const auto team = test::team_of(3);
  std::stop_source source;
  int x = 0;
  task_group group({.stop = source.get_token(), .on = team.get()});
  for (int i = 1; i <= 1'000; ++i) {
    group.run(
        [&, i] {
          ++x;
          if (i == 500) source.request_stop();
        },
        inout(x));
  }
  group.wait();
  EXPECT_EQ(x, 500);
}

TEST(TaskDependences, AreRefusedFromAnotherThread) {
  task_group group;
  int x = 0;
  std::string message;
  std::thread([&] {
    try {
      group.run([&] { ++x; }, inout(x));
    } catch (const std::logic_error& e) {
      message = e.what();
    }
  }).join();
  group.wait();
  EXPECT_EQ(x, 0);
  EXPECT_NE(message.find("the thread that made it"), std::string::npos) << message;
}

TEST(TaskDependences, TakeFunctionsOfAnySize) {
  const auto team = test::team_of(2);
  int sum = 0;
  task_group group({.on = team.get()});
  for (int i = 0; i < 100; ++i)
    group.run([&sum, large = std::array<int, 1'000>{1}] { sum += large[0]; }, inout(sum));
  group.wait();
  EXPECT_EQ(sum, 100);
}

}  // namespace
}  // namespace arcas
