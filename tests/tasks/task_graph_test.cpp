// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_graph.h>

#include "random_dag.h"
#include "teams.h"

#include <arcas/loops/parallel_for.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace arcas {
namespace {

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "no exception";
}

TEST(TaskGraph, WithoutTasksRuns) {
  task_graph g;
  g.run();
  g.run();
  EXPECT_EQ(g.size(), 0u);
}

TEST(TaskGraph, RunsATaskAfterThoseOfItsDependences) {
  std::string order;
  task_graph g;
  const auto a = g.add([&] { order += 'a'; });
  const auto b = g.add([&] { order += 'b'; }, after(a));
  const std::vector<task_graph::task> both{a, b};
  const auto c = g.add([&] { order += 'c'; }, after(both));
  const auto d = g.add([&] { order += 'd'; });
  const auto e = g.add([&] { order += 'e'; });
  c.precedes(d, e);
  d.precedes(e);
  g.run();
  EXPECT_EQ(order, "abcde");
  EXPECT_EQ(g.size(), 5u);
}

TEST(TaskGraph, TakesPredecessorsThatAreAddedLater) {
  std::string order;
  task_graph g;
  const auto last = g.add([&] { order += '2'; });
  g.add([&] { order += '1'; }).precedes(last);
  g.run();
  EXPECT_EQ(order, "12");
}

// A random graph: task i follows up to four earlier ones.
void run_random_graph(runtime& team, std::size_t tasks, int runs, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<std::size_t>> before(tasks);
  std::vector<int> ended(tasks, 0);
  std::atomic<std::size_t> calls{0}, early{0};
  task_graph g;
  std::vector<task_graph::task> all;
  for (std::size_t i = 0; i < tasks; ++i) {
    std::vector<task_graph::task> mine;
    for (std::size_t k = random() % 5; k > 0 && i > 0; --k) {
      before[i].push_back(random() % i);
      mine.push_back(all[before[i].back()]);
    }
    all.push_back(g.add(
        [&, i] {
          ++calls;
          for (const std::size_t b : before[i])
            if (ended[b] != ended[i] + 1) ++early;
          ++ended[i];
        },
        after(mine)));
  }
  for (int run = 1; run <= runs; ++run) {
    g.run({.on = &team});
    ASSERT_EQ(calls, tasks * static_cast<std::size_t>(run));
    ASSERT_EQ(early, 0u);
    ASSERT_TRUE(std::ranges::all_of(ended, [run](int e) { return e == run; }));
  }
}

TEST(TaskGraph, RunsEachTaskOnceAndAfterItsPredecessors) {
  for (const unsigned workers : {1u, 3u, 64u}) {
    const auto team = test::team_of(workers);
    for (unsigned seed = 0; seed < 20; ++seed) run_random_graph(*team, 1 + seed * 37, 3, seed);
    run_random_graph(*team, 100'000, 2, workers);
  }
}

TEST(TaskGraph, ByDataComputesWhatOneThreadDoes) {
  for (const unsigned workers : {1u, 3u, 64u}) {
    const auto team = test::team_of(workers);
    for (unsigned seed = 0; seed < 30; ++seed) {
      test::random_program p(2'000, 1 + seed * 3, seed);
      const auto expected = p.run_serially();
      task_graph g;
      for (std::size_t i = 0; i < p.accesses.size(); ++i) {
        std::vector<detail::data_use> uses;
        for (const auto& a : p.accesses[i])
          uses.push_back(a.writes ? inout(p.values[a.variable]) : in(p.values[a.variable]));
        g.add([&p, i] { p.run(i); }, uses);
      }
      for (int run = 0; run < 2; ++run) {
        p.clear();
        g.run({.on = team.get()});
        ASSERT_EQ(p.values, expected) << workers << " workers, seed " << seed;
      }
    }
  }
}

TEST(TaskGraph, OrdersTasksThatUseOneVariable) {
  const auto team = test::team_of(8);
  for (int round = 0; round < 100; ++round) {
    int x = 0;
    std::array<int, 3> seen{};
    bool same = false;
    task_graph g;
    g.add([&] { x = 1; }, out(x));
    for (int& s : seen) g.add([&] { s = x; }, in(x), out(s));
    g.add([&] { x = 2; }, inout(x), in(x));
    g.add([&] { same = seen == std::array{1, 1, 1} && x == 2; }, in(seen[0]), in(seen[1]),
          in(seen[2]), in(x));
    g.run({.on = team.get()});
    ASSERT_TRUE(same);
  }
}

TEST(TaskGraph, GrowsBetweenRuns) {
  std::string order;
  int x = 0;
  task_graph g;
  const auto a = g.add([&] { order += 'a'; }, out(x));
  g.run();
  const auto b = g.add([&] { order += 'b'; }, in(x));
  g.run();
  g.add([&] { order += 'c'; }, out(x)).precedes(g.add([&] { order += 'd'; }, after(a, b)));
  g.run();
  EXPECT_EQ(order, "aababcd");
}

TEST(TaskGraph, ThrowsTheExceptionOfATaskAndRunsAgain) {
  for (const unsigned workers : {1u, 3u, 64u}) {
    const auto team = test::team_of(workers);
    bool fails = true;
    std::atomic<int> later{0}, calls{0};
    task_graph g;
    std::vector<task_graph::task> roots;
    for (int i = 0; i < 100; ++i) roots.push_back(g.add([&] { ++calls; }));
    const auto thrower = g.add(
        [&] {
          if (fails) throw std::runtime_error("of a task");
        },
        after(roots));
    for (int i = 0; i < 100; ++i) g.add([&] { ++later; }, after(thrower));
    for (int run = 0; run < 3; ++run) {
      fails = true;
      EXPECT_EQ(message_of([&] { g.run({.on = team.get()}); }), "of a task");
      EXPECT_EQ(later, 100 * run);
      EXPECT_EQ(calls, 100 * (2 * run + 1));
      fails = false;
      g.run({.on = team.get()});
      EXPECT_EQ(later, 100 * (run + 1));
      EXPECT_EQ(calls, 100 * (2 * run + 2));
    }
  }
}

TEST(TaskGraph, ThrowsOneOfSeveralExceptions) {
  const auto team = test::team_of(8);
  task_graph g;
  for (int i = 0; i < 50; ++i) g.add([] { throw std::runtime_error("one of them"); });
  for (int run = 0; run < 50; ++run)
    EXPECT_EQ(message_of([&] { g.run({.on = team.get()}); }), "one of them");
}

TEST(TaskGraph, CallsNoTaskAfterAStopRequest) {
  const auto team = test::team_of(3);
  std::stop_source source;
  std::atomic<int> calls{0};
  task_graph g;
  auto last = g.add([&] { ++calls; });
  for (int i = 1; i < 1'000; ++i) {
    last = g.add(
        [&, i] {
          ++calls;
          if (i == 500) source.request_stop();
        },
        after(last));
  }
  g.run({.stop = source.get_token(), .on = team.get()});
  EXPECT_EQ(calls, 501);
  g.run({.stop = source.get_token(), .on = team.get()});
  EXPECT_EQ(calls, 501);
  g.run({.on = team.get()});
  EXPECT_EQ(calls, 1'501);
}

TEST(TaskGraph, NamesTheTasksOfACycle) {
  std::atomic<int> calls{0};
  task_graph g;
  const auto f = [&] { ++calls; };
  const auto before = g.add(f);
  const auto load = g.add(f, after(before)).name("load");
  const auto solve = g.add(f, after(load)).name("solve");
  const auto third = g.add(f, after(solve));
  g.add(f, after(third));
  third.precedes(load);
  for (int i = 0; i < 2; ++i) {
    const std::string message = message_of([&] { g.run(); });
    EXPECT_NE(message.find("\"load\" before \"solve\""), std::string::npos) << message;
    EXPECT_NE(message.find("number 3"), std::string::npos) << message;
    EXPECT_EQ(message.find("number 0"), std::string::npos) << message;
    EXPECT_EQ(message.find("number 4"), std::string::npos) << message;
  }
  EXPECT_EQ(calls, 0);
}

TEST(TaskGraph, NamesATaskThatWaitsForItself) {
  task_graph g;
  const auto a = g.add([] {}).name("a");
  a.precedes(a);
  const std::string message = message_of([&] { g.run(); });
  EXPECT_NE(message.find("\"a\" before \"a\""), std::string::npos) << message;
}

TEST(TaskGraph, NamesSomeTasksOfALongCycle) {
  task_graph g;
  const auto first = g.add([] {});
  auto last = first;
  for (int i = 1; i < 100; ++i) last = g.add([] {}, after(last));
  last.precedes(first);
  const std::string message = message_of([&] { g.run(); });
  EXPECT_NE(message.find("92 other tasks"), std::string::npos) << message;
}

TEST(TaskGraph, RefusesATaskOfAnotherGraph) {
  task_graph g, h;
  const auto a = g.add([] {});
  const auto b = h.add([] {});
  EXPECT_THROW(a.precedes(b), std::invalid_argument);
  EXPECT_THROW(h.add([] {}, after(a)), std::invalid_argument);
  EXPECT_THROW(a.precedes(task_graph::task()), std::invalid_argument);
  EXPECT_THROW(task_graph::task().precedes(a), std::invalid_argument);
  g.run();
  h.run();
}

TEST(TaskGraph, RefusesARunInItsOwnRun) {
  task_graph g;
  std::string message;
  g.add([&] { message = message_of([&] { g.run(); }); });
  g.run();
  EXPECT_EQ(message, "task_graph::run() was called while the graph runs");
  g.run();
}

TEST(TaskGraph, KeepsFunctionsThatCannotBeCopiedUntilItsEnd) {
  int sum = 0;
  auto kept = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = kept;
  {
    task_graph g;
    g.add([&sum, p = std::make_unique<int>(5), kept = std::move(kept)] { sum += *p + *kept; });
    g.run();
    g.run();
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(sum, 12);
}

struct alignas(256) wide {
  std::array<char, 256> bytes;
};

TEST(TaskGraph, TakesFunctionsOfAnySizeAndAlignment) {
  int well = 0;
  task_graph g;
  for (int i = 0; i < 10; ++i) {
    g.add([&well, w = wide{}] {
      if (reinterpret_cast<std::uintptr_t>(&w) % 256 == 0) ++well;
    });
    g.add([&well, large = std::array<int, 50'000>{}] {
       if (large[49'999] == 0) ++well;
     }).precedes(g.add([] {}));
  }
  const auto team = test::team_of(1);
  g.run({.on = team.get()});
  EXPECT_EQ(well, 20);
}

TEST(TaskGraph, HasTasksThatStartLoopsGroupsAndGraphs) {
  for (const unsigned workers : {1u, 3u, 64u}) {
    const auto team = test::team_of(workers);
    std::atomic<int> sum{0};
    std::array<task_graph, 8> inner;
    for (auto& i : inner) {
      const auto first = i.add([&] { ++sum; });
      for (int k = 0; k < 10; ++k) i.add([&] { ++sum; }, after(first));
    }
    task_graph outer;
    std::vector<task_graph::task> all;
    for (auto& i : inner) {
      all.push_back(outer.add([&] { i.run({.on = team.get()}); }));
      all.push_back(
          outer.add([&] { parallel_for(0, 10, [&](int) { ++sum; }, {.on = team.get()}); }));
      all.push_back(outer.add([&] {
        task_group group({.on = team.get()});
        for (int k = 0; k < 10; ++k) group.run([&] { ++sum; });
        group.wait();
      }));
    }
    outer.add([&] { sum = sum * 2; }, after(all));
    outer.run({.on = team.get()});
    EXPECT_EQ(sum, 2 * 8 * 31);
  }
}

TEST(TaskGraph, RunsBesideOtherGraphs) {
  const auto team = test::team_of(4);
  std::vector<std::jthread> callers;
  std::array<long, 4> sums{};
  for (long& sum : sums) {
    callers.emplace_back([&] {
      task_graph g;
      for (int i = 0; i < 200; ++i) g.add([&sum] { ++sum; }, inout(sum));
      for (int run = 0; run < 50; ++run) g.run({.on = team.get()});
    });
  }
  callers.clear();
  for (const long sum : sums) EXPECT_EQ(sum, 10'000);
}

TEST(TaskGraph, RunsALongChainOnASmallStack) {
  const auto team = test::team_of(2);
  long steps = 0;
  task_graph g;
  auto last = g.add([&] { ++steps; });
  for (int i = 1; i < 1'000'000; ++i) last = g.add([&] { ++steps; }, after(last));
  g.run({.on = team.get()});
  EXPECT_EQ(steps, 1'000'000);
}

TEST(TaskGraph, OfAWavefrontSeesItsNeighbours) {
  constexpr std::size_t n = 200;
  const auto team = test::team_of(8);
  std::vector<std::vector<long>> paths(n, std::vector<long>(n, 0));
  task_graph g;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto f = [&paths, i, j] {
        paths[i][j] = i == 0 || j == 0 ? 1 : (paths[i - 1][j] + paths[i][j - 1]) % 1'000'007;
      };
      if (i > 0 && j > 0) {
        g.add(f, in(paths[i - 1][j]), in(paths[i][j - 1]), out(paths[i][j]));
      } else {
        g.add(f, out(paths[i][j]));
      }
    }
  }
  auto expected = paths;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      expected[i][j] = i == 0 || j == 0 ? 1 : (expected[i - 1][j] + expected[i][j - 1]) % 1'000'007;
  for (int run = 0; run < 20; ++run) {
    for (auto& row : paths) std::ranges::fill(row, 0);
    g.run({.on = team.get()});
    ASSERT_EQ(paths, expected);
  }
}

}  // namespace
}  // namespace arcas
