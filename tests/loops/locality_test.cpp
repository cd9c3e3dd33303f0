// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations have homes, on machines of two, four and eight nodes.
#include <arcas/loops/locality.h>
#include <arcas/loops/statistics.h>
#include <arcas/memory/numa_array.h>

#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

struct machine_of_nodes {
  const char* machine;
  unsigned nodes, workers;
};
constexpr machine_of_nodes machines[] = {{"numa:2 core:1 pu:1", 2, 2},
                                         {"pack:2 numa:2 core:1 pu:1", 4, 4},
                                         {"pack:4 numa:2 core:1 pu:1", 8, 8},
                                         {"pack:2 numa:2 core:2 pu:1", 4, 3}};

// By default the workers spin, since sleeping workers may not come if there are few processors.
std::unique_ptr<runtime> runtime_on(const char* machine, unsigned workers,
                                    wait_policy wait = wait_policy::spin) {
  settings s;
  s.topology = machine;
  s.pool.workers = workers;
  s.pool.wait = wait;
  return std::make_unique<runtime>(s);
}

TEST(Locality, EachIterationRunsOnceForAnyHomes) {
  for (const auto& m : machines) {
    const auto on = runtime_on(m.machine, m.workers);
    for (const locality_mode mode : {locality_mode::balanced, locality_mode::strict}) {
      for (const std::size_t grain : {0, 1, 64}) {
        for (const int n : {0, 1, 7, 3000}) {
          SCOPED_TRACE(std::string(m.machine) + " " + std::to_string(grain) + " " +
                       std::to_string(n));
          const auto cyclic = [&](std::uint64_t i) { return i % m.nodes; };
          const auto last = [&](std::uint64_t) { return m.nodes - 1; };
          loop_options options{.grain = grain, .on = on.get()};
          options.distributor = locality(cyclic, {.mode = mode, .block = 10});
          expect_exactly_once(0, n, options);
          expect_exactly_once_in_chunks(-5, n, options);
          options.distributor = locality(last, {.mode = mode});
          expect_exactly_once(100, 100 + n, options);
        }
      }
    }
  }
}

TEST(Locality, AnArrayTellsItsHomesToLoopsOverPartsOfIt) {
  const auto on = runtime_on("pack:2 numa:2 core:1 pu:1", 4);
  const memory_nodes nodes(*on);
  for (const placement how : {placement::blocked, placement::interleaved, placement::local}) {
    const numa_array<double> a(20'000, how, nodes);
    EXPECT_TRUE(all_at_home([&] {
      loop_statistics counts;
      visits<std::size_t> seen(7, 19'990);
      std::atomic<unsigned> strangers{0};
      const loop_options options{.distributor = locality(a, {.mode = locality_mode::strict}),
                                 .on = on.get(),
                                 .statistics = &counts};
      parallel_for(
          std::size_t{7}, std::size_t{19'990},
          [&](std::size_t begin, std::size_t end) {
            seen(begin, end);
            for (std::size_t i = begin; i < end; ++i) strangers += a.home(i) != a.home(begin);
          },
          options);
      seen.expect_exactly_once();
      EXPECT_EQ(strangers, 0U) << "a chunk has one home";
      EXPECT_GT(counts.total().local, 0U);
      return counts.total().remote;
    }));
  }
}

// Strict loops in which each worker has the same number of iterations at home.
void strict_loops(runtime& on, unsigned nodes, loop_statistics& counts) {
  const auto home = [nodes](std::uint64_t i) { return i / 3 % nodes; };
  for (int call = 0; call < 20; ++call) {
    parallel_for(0, 240, [](int i) { let_others_go_first(static_cast<std::uint64_t>(i)); },
                 {.grain = 1,
                  .distributor = locality(home, {.mode = locality_mode::strict}),
                  .on = &on,
                  .statistics = &counts});
  }
}

// Each iteration runs at its home, here on the worker of that node.
TEST(Locality, StrictlyAllChunksAreLocal) {
  for (const auto& m : machines) {
    if (m.nodes != m.workers) continue;
    const auto on = runtime_on(m.machine, m.workers);
    loop_statistics counts;
    EXPECT_TRUE(all_at_home([&] {
      counts = {};
      strict_loops(*on, m.nodes, counts);
      return counts.total().remote;
    })) << m.machine;
    const worker_statistics all = counts.total();
    EXPECT_EQ(all.iterations, 20U * 240U);
    EXPECT_EQ(all.local, all.chunks) << m.machine;
    for (const worker_statistics& w : counts.workers()) EXPECT_EQ(w.iterations, 4800U / m.nodes);
  }
}

TEST(Locality, ChunksOfHelpersAreCountedAsRemote) {
  const auto on = runtime_on("numa:2 core:1 pu:1", 2);
  const auto home = [](std::uint64_t) { return 1U; };
  std::atomic<int> inside{0};
  loop_statistics counts;
  // Both iterations have their home at worker 1. Each worker runs one, since each iteration waits
  // until the other has begun. So the leader runs an iteration of the other worker's home.
  parallel_for(0, 2,
               [&](int) {
                 ++inside;
                 while (inside != 2) std::this_thread::yield();
               },
               {.grain = 1, .distributor = locality(home), .on = on.get(), .statistics = &counts});
  EXPECT_EQ(counts.workers()[0].remote, 1U);
  EXPECT_EQ(counts.workers()[1].local, 1U);
}

TEST(Locality, OneNodeUsesTheAutomaticDistributor) {
  const auto on = runtime_on("core:2 pu:1", 2);
  const auto home = [](std::uint64_t) -> unsigned { throw std::logic_error("nobody asks"); };
  loop_statistics counts;
  parallel_for(0, 1000, [](int) {},
               {.distributor = locality(home), .on = on.get(), .statistics = &counts});
  EXPECT_EQ(counts.total().iterations, 1000U);
  EXPECT_EQ(counts.total().local + counts.total().remote, 0U);
}

TEST(Locality, CacheGroupsCanBeHomesToo) {
  const auto on = runtime_on("l3:4 core:1 pu:1", 4);
  const auto home = [](std::uint64_t i) { return i % 4; };
  EXPECT_TRUE(all_at_home([&] {
    loop_statistics counts;
    parallel_for(0, 400, [](int) {},
                 {.distributor = locality(
                      home, {.mode = locality_mode::strict, .place = place_kind::cache_group}),
                  .on = on.get(),
                  .statistics = &counts});
    EXPECT_EQ(counts.total().local + counts.total().remote, 400U)
        << "neighbours have different homes";
    return counts.total().remote;
  }));
}

// The workers sleep, and there may be fewer processors than workers. So possibly no worker of some
// node ever comes.
TEST(Locality, AStrictLoopDoesNotWaitForWorkersThatCannotCome) {
  const auto on = runtime_on("pack:4 numa:2 core:1 pu:1", 8, wait_policy::adaptive);
  const auto home = [](std::uint64_t i) { return i % 8; };
  for (int call = 0; call < 3; ++call) {
    expect_exactly_once(
        0, 64, {.distributor = locality(home, {.mode = locality_mode::strict}), .on = on.get()});
  }
}

TEST(Locality, ThreadsFromOutsideShareAStrictMachine) {
  const auto on = runtime_on("numa:2 core:1 pu:1", 2);
  const auto home = [](std::uint64_t i) { return i % 2; };
  std::vector<std::jthread> callers;
  for (int c = 0; c < 3; ++c) {
    callers.emplace_back([&] {
      for (int call = 0; call < 20; ++call) {
        expect_exactly_once(0, 100,
                            {.grain = 3,
                             .distributor = locality(home, {.mode = locality_mode::strict}),
                             .on = on.get()});
      }
    });
  }
}

TEST(Locality, LoopsInsideLoopsRunOnce) {
  const auto on = runtime_on("pack:2 numa:2 core:2 pu:1", 8);
  std::atomic<std::uint64_t> runs{0};
  outer_parallel_for(2, 0, 6,
                     [&](int) {
                       const auto home = [](std::uint64_t i) { return i % 4; };
                       parallel_for(
                           0, 50, [&](int) { ++runs; },
                           {.distributor = locality(home, {.mode = locality_mode::strict})});
                     },
                     {.on = on.get()});
  EXPECT_EQ(runs, 300U);
}

TEST(Locality, ExceptionsAndStopsEndTheLoopAndLeaveTheRuntimeUsable) {
  const auto on = runtime_on("pack:2 numa:2 core:1 pu:1", 4);
  const auto home = [](std::uint64_t i) { return i / 2 % 4; };
  for (const locality_mode mode : {locality_mode::balanced, locality_mode::strict}) {
    for (const std::size_t grain : {0, 1, 5}) {
      loop_options options{
          .grain = grain, .distributor = locality(home, {.mode = mode}), .on = on.get()};
      for (int at = 0; at < 200; at += 23) {
        EXPECT_THROW(parallel_for(
                         0, 200,
                         [&](int i) {
                           if (i == at) throw std::runtime_error("at " + std::to_string(i));
                         },
                         options),
                     std::runtime_error);
      }
      std::stop_source stop;
      options.stop = stop.get_token();
      visits<int> seen(0, 10'000);
      parallel_for(
          0, 10'000,
          [&](int i) {
            seen(i);
            if (i % 1000 == 500) stop.request_stop();
          },
          options);
      EXPECT_LT(seen.at_most_once(), 10'000U);
      options.stop = {};
      expect_exactly_once(0, 500, options);
    }
  }
}

// The map is destroyed when the loop has returned, while followers may still be on their way.
TEST(Locality, ManyShortLoopsMayHaveMapsOfTheirOwn) {
  const auto on = runtime_on("pack:2 numa:2 core:1 pu:1", 4);
  std::atomic<std::uint64_t> runs{0};
  for (std::uint64_t call = 0; call < 3000; ++call) {
    parallel_for(0, static_cast<int>(1 + call % 9), [&](int) { ++runs; },
                 {.grain = 1,
                  .distributor = locality([=](std::uint64_t i) { return (i + call) % 4; }),
                  .on = on.get()});
  }
  std::uint64_t expected = 0;
  for (std::uint64_t call = 0; call < 3000; ++call) expected += 1 + call % 9;
  EXPECT_EQ(runs, expected);
}

TEST(Locality, WrongHomesAreRefusedWithASentence) {
  const auto on = runtime_on("numa:2 core:1 pu:1", 2);
  const auto sentence = [&](const distributor& how) -> std::string {
    try {
      parallel_for(0, 100, [](int) { ADD_FAILURE() << "nothing runs"; },
                   {.distributor = how, .on = on.get()});
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  const auto third = [](std::uint64_t i) { return i % 3; };
  EXPECT_NE(sentence(locality(third)).find("is numa 2, but this machine has 2"), std::string::npos);
  const home_map half(0, 50, [](std::uint64_t) { return 0U; }, 1);
  EXPECT_NE(sentence(locality(half)).find("homes of 50 of the loop's 100"), std::string::npos);
  EXPECT_THROW(distributor("locality"), std::invalid_argument);
}

}  // namespace
}  // namespace arcas
