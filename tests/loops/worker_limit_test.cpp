// SPDX-License-Identifier: Apache-2.0
// loop_options::workers and scoped_worker_limit: a limited number of threads run a loop, and they
// run each iteration.
#include "exactly_once.h"
#include "runtimes.h"

#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/loops/parallel_for.h>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

namespace arcas {
namespace {

// The number of threads that run iterations of a loop long enough for all workers to come.
std::size_t threads_of(const loop_options& options) {
  constexpr int n = 2000;
  std::mutex lock;
  std::set<std::thread::id> threads;
  std::vector<std::atomic<int>> runs(n);
  parallel_for(
      0, n,
      [&](int i) {
        ++runs[static_cast<std::size_t>(i)];
        for (volatile int k = 0; k < 2000;) k = k + 1;
        const std::lock_guard adding(lock);
        threads.insert(std::this_thread::get_id());
      },
      options);
  for (auto& r : runs) EXPECT_EQ(r, 1);
  return threads.size();
}

TEST(WorkerLimit, HoldsForOneCall) {
  runtime four({.workers = 4});
  for (const char* how : {"biased", "static", "shared", "striped:thread", "async:core"}) {
    for (const unsigned most : {1U, 2U, 3U, 100'000U}) {
      EXPECT_LE(threads_of({.distributor = how, .workers = most, .on = &four}), most) << how;
    }
  }
  EXPECT_EQ(threads_of({.workers = 1, .on = &four}), 1U);
}

TEST(WorkerLimit, HoldsInAScopeOfOneThread) {
  runtime four({.workers = 4});
  {
    const scoped_worker_limit two(2);
    EXPECT_LE(threads_of({.on = &four}), 2U);
    {
      const scoped_worker_limit one(1);
      EXPECT_EQ(threads_of({.on = &four}), 1U);
      EXPECT_EQ(threads_of({}), 1U);
    }
    EXPECT_LE(threads_of({.on = &four}), 2U);
  }
  // Short loops run in another way.
  for (int round = 0; round < 2000; ++round) {
    const scoped_worker_limit one(1);
    const auto me = std::this_thread::get_id();
    parallel_for(0, 50, [&](int) { ASSERT_EQ(std::this_thread::get_id(), me); });
  }
}

TEST(WorkerLimit, LeavesReductionsRight) {
  runtime four({.workers = 4});
  for (const char* how : {"biased", "static", "shared", "async:core"}) {
    for (const unsigned most : {1U, 2U, 3U, 4U}) {
      const long sum = parallel_reduce(0, 10'000, plus<long>{}, [](int i) { return long{i}; },
                                       {.distributor = how, .workers = most, .on = &four});
      EXPECT_EQ(sum, 10'000L * 9'999 / 2) << how << most;
    }
  }
}

}  // namespace
}  // namespace arcas
