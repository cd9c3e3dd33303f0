// SPDX-License-Identifier: Apache-2.0
// Loops with fixed ranges, requested or chosen automatically, in addition to the laws of every
// distributor.
#include "exactly_once.h"
#include "frozen_workers.h"
#include "runtimes.h"

#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/loops/statistics.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

using namespace std::chrono_literals;

struct join_words {
  using value_type = std::string;
  std::string identity() const { return {}; }
  std::string operator()(const std::string& a, const std::string& b) const { return a + b; }
};

loop_options fixed(runtime& on) {
  return {.distributor = "static", .on = &on};
}

TEST(FixedRanges, AreContiguousAndAlmostEqual) {
  for (const unsigned workers : {1U, 2U, 3U, 8U}) {
    const auto machine = runtime_of(workers);
    for (const int n : {1, 2, 7, 100, 1001}) {
      std::mutex writing;
      std::vector<chunk> ranges;
      parallel_for(
          0, n,
          [&](int begin, int end) {
            const std::lock_guard lock(writing);
            ranges.push_back({static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end)});
          },
          fixed(*machine));
      ASSERT_EQ(ranges.size(), std::min<std::size_t>(workers, static_cast<std::size_t>(n)));
      std::ranges::sort(ranges, {}, &chunk::first);
      for (std::size_t r = 0; r < ranges.size(); ++r) {
        EXPECT_EQ(ranges[r], part_of(static_cast<std::uint64_t>(n), ranges.size(), r));
      }
    }
  }
}

TEST(FixedRanges, AGrainCutsThemIntoChunks) {
  const auto machine = runtime_of(3);
  std::atomic<int> chunks{0};
  parallel_for(0, 90,
               [&](int begin, int end) {
                 EXPECT_LE(end - begin, 10);
                 ++chunks;
               },
               {.grain = 10, .distributor = "static", .on = machine.get()});
  EXPECT_EQ(chunks, 9);
}

TEST(FixedRanges, FoldInTheOrderOfTheIndices) {
  std::string all;
  for (int i = 0; i < 300; ++i) all += std::to_string(i) + ' ';
  for (const unsigned workers : {1U, 2U, 3U, 8U, 24U}) {
    const auto machine = runtime_of(workers);
    for (int round = 0; round < 50; ++round) {
      EXPECT_EQ(
          parallel_reduce(
              0, 300, join_words{}, [](int i) { return std::to_string(i) + ' '; }, fixed(*machine)),
          all);
    }
  }
}

// If there are many workers, some are late in each round. Then other workers gather the results of
// the late workers and of their children. The sum must not depend on who gathers.
TEST(FixedRanges, AddFloatingPointNumbersTheSameWayEachTime) {
  for (const unsigned workers : {3U, 24U, 80U}) {
    const auto machine = runtime_of(workers);
    const auto sum = [&] {
      return parallel_reduce(
          0, 10'007, plus<double>{}, [](int i) { return 1.0 / (1 + i * 0.37); }, fixed(*machine));
    };
    const double first = sum();
    for (int round = 0; round < 300; ++round) ASSERT_EQ(sum(), first);
  }
}

TEST(FixedRanges, ThrowTheExceptionOfAnyRange) {
  for (const unsigned workers : {2U, 8U}) {
    const auto machine = runtime_of(workers);
    for (int bad = 0; bad < 64; ++bad) {
      EXPECT_THROW(parallel_for(
                       0, 64,
                       [&](int i) {
                         if (i == bad) throw bad;
                       },
                       fixed(*machine)),
                   int);
      EXPECT_THROW(parallel_reduce(
                       0, 64, join_words{},
                       [&](int i) {
                         if (i == bad) throw bad;
                         return std::string("x");
                       },
                       fixed(*machine)),
                   int);
      expect_exactly_once(0, 64, fixed(*machine));
    }
  }
}

TEST(FixedRanges, EndSoonAfterAStop) {
  const auto machine = runtime_of(2);
  std::stop_source stop;
  loop_options options = fixed(*machine);
  options.stop = stop.get_token();
  std::atomic<int> done{0};
  parallel_for(
      0, 1'000'000,
      [&](int) {
        if (++done == 1000) stop.request_stop();
      },
      options);
  EXPECT_GE(done, 1000);
  EXPECT_LT(done, 1'000'000);
}

TEST(FixedRanges, AreCounted) {
  const auto machine = runtime_of(4);
  loop_statistics counts;
  loop_options options = fixed(*machine);
  options.statistics = &counts;
  for (int round = 0; round < 10; ++round) parallel_for(0, 1000, [](int) {}, options);
  EXPECT_EQ(counts.calls(), 10U);
  EXPECT_EQ(counts.total().iterations, 10'000U);
  EXPECT_EQ(counts.total().own + counts.total().helped, counts.total().chunks);
}

struct one_each {
  std::atomic<int> forks{0}, joins{0}, total{0};
  void fork(int& own) {
    own = 0;
    ++forks;
  }
  void work(int& own, int) { ++own; }
  void join(int& own) {
    total += own;
    ++joins;
  }
};

TEST(FixedRanges, ForkAndJoinOnceInEachWorkerThatTakesPart) {
  const auto machine = runtime_of(4);
  for (int round = 0; round < 200; ++round) {
    one_each body;
    parallel_for<one_each, int, int>(body, 0, 100, fixed(*machine));
    EXPECT_EQ(body.total, 100);
    EXPECT_EQ(body.forks, body.joins);
    EXPECT_LE(body.forks, 4);
  }
}

TEST(FixedRanges, AreLeftAloneByAStrangersLoops) {
  const auto machine = runtime_of(3);
  std::jthread guest([&] {
    for (int round = 0; round < 300; ++round) expect_exactly_once(0, 500, fixed(*machine));
  });
  for (int round = 0; round < 300; ++round) expect_exactly_once(0, 500, fixed(*machine));
}

// Runs a loop of level 1 with two ranges. inside() runs in the first range, when the second range
// has ended. Afterwards the leader must still know that the second range has ended, or it would run
// that range again.
template <class Inside>
void expect_one_run_of_each_range(runtime& on, const Inside& inside) {
  std::array<std::atomic<int>, 2> runs{};
  parallel_for(0, 2,
               [&](int i) {
                 ++runs[static_cast<std::size_t>(i)];
                 if (i == 1) return;
                 for (int looks = 0; looks < 100 && runs[1] == 0; ++looks)
                   std::this_thread::sleep_for(1ms);
                 std::this_thread::sleep_for(1ms);
                 inside();
               },
               {.distributor = "static", .level = 1, .on = &on});
  ASSERT_EQ(runs[0], 1);
  ASSERT_EQ(runs[1], 1);
}

TEST(FixedRanges, RunOnceAroundLoopsOfAHigherLevel) {
  const auto machine = runtime_of(2, wait_policy::spin);
  const auto innermost = [&](int) { parallel_for(0, 2, [](int) {}, fixed(*machine)); };
  for (int round = 0; round < 20; ++round) {
    expect_one_run_of_each_range(*machine, [&] {
      parallel_for(0, 2, innermost, {.distributor = "shared", .level = 2, .on = machine.get()});
    });
  }
}

TEST(FixedRanges, RunOnceAroundAGuestsLoops) {
  const auto machine = runtime_of(2, wait_policy::spin);
  std::atomic<bool> root_is_taken{false}, over{false};
  std::jthread root([&] {
    parallel_for(
        0, 1,
        [&](int) {
          root_is_taken = true;
          while (!over) std::this_thread::sleep_for(1ms);
        },
        fixed(*machine));
  });
  while (!root_is_taken) std::this_thread::yield();
  for (int round = 0; round < 20; ++round) {
    expect_one_run_of_each_range(*machine,
                                 [&] { parallel_for(0, 2, [](int) {}, fixed(*machine)); });
  }
  over = true;
}

// A sum that is combined in order. Additions of floating-point numbers are not associative, so the
// result depends on the brackets.
struct sum_in_order {
  using value_type = double;
  double identity() const { return 0; }
  double operator()(double a, double b) const { return a + b; }
};
double uneven(int i) {
  return 1.0 / (1 + i * 0.37);
}

// The sum that two workers compute: each adds up its range, and then the two sums are added.
double sum_of_two_ranges(int n) {
  std::array<double, 2> part{};
  for (const unsigned rank : {0U, 1U}) {
    const chunk c = part_of(static_cast<std::uint64_t>(n), 2, rank);
    for (std::uint64_t i = c.first; i != c.last; ++i) part[rank] += uneven(static_cast<int>(i));
  }
  return part[0] + part[1];
}

TEST(FixedRanges, KeepTheirGroupingWithAnyLateFollower) {
  const auto machine = runtime_of(2);
  constexpr int n = 10'007;
  const held_worker late(*machine);
  EXPECT_EQ(parallel_reduce(0, n, sum_in_order{}, uneven, fixed(*machine)), sum_of_two_ranges(n));
}

TEST(FixedRanges, KeepTheGroupingOfReducersWithAnyLateFollower) {
  const auto machine = runtime_of(2);
  constexpr int n = 10'007;
  const held_worker late(*machine);
  reducer<sum_in_order> total;
  parallel_for(0, n, into(total), [&](int i) { total.view() += uneven(i); }, fixed(*machine));
  EXPECT_EQ(total.get(), sum_of_two_ranges(n));
}

TEST(FixedRanges, AreNotTakenOverAfterAThrow) {
  const auto machine = runtime_of(2);
  const held_worker late(*machine);
  std::atomic<int> of_the_late_one{0};
  EXPECT_THROW(parallel_for(
                   0, 64,
                   [&](int i) {
                     if (i >= 32) ++of_the_late_one;
                     if (i == 0) throw std::runtime_error("first");
                   },
                   fixed(*machine)),
               std::runtime_error);
  EXPECT_EQ(of_the_late_one, 0);
}

// The leader wakes two workers, and each of these wakes two more. At level 1 the number of workers
// that are woken is not limited to the number of processors. Each worker has a core of its own, so
// the root is the only worker that leads others.
TEST(FixedRanges, WakeAllSleepers) {
  const auto machine = runtime_of(8, wait_policy::park, "thread,core");
  std::size_t most = 0;
  for (int round = 0; round < 20 && most < 6; ++round) {
    std::this_thread::sleep_for(20ms);
    std::mutex writing;
    std::set<std::thread::id> threads;
    parallel_for(0, 8,
                 [&](int) {
                   {
                     const std::lock_guard lock(writing);
                     threads.insert(std::this_thread::get_id());
                   }
                   std::this_thread::sleep_for(20ms);
                 },
                 {.distributor = "static", .level = 1, .on = machine.get()});
    most = std::max(most, threads.size());
  }
  EXPECT_GE(most, 6U);
}

}  // namespace
}  // namespace arcas
