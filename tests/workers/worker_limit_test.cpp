// SPDX-License-Identifier: Apache-2.0
// Workers that leave between loops and return: by an explicit limit, or by the quota.
#include <arcas/workers/pool.h>
#include <arcas/workers/quota_watch.h>

#include "hand_made_loop.h"
#include "machines.h"
#include "quota_files.h"

#include <gtest/gtest.h>

#include <deque>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

using workers_seen = std::set<worker_id>;
constexpr void (*come_together)(hand_made_loop&) = [](hand_made_loop& l) { l.meet(); };
constexpr void (*pass)(hand_made_loop&) = [](hand_made_loop&) { std::this_thread::yield(); };

pool_options eight_workers(wait_policy wait) {
  return {.workers = 8, .levels = levels_named("thread,package"), .wait = wait};
}

TEST(WorkerLimit, KeepsTheWorkersOfASmallerPool) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    std::deque<hand_made_loop> loops;
    pool p(figure_2(), eight_workers(wait));
    const std::pair<unsigned, workers_seen> steps[] = {
        {2, {0, 4}}, {3, {0, 1, 4}}, {8, {0, 1, 2, 3, 4, 5, 6, 7}}, {1, {0}}, {4, {0, 1, 4, 5}}};
    for (const auto& [limit, expected] : steps) {
      p.set_limit(limit);
      EXPECT_EQ(p.limit(), limit);
      EXPECT_EQ(p.all_take_part(), limit == 8);
      // If the workers spin, all come. If they sleep, possibly only one comes for each processor.
      const bool all_come = wait == wait_policy::spin;
      auto& loop =
          loops.emplace_back(all_come ? limit : 40 * limit, all_come ? come_together : pass);
      loop.run(p, 0);
      if (all_come) {
        EXPECT_EQ(loop.who(), expected);
      }
      for (const worker_id w : loop.who()) EXPECT_TRUE(expected.contains(w)) << w;
    }
  }
}

TEST(WorkerLimit, IsClampedToTheNumberOfWorkers) {
  pool p(figure_2(), eight_workers(wait_policy::adaptive));
  EXPECT_EQ(p.limit(), 8U);
  p.set_limit(0);
  EXPECT_EQ(p.limit(), 1U);
  p.set_limit(100);
  EXPECT_EQ(p.limit(), 8U);
}

// Excluded workers sleep with any policy: a spinning one would keep its processor from other
// programs.
TEST(WorkerLimit, ExcludedWorkersSleep) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    hand_made_loop loop(100, [](hand_made_loop&) {});
    pool p(figure_2(), eight_workers(wait));
    p.set_limit(1);
    while (p.sleeping() != 7) std::this_thread::yield();
    for (int k = 0; k < 100; ++k) p.rouse(7);
    loop.run(p, 0);
    EXPECT_EQ(loop.who(), workers_seen{0});
    while (p.sleeping() != 7) std::this_thread::yield();
  }
}

TEST(WorkerLimit, APoolEndsWhileWorkersAreExcluded) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    for (int round = 0; round < 30; ++round) {
      pool p(figure_2(), eight_workers(wait));
      p.set_limit(1 + static_cast<unsigned>(round) % 3);
      if (round % 2 == 0) std::this_thread::yield();
    }
  }
}

TEST(WorkerLimit, ChangesWhileOtherThreadsLead) {
  std::deque<hand_made_loop> loops;
  for (int k = 0; k < 400; ++k) loops.emplace_back(16, [](hand_made_loop&) {});
  pool p(figure_2(), eight_workers(wait_policy::adaptive));
  std::jthread other([&] {
    for (int k = 0; k < 200; ++k) loops[static_cast<std::size_t>(k)].run(p, k % 2);
  });
  for (unsigned k = 0; k < 200; ++k) {
    p.set_limit(1 + k % 8);
    loops[200 + k].run(p, 0);
  }
  other.join();
  for (const hand_made_loop& l : loops) EXPECT_EQ(l.finished(), 16U);
}

TEST(WorkerLimit, FollowsTheQuota) {
  quota_files files("400000 100000");
  std::deque<hand_made_loop> loops;
  pool p(figure_2(), eight_workers(wait_policy::spin));
  p.watch_quota(std::make_unique<quota_watch>(files.roots(), 8, 0));
  const auto led = [&](const char* quota) {
    files.set(quota);
    // The quota is read when a loop starts, and holds for that loop.
    loops.emplace_back(100, [](hand_made_loop&) { std::this_thread::yield(); }).run(p, 0);
    return p.limit();
  };
  EXPECT_EQ(led("400000 100000"), 8U) << "more workers than it paid for were asked for";
  EXPECT_EQ(led("200000 100000"), 2U);
  for (const worker_id w : loops.back().who()) EXPECT_EQ(w % 4, 0U);
  while (p.sleeping() != 6) std::this_thread::yield();
  EXPECT_EQ(led("300000 100000"), 3U);
  p.set_limit(2);
  EXPECT_EQ(p.limit(), 2U) << "the lower of both";
  p.set_limit(8);
  EXPECT_EQ(led("max 100000"), 8U);
}

}  // namespace
}  // namespace arcas
