// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/parallel_for.h>
#include <arcas/loops/worker_local.h>

#include "runtimes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace arcas {
namespace {

TEST(WorkerLocal, EachThreadHasItsOwnForAllLoops) {
  const auto on = runtime_of(3);
  worker_local<std::vector<int>> own;
  for (int loop = 0; loop < 20; ++loop) {
    parallel_for(0, 1000, [&](int i) { own.local().push_back(i); }, {.grain = 1, .on = on.get()});
  }
  EXPECT_LE(own.size(), 3U);
  std::size_t all = 0;
  own.for_each([&](const std::vector<int>& mine) { all += mine.size(); });
  EXPECT_EQ(all, 20000U);
  own.clear();
  EXPECT_EQ(own.size(), 0U);
}

TEST(WorkerLocal, ThreadsThatLeadAtTheSameTimeHaveTheirOwn) {
  const auto on = runtime_of(2);
  worker_local<long> sums;
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 6; ++caller) {
    callers.emplace_back([&] {
      for (int loop = 0; loop < 50; ++loop) {
        parallel_for(0, 100, [&](int i) { sums.local() += i; }, {.grain = 1, .on = on.get()});
      }
    });
  }
  callers.clear();
  EXPECT_EQ(sums.combine(0L, [](long a, long b) { return a + b; }), 6L * 50 * 4950);
}

TEST(WorkerLocal, IsMadeByMakeAndPassesItsExceptionOn) {
  worker_local<int> seven([] { return 7; });
  EXPECT_EQ(++seven.local(), 8);
  bool refuses = true;
  worker_local<int> sometimes([&] {
    if (refuses) throw std::runtime_error("not yet");
    return 1;
  });
  EXPECT_THROW(sometimes.local(), std::runtime_error);
  refuses = false;
  EXPECT_EQ(sometimes.local(), 1);
}

TEST(WorkerLocal, StartsAsACopyOfAValue) {
  const auto on = runtime_of(3);
  worker_local<std::vector<int>> own(std::vector<int>(4, 1));
  parallel_for(0, 100, [&](int i) { own.local()[3] += i; }, {.grain = 1, .on = on.get()});
  int sum = 0;
  own.for_each([&](const std::vector<int>& of_one) { sum += of_one.at(3) - 1; });
  EXPECT_EQ(sum, 4950);
  worker_local<long> ten(10);
  EXPECT_EQ(++ten.local(), 11);
  const worker_local<bool> is_made([] { return true; });  // by the function, not by its conversion
}

TEST(WorkerLocal, ValuesAreOnSeparateCacheLines) {
  worker_local<char> own;
  char* const here = &own.local();
  std::jthread([&] {
    const auto there = reinterpret_cast<std::uintptr_t>(&own.local());
    EXPECT_NE(there / no_sharing, reinterpret_cast<std::uintptr_t>(here) / no_sharing);
  }).join();
}

TEST(WorkerIndex, IsBelowTheNumberOfWorkersAndOneWorkers) {
  const auto on = runtime_of(3);
  std::vector<std::atomic<int>> inside(3);
  parallel_for(0, 2000,
               [&](int) {
                 ASSERT_EQ(max_workers(), 3U);
                 const unsigned me = worker_index();
                 ASSERT_LT(me, 3U);
                 EXPECT_EQ(++inside[me], 1);
                 --inside[me];
               },
               {.grain = 1, .on = on.get()});
}

}  // namespace
}  // namespace arcas
