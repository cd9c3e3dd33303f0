// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/pool.h>

#include "hand_made_loop.h"
#include "machines.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

using workers = std::set<worker_id>;
constexpr auto meet = [](hand_made_loop& l) { l.meet(); };
constexpr auto nothing = [](hand_made_loop&) {};

pool_options of_figure_2() {
  return {.workers = 8, .levels = levels_named("thread,package"), .wait = wait_policy::spin};
}

TEST(Pool, OfFigure2RunsALoopOfLevel0OnAllWorkers) {
  hand_made_loop loop(8, meet);
  pool p(figure_2(), of_figure_2());
  loop.run(p, 0);
  EXPECT_EQ(loop.who(), (workers{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Pool, OfFigure2RunsALoopOfLevel1OnWorkers0And4) {
  hand_made_loop meeting(2, meet);
  hand_made_loop many(200, [](hand_made_loop&) { std::this_thread::yield(); });
  pool p(figure_2(), of_figure_2());
  meeting.run(p, 1);
  EXPECT_EQ(meeting.who(), (workers{0, 4}));
  many.run(p, 1);
  EXPECT_EQ(many.finished(), 200U);
  for (const worker_id w : many.who()) EXPECT_EQ(w % 4, 0U);
}

// Two loops of level 0 at the same time, one in each package. Neither loop ends before both have
// four workers: a worker whose own loop had ended would help the root.
struct inner_loops {
  std::atomic<unsigned> arrived{0};
  std::atomic<bool> strayed{false};  // a worker of the second package helps in the first
  hand_made_loop under_0{4, [this](hand_made_loop&) {
                           if (self::current().worker >= 4) strayed = true;
                           meet_all();
                         }};
  hand_made_loop under_4{4, [this](hand_made_loop&) { meet_all(); }};

  void meet_all() {
    ++arrived;
    while (arrived < 8 && !strayed) std::this_thread::yield();
  }
};

// A worker that looked at the root just before worker 4 began to lead may stray; the test then
// repeats.
TEST(Pool, OfFigure2LeadsPackagesApartInsideALoopOfLevel1) {
  std::deque<inner_loops> inner;
  std::deque<hand_made_loop> outer;
  pool p(figure_2(), of_figure_2());
  for (int attempt = 0; attempt < 50; ++attempt) {
    inner_loops& loops = inner.emplace_back();
    outer.emplace_back(2, [&](hand_made_loop& both) {
      both.meet();
      (self::current().worker == 0 ? loops.under_0 : loops.under_4).run(p, 0);
    });
    outer.back().run(p, 1);
    ASSERT_EQ(outer.back().who(), (workers{0, 4}));
    for (const worker_id w : loops.under_4.who()) ASSERT_GE(w, 4U);
    if (loops.strayed) continue;
    EXPECT_EQ(loops.under_0.who(), (workers{0, 1, 2, 3}));
    EXPECT_EQ(loops.under_4.who(), (workers{4, 5, 6, 7}));
    return;
  }
  ADD_FAILURE() << "a worker strayed in every attempt";
}

TEST(Pool, ALevelThatNobodyHasIsTheNextOneDown) {
  hand_made_loop loop(2, meet);
  pool p(figure_2(), of_figure_2());
  loop.run(p, 7);
  EXPECT_EQ(loop.who(), (workers{0, 4}));
  hand_made_loop below(8, meet);
  below.run(p, -3);
  EXPECT_EQ(below.who().size(), 8U);
}

TEST(Pool, AWorkerHasItsRoleBackAfterALoop) {
  hand_made_loop loop(10, [](hand_made_loop&) { EXPECT_EQ(self::current().enclosing, 0); });
  pool p(figure_2(), of_figure_2());
  loop.run(p, 0);
  EXPECT_EQ(self::current().owner, nullptr);
  EXPECT_EQ(self::current().enclosing, -1);
}

TEST(Pool, RunsLoopsDeeperThanABoardHasSlots) {
  std::deque<hand_made_loop> loops;
  std::function<void(pool&, int)> nest = [&](pool& p, int depth) {
    loops.emplace_back(3, nothing).run(p, 0);
    if (depth == 0) return;
    hand_made_loop& one = loops.emplace_back(1, [&, depth](hand_made_loop&) {
      EXPECT_EQ(self::current().owner, &p);
      nest(p, depth - 1);
    });
    one.run(p, 0);
  };
  pool p(topology::synthetic("pu:1"), {.workers = 1});
  nest(p, 30);
  for (const hand_made_loop& l : loops) EXPECT_TRUE(l.finished() == 1 || l.finished() == 3);
  EXPECT_EQ(self::current().owner, nullptr);
}

TEST(Pool, ManyThreadsLeadAtTheSameTime) {
  std::deque<hand_made_loop> loops;
  for (int k = 0; k < 12 * 100; ++k) loops.emplace_back(16, nothing);
  pool p(figure_2(), {.workers = 4});
  std::vector<std::thread> callers;
  for (int t = 0; t < 12; ++t) {
    callers.emplace_back([&, t] {
      for (int k = 0; k < 100; ++k) loops[static_cast<std::size_t>(t * 100 + k)].run(p, t % 3);
    });
  }
  for (std::thread& t : callers) t.join();
  for (const hand_made_loop& l : loops) EXPECT_EQ(l.finished(), 16U);
}

TEST(Pool, ReportsItsThreadsAndRefusals) {
  pool p(figure_2(), {.workers = 5, .levels = levels_named("thread,package")});
  EXPECT_EQ(p.tree().size(), 5U);
  EXPECT_EQ(p.threads().size(), 4U);
  EXPECT_EQ(p.machine().thread_count(), 8U);
  EXPECT_TRUE(p.refusals().empty());
  EXPECT_TRUE(p.has_all_threads());
  EXPECT_GT(p.shape_indexes(), 0U);
  EXPECT_EQ(p.owner(), nullptr);
}

TEST(Pool, EndsWhileItsWorkersAreLateAsleepOrNew) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    for (int round = 0; round < 30; ++round) {
      std::deque<hand_made_loop> loops;
      pool p(figure_2(), {.workers = 8, .wait = wait});
      for (int k = 0; k < round % 4; ++k) loops.emplace_back(5, nothing).run(p, k % 2);
      if (round % 5 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
  }
}

std::chrono::microseconds processor_time() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto sum = [](const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
  };
  return sum(used.ru_utime) + sum(used.ru_stime);
}

// Processor time used in a tenth of a second.
std::chrono::microseconds used_while_idle() {
  const auto before = processor_time();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return processor_time() - before;
}

// A worker that did not sleep would use up to 100 ms; 5 ms are allowed. If the host takes a virtual
// processor away, its thread is charged with that time, so the minimum of several measurements
// counts.
TEST(Pool, AnIdleOneUsesNoProcessorTime) {
  constexpr std::chrono::milliseconds nearly_none{5};
  for (const wait_policy wait : {wait_policy::adaptive, wait_policy::park}) {
    for (const unsigned size : {2U, 16U}) {
      hand_made_loop loop(100, nothing);
      pool p(topology::discover(), {.workers = size, .wait = wait});
      loop.run(p, 0);
      while (p.sleeping() != size - 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      auto used = used_while_idle();
      for (int again = 0; again < 10 && used >= nearly_none; ++again) {
        used = std::min(used, used_while_idle());
      }
      EXPECT_LT(used, nearly_none) << name_of(wait) << ' ' << size;
      EXPECT_EQ(p.sleeping(), size - 1);
    }
  }
}

TEST(Pool, WakesSleepersForTheNextLoop) {
  if (topology::discover().paid_threads() < 2) GTEST_SKIP() << "needs two processors";
  for (const wait_policy wait : {wait_policy::adaptive, wait_policy::park}) {
    std::deque<hand_made_loop> loops;
    pool p(topology::discover(), {.workers = 2, .wait = wait});
    for (int round = 0; round < 20; ++round) {
      while (p.sleeping() != 1) std::this_thread::yield();
      hand_made_loop& loop = loops.emplace_back(2, meet);
      loop.run(p, 0);
      EXPECT_EQ(loop.who(), (workers{0, 1}));
    }
  }
}

TEST(Pool, ALeaderThatSleepsIsWokenByTheLastFollower) {
  std::deque<hand_made_loop> loops;
  pool p(topology::discover(), {.workers = 4, .wait = wait_policy::park});
  for (int round = 0; round < 200; ++round) {
    hand_made_loop& loop = loops.emplace_back(8, [](hand_made_loop&) {
      if (self::current().worker != 0) std::this_thread::yield();
    });
    loop.run(p, 0);
    ASSERT_EQ(loop.finished(), 8U);
  }
}

}  // namespace
}  // namespace arcas
