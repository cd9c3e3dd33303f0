// SPDX-License-Identifier: Apache-2.0
// Loops that are stopped, from inside and from outside.
#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

TEST(Stop, RequestedFromInsideEndsTheLoopSoon) {
  for (const unsigned workers : {1U, 2U, 8U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    for (const std::string& how : all_distributors()) {
      for (const std::size_t grain : {0, 1, 64}) {
        std::stop_source stop;
        visits<int> seen(0, 20'000);
        parallel_for(
            0, 20'000,
            [&](int i) {
              seen(i);
              if (i % 100 == 0) stop.request_stop();
            },
            {.grain = grain, .distributor = how, .stop = stop.get_token(), .on = machine.get()});
        EXPECT_TRUE(stop.stop_requested());
        if (grain == 1) {
          EXPECT_LT(seen.at_most_once(), 20'000U) << how << ' ' << workers;
        }
      }
    }
    expect_exactly_once(0, 300, {.grain = 1, .on = machine.get()});
  }
}

TEST(Stop, RequestedFromOutsideEndsALoopWithoutEnd) {
  for (const unsigned workers : {1U, 2U, 8U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    std::stop_source stop;
    std::atomic<bool> begun{false};
    std::jthread outside([&] {
      while (!begun) std::this_thread::yield();
      stop.request_stop();
    });
    parallel_for(std::uint64_t{0}, ~std::uint64_t{0}, [&](std::uint64_t) { begun = true; },
                 {.stop = stop.get_token(), .on = machine.get()});
  }
}

TEST(Stop, RequestedBeforeTheLoopRunsNoChunkButTheFirst) {
  const auto machine = runtime_of(4, wait_policy::spin);
  std::stop_source stop;
  stop.request_stop();
  visits<int> seen(0, 10'000);
  parallel_for(0, 10'000, [&](int i) { seen(i); },
               {.grain = 1, .stop = stop.get_token(), .on = machine.get()});
  EXPECT_LE(seen.at_most_once(), 5U);
}

TEST(Stop, NeverRequestedChangesNothing) {
  for (const unsigned workers : {1U, 4U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    std::stop_source stop;
    for (const std::string& how : all_distributors()) {
      expect_exactly_once(0, 3000,
                          {.distributor = how, .stop = stop.get_token(), .on = machine.get()});
    }
  }
}

TEST(Stop, OfTheOuterLoopLeavesInnerLoopsWhole) {
  const auto machine = runtime_of(8, wait_policy::spin);
  std::stop_source stop;
  std::atomic<int> rows{0};
  std::atomic<int> cells{0};
  outer_parallel_for(1, 0, 1000,
                     [&](int) {
                       if (++rows >= 10) stop.request_stop();
                       parallel_for(0, 10, [&](int) { ++cells; }, {.grain = 1});
                     },
                     {.grain = 1, .stop = stop.get_token(), .on = machine.get()});
  EXPECT_EQ(cells, rows * 10);
  EXPECT_LT(rows, 1000);
}

// Each chunk reads the stop token. If each chunk had one iteration, a loop with a short body would
// take twice the time.
TEST(Stop, ChunksGrowThatMayBeStopped) {
  constexpr std::size_t n = 1'000'000;
  for (const unsigned workers : {1U, 4U}) {
    const auto machine = runtime_of(workers);
    std::stop_source source;
    loop_options options{.stop = source.get_token(), .on = machine.get()};
    for (const unsigned limit : {0U, 1U}) {
      options.workers = limit;
      std::atomic<std::size_t> chunks{0};
      parallel_for(std::size_t{0}, n, [&](std::size_t, std::size_t) { ++chunks; }, options);
      EXPECT_LT(chunks, n / 100) << workers << " workers, at most " << limit;
    }
  }
}

}  // namespace
}  // namespace arcas
