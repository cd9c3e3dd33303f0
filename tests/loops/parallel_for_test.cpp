// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/parallel_for.h>

#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <source_location>
#include <stop_token>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

struct team {
  unsigned workers;
  wait_policy wait;
};

class ParallelFor : public testing::TestWithParam<team> {
 protected:
  unsigned workers = GetParam().workers;
  std::unique_ptr<runtime> machine = runtime_of(workers, GetParam().wait);
};

constexpr wait_policy spin = wait_policy::spin;
constexpr wait_policy adaptive = wait_policy::adaptive;
INSTANTIATE_TEST_SUITE_P(Workers, ParallelFor,
                         testing::Values(team{1, spin}, team{2, spin}, team{2, adaptive},
                                         team{3, spin}, team{8, spin}, team{8, adaptive},
                                         team{64, spin}, team{64, adaptive}),
                         [](const auto& param) {
                           return std::to_string(param.param.workers) +
                                  std::string(name_of(param.param.wait));
                         });

// A loop whose body counts the workers that are in it. Followers leave the body late.
struct watched_job : loop_job {
  explicit watched_job(std::atomic<int>& inside) : loop_job(entries_of<watched_job>, 0, inside) {}

  template <class Part>
  static void take_part(Part& part) {
    auto& inside = part.template body<std::atomic<int>>();
    ++inside;
    part.for_chunks([](chunk) { std::this_thread::yield(); });
    if (self::current().worker != 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
    --inside;
  }
};

// A program may unload the code of the body when the loop has returned.
TEST_P(ParallelFor, TheBodysCodeHasReturnedOnAllWorkersWhenTheLoopReturns) {
  for (const std::string& how : all_distributors()) {
    for (int loop = 0; loop < 10; ++loop) {
      std::atomic<int> inside{0};
      watched_job job(inside);
      run_loop(job, 64, {.grain = 1, .distributor = how, .on = machine.get()}, site_of<watched_job>,
               std::source_location::current());
      EXPECT_EQ(inside, 0) << how;
    }
  }
}

// The tests below assume that all workers take part: a leader that ran all loops alone would pass
// them.
TEST_P(ParallelFor, EveryWorkerTakesPartInALongLoop) {
  if (GetParam().wait != spin) GTEST_SKIP() << "surplus workers sleep";
  for (const std::string& how : all_distributors()) {
    std::stop_source all_seen;
    std::unique_ptr<std::atomic<bool>[]> seen(new std::atomic<bool>[workers] {});
    std::atomic<unsigned> distinct{0};
    parallel_for(
        std::uint64_t{0}, ~std::uint64_t{0},
        [&](std::uint64_t) {
          if (!seen[self::current().worker].exchange(true) && ++distinct == workers)
            all_seen.request_stop();
          std::this_thread::yield();
        },
        {.grain = 1, .distributor = how, .stop = all_seen.get_token(), .on = machine.get()});
    EXPECT_EQ(distinct, workers) << how;
  }
}

TEST_P(ParallelFor, EveryIterationRunsOnceForEveryDistributorAndGrain) {
  const int around = static_cast<int>(workers);
  for (const std::string& how : all_distributors()) {
    for (const std::size_t grain : {0, 1, 3, 64, 1024}) {
      SCOPED_TRACE(how + ", grain " + std::to_string(grain));
      const loop_options options{.grain = grain, .distributor = how, .on = machine.get()};
      for (const int n : {0, 1, 2, around - 1, around, around + 1, 2500}) {
        expect_exactly_once(0, n, options);
      }
      expect_exactly_once(-300, 41, options);
      expect_exactly_once(1'000'000, 1'000'777, options);
      expect_exactly_once_in_chunks(-5, 1000, options);
      expect_exactly_once(10, -10, options);
    }
  }
}

TEST_P(ParallelFor, EveryIterationRunsOnceOnEveryLevel) {
  for (const std::string& how : all_distributors()) {
    for (const int level : {0, 1, 2, 9}) {
      expect_exactly_once(0, 500,
                          {.grain = 1, .distributor = how, .level = level, .on = machine.get()});
    }
  }
}

TEST_P(ParallelFor, SkewedIterationsRunOnce) {
  visits<unsigned> seen(0, 4000);
  parallel_for(0U, 4000U,
               [&](unsigned i) {
                 seen(i);
                 if (i % 997 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
               },
               {.on = machine.get()});
  seen.expect_exactly_once();
}

TEST_P(ParallelFor, AGivenGrainIsTheLargestChunk) {
  for (const std::string& how : all_distributors()) {
    if (how == "auto") continue;
    parallel_for(0, 5000, [&](int begin, int end) { ASSERT_LE(end - begin, 64) << how; },
                 {.grain = 64, .distributor = how, .on = machine.get()});
  }
}

TEST_P(ParallelFor, WritesOfBodiesAreVisibleAfterTheLoop) {
  std::vector<int> plain(3000);
  for (int round = 1; round <= 50; ++round) {
    parallel_for(0, 3000, [&](int i) { ++plain[static_cast<std::size_t>(i)]; },
                 {.grain = 7, .on = machine.get()});
    for (const int value : plain) ASSERT_EQ(value, round);
  }
}

TEST_P(ParallelFor, WritesOfTheCallerAreVisibleToBodies) {
  int plain = 0;
  for (int round = 0; round < 300; ++round) {
    plain = round;
    parallel_for(0, 20, [&](int) { ASSERT_EQ(plain, round); }, {.grain = 1, .on = machine.get()});
  }
}

TEST_P(ParallelFor, ShortLoopsFollowEachOther) {
  std::atomic<std::uint64_t> total{0};
  for (int round = 0; round < 3000; ++round) {
    parallel_for(0, 3, [&](int i) { total += static_cast<std::uint64_t>(i); },
                 {.grain = 1, .on = machine.get()});
  }
  EXPECT_EQ(total, 3U * 3000U);
}

TEST(OuterParallelFor, RunsEveryIterationOnceOnWorkersOfItsLevel) {
  const auto machine = runtime_of(16);
  std::mutex writing;
  std::set<std::thread::id> threads;
  visits<int> seen(-3, 400);
  outer_parallel_for(2, -3, 400,
                     [&](int i) {
                       seen(i);
                       const std::lock_guard lock(writing);
                       threads.insert(std::this_thread::get_id());
                     },
                     {.grain = 1, .on = machine.get()});
  seen.expect_exactly_once();
  EXPECT_LE(threads.size(), 2U) << "one worker for each package";
}

TEST(ParallelForByDefault, NeedsNoOptions) {
  expect_exactly_once(0, 100'000);
  expect_exactly_once_in_chunks<std::size_t>(0, 100'000);
  visits<std::size_t> seen(0, 1000);
  const std::size_t n = 1000;
  parallel_for(0, n, [&](std::size_t i) { seen(i); });
  seen.expect_exactly_once();
}

TEST(ParallelForByDefault, RefusesAnUnknownDistributor) {
  EXPECT_THROW(parallel_for(0, 10, [](int) {}, {.distributor = "guided"}), std::invalid_argument);
}

}  // namespace
}  // namespace arcas
