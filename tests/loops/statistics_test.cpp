// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/statistics.h>

#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <thread>

namespace arcas {

using namespace detail;
namespace {

TEST(Statistics, OfEveryDistributorAddUp) {
  for (const unsigned workers : {1U, 3U, 8U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    for (const std::string& how : all_distributors()) {
      for (const std::size_t grain : {0, 1, 64}) {
        SCOPED_TRACE(how + " " + std::to_string(grain) + " " + std::to_string(workers));
        loop_statistics counts;
        const loop_options options{
            .grain = grain, .distributor = how, .on = machine.get(), .statistics = &counts};
        std::atomic<std::uint64_t> chunks{0};
        for (int call = 0; call < 3; ++call)
          parallel_for(0, 1000, [&](int, int) { ++chunks; }, options);
        const worker_statistics all = counts.total();
        EXPECT_EQ(counts.calls(), 3U);
        EXPECT_EQ(all.iterations, 3000U);
        EXPECT_EQ(all.chunks, chunks);
        EXPECT_EQ(all.chunks, all.own + all.helped + all.combined + all.ahead);
        EXPECT_EQ(counts.workers().size(), workers);
        EXPECT_GT(counts.elapsed_cycles(), 0U);
      }
    }
  }
}

TEST(Statistics, KindsOfClaimsAreThoseOfTheDistributor) {
  const auto machine = runtime_of(4, wait_policy::spin);
  const auto counted = [&](const char* how) {
    loop_statistics counts;
    parallel_for(0, 2000, [](int) { std::this_thread::yield(); },
                 {.grain = 1, .distributor = how, .on = machine.get(), .statistics = &counts});
    return counts.total();
  };
  EXPECT_EQ(counted("shared").own, 2000U);
  EXPECT_EQ(counted("striped:thread").combined + counted("striped:thread").ahead, 0U);
  EXPECT_EQ(counted("combine:package").ahead, 0U);
}

TEST(Statistics, OfANestedLoopBelongToTheWorkerThatLedIt) {
  const auto machine = runtime_of(8, wait_policy::spin, "thread,package");
  const worker_id second = machine->tree().size() / 2;
  ASSERT_EQ(machine->tree().level_of(second), 1);
  std::atomic<int> arrived{0};
  outer_parallel_for(1, 0, 2,
                     [&](int) {
                       ++arrived;
                       while (arrived < 2) std::this_thread::yield();
                       const worker_id me = self::current().worker;
                       loop_statistics counts;
                       parallel_for(0, 100, [](int) {}, {.grain = 1, .statistics = &counts});
                       EXPECT_EQ(counts.workers()[me].loops, 1U);
                       if (me == second) {
                         for (worker_id w = 0; w < second; ++w)
                           EXPECT_EQ(counts.workers()[w].loops, 0U);
                       }
                     },
                     {.grain = 1, .on = machine.get()});
}

TEST(Statistics, OfALoopThatThrowsAreWhole) {
  const auto machine = runtime_of(4, wait_policy::spin);
  loop_statistics counts;
  EXPECT_THROW(parallel_for(0, 1000, [](int) { throw 1; },
                            {.grain = 1, .on = machine.get(), .statistics = &counts}),
               int);
  EXPECT_EQ(counts.calls(), 1U);
}

TEST(Statistics, AreAddedAndShown) {
  const auto machine = runtime_of(1);
  loop_statistics once;
  parallel_for(0, 1'234'567, [](int) {}, {.on = machine.get(), .statistics = &once});
  loop_statistics twice;
  twice += once;
  twice += once;
  EXPECT_EQ(twice.calls(), 2U);
  EXPECT_EQ(twice.total().iterations, 2U * 1'234'567U);
  EXPECT_EQ(once.shares(), "worker 0: 1 chunks, 1,234,567 iterations, 0 helped");
  EXPECT_EQ(loop_statistics().shares(), "");
  EXPECT_EQ(loop_statistics().idle_cycles(), 0U);
  EXPECT_LE(once.idle_cycles(), once.elapsed_cycles());
}

}  // namespace
}  // namespace arcas
