// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/timed_atomic.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace {

using arcas::padded;
using arcas::place_kind;
using arcas::sim::machine_model;
using arcas::sim::placement;
using arcas::sim::simulated_machine;
using word = padded<arcas::sim::timed_atomic<std::uint64_t>>;

// Two packages of two cores of two hardware threads.
machine_model small_machine() {
  machine_model model;
  model.places = arcas::topology::synthetic("pack:2 core:2 pu:2");
  model.line_from.fill(100);
  model.line_from[static_cast<std::size_t>(place_kind::machine)] = 300;
  model.line_from[static_cast<std::size_t>(place_kind::core)] = 10;
  model.own_line = 4;
  model.memory = 500;
  model.occupied = 20;
  model.locked = 20;
  model.pause = 25;
  model.threads_at_full_speed = 2;
  return model;
}

// relaxed, all accesses in this file: memory orders have no effect in simulated time.
constexpr auto relaxed = std::memory_order_relaxed;

// Runs the body of each thread, and returns the time of each.
std::vector<std::uint64_t> run(const machine_model& model,
                               std::vector<std::function<void()>> bodies) {
  const placement where(model, model.places.thread_count());
  simulated_machine machine(where);
  std::vector<std::uint64_t> took(bodies.size());
  for (unsigned t = 0; t < bodies.size(); ++t)
    machine.time().start(t, [&, t] {
      bodies[t]();
      took[t] = machine.time().now();
    });
  machine.time().run();
  return took;
}

std::uint64_t now() {
  return simulated_machine::current().time().now();
}
void pass_until(std::uint64_t at) {
  simulated_machine::current().time().pass(at - now());
}
// The time of a load by thread `reader` of a line that thread 0 has written.
std::uint64_t read_by(unsigned reader) {
  word w;
  std::uint64_t took = 0;
  std::vector<std::function<void()>> bodies(8, [] {});
  bodies[0] = [&] { w.value.store(1, relaxed); };
  bodies[reader] = [&] {
    pass_until(10'000);
    w.value.load(relaxed);
    took = now() - 10'000;
  };
  run(small_machine(), bodies);
  return took;
}

TEST(CacheLines, ALineCostsByTheNarrowestPlaceThatHasBothThreads) {
  EXPECT_EQ(read_by(1), 10U);   // of the same core
  EXPECT_EQ(read_by(2), 100U);  // of the same package
  EXPECT_EQ(read_by(4), 300U);
}

TEST(CacheLines, ALineOfItsOwnIsNear) {
  word w;
  run(small_machine(), {[&] {
        w.value.load(relaxed);
        EXPECT_EQ(now(), 500U);  // from memory
        w.value.load(relaxed);
        EXPECT_EQ(now(), 504U);
      }});
}

TEST(CacheLines, ACopyIsFetchedFromTheNearestThreadThatHasIt) {
  word w;
  std::uint64_t took = 0;
  std::vector<std::function<void()>> bodies(8, [] {});
  bodies[0] = [&] { w.value.store(1, relaxed); };
  bodies[4] = [&] {
    pass_until(10'000);
    w.value.load(relaxed);
  };
  bodies[6] = [&] {
    pass_until(20'000);
    w.value.load(relaxed);
    took = now() - 20'000;
  };
  run(small_machine(), bodies);
  EXPECT_EQ(took, 100U);
}

TEST(CacheLines, AStoreIsNotWaitedForAndAFenceIs) {
  word w;
  std::uint64_t stored = 0, fenced = 0;
  run(small_machine(), {[&] {
        w.value.store(1, relaxed);
        stored = now();
        simulated_machine::current().fence();
        fenced = now();
      }});
  EXPECT_EQ(stored, 1U);
  EXPECT_EQ(fenced, 500U + 20U);
}

// Cycles of 800 additions to one word by eight threads, in an order in which the next thread is
// always of the other package.
std::uint64_t additions_by_all(const machine_model& model) {
  word w;
  std::vector<std::function<void()>> bodies;
  for (const std::uint64_t turn : {0, 4, 2, 6, 1, 5, 3, 7})
    bodies.push_back([&w, turn] {
      pass_until(turn);
      for (int i = 0; i < 100; ++i) w.value.fetch_add(1, relaxed);
    });
  std::uint64_t last = 0;
  for (const std::uint64_t t : run(model, bodies)) last = std::max(last, t);
  return last;
}

TEST(CacheLines, ASharedCounterServesTheOldestRequestFirst) {
  machine_model model = small_machine();
  model.kept = 0;
  // The second of two additions by one thread finds the line still there.
  EXPECT_NEAR(static_cast<double>(additions_by_all(model)), 400 * 320.0, 4'000);
}

TEST(CacheLines, AnAdditionThatWaitedForItsLinePaysAPartOfThePrice) {
  machine_model model = small_machine();
  model.kept = 0;
  model.handed_on = 0.5;
  EXPECT_NEAR(static_cast<double>(additions_by_all(model)), 400 * 170.0, 4'000);
}

TEST(CacheLines, TheThreadThatHasALineGoesOnWhileARequestIsOnItsWay) {
  machine_model model = small_machine();
  model.kept = 0.5;
  // 150 cycles are enough for six additions after the first.
  EXPECT_NEAR(static_cast<double>(additions_by_all(model)), 800 / 7.0 * 320, 4'000);
}

TEST(CacheLines, ARequestIsOnItsWayAtMostAsLongAsItTakes) {
  machine_model model = small_machine();
  model.handed_on = 0.3;
  model.kept = 0.9;
  const std::uint64_t took = additions_by_all(model);
  EXPECT_GT(took, 800 / 5.0 * 90);
  EXPECT_LT(took, 800 * 110.0);
}

TEST(CacheLines, TheMissesOfACacheAreOne) {
  machine_model model = small_machine();
  model.occupied = 1'000;
  word w;
  std::vector<std::uint64_t> took(8);
  std::vector<std::function<void()>> bodies;
  for (unsigned t = 0; t < 8; ++t)
    bodies.push_back([&w, &took, t] {
      if (t == 0) w.value.store(1, relaxed);
      pass_until(10'000);
      if (t == 0) return;
      w.value.load(relaxed);
      took[t] = now() - 10'000;
    });
  run(model, bodies);
  // Seven consecutive fetches would take 7,000 cycles; the second thread of a core reads the copy
  // of its core.
  EXPECT_LT(*std::ranges::max_element(took), 2'500U);
}

TEST(CacheLines, AHeldLineServesTheThreadsOfItsCoreFirst) {
  machine_model model = small_machine();
  model.held = 1'000;
  EXPECT_LT(additions_by_all(model), 800U * 60);
}

TEST(CacheLines, AnAdditionBySwapIsRepeatedUntilItSucceeds) {
  machine_model model = small_machine();
  model.adds_by_swap = true;
  const placement where(model, 8);
  simulated_machine machine(where);
  word w;
  std::uint64_t sum = 0;
  for (unsigned t = 0; t < 8; ++t)
    machine.time().start(t, [&] {
      for (int i = 0; i < 50; ++i) w.value.fetch_add(1, relaxed);
      sum = w.value.load(relaxed);
    });
  machine.time().run();
  EXPECT_EQ(sum, 400U);
  EXPECT_GT(machine.counted().swaps_in_vain, 150U);
}

TEST(CacheLines, AWaitEndsWhenTheLineIsWritten) {
  word w;
  std::uint64_t seen = 0;
  std::vector<std::function<void()>> bodies(2, [] {});
  bodies[0] = [&] {
    while (w.value.load(relaxed) == 0) w.value.await_change();
    seen = now();
  };
  bodies[1] = [&] {
    pass_until(5'000);
    w.value.store(1, relaxed);
  };
  run(small_machine(), bodies);
  EXPECT_GT(seen, 5'000U);
  EXPECT_LT(seen, 5'200U);
}

TEST(CacheLines, AMembarrierInterruptsEveryOtherThread) {
  machine_model model = small_machine();
  model.interrupt = 4'000;
  std::uint64_t caller = 0;
  std::vector<std::function<void()>> bodies(8, [] { pass_until(2'000); });
  bodies[0] = [&] {
    pass_until(1'000);
    arcas::detail::machine<arcas::sim::timed_atomic>::heavy_fence();
    caller = now() - 1'000;
  };
  const auto took = run(model, bodies);
  EXPECT_EQ(caller, 1'000U + 7 * 60 + 4'000);
  for (unsigned t = 1; t < 8; ++t) EXPECT_EQ(took[t], 6'000U);
}

TEST(CacheLines, ASleeperIsWokenByAFutexCall) {
  arcas::padded<arcas::sim::timed_atomic<std::uint32_t>> bell;
  using futex = arcas::detail::futex<arcas::sim::timed_atomic>;
  machine_model model = small_machine();
  std::uint64_t woken = 0;
  std::vector<std::function<void()>> bodies(2, [] {});
  bodies[0] = [&] {
    futex::wait(bell.value, 0);
    woken = now();
  };
  bodies[1] = [&] {
    pass_until(50'000);
    bell.value.store(1, relaxed);
    futex::wake(bell.value, 1);
  };
  run(model, bodies);
  EXPECT_GE(woken, 50'000U + model.wake);
}

}  // namespace
