// SPDX-License-Identifier: Apache-2.0
// Threads that spawn tasks, and threads that sleep since there are none, with the scheduler's own
// slots, wake-up logic and victim search: for wake_up_checks.cpp, and without one wake-up for
// seeded_wake_ups.cpp.
#pragma once

#include <sim/explore/explore.h>
#include <sim/explore/explored_futex.h>

#include <arcas/tasks/victim_search.h>
#include <arcas/tasks/wake_up.h>

#include <memory>

namespace arcas::sim {

using namespace detail;

struct scene_task {
  shared<int> argument{0};
  shared<int> runs{0};
};

// One worker that sleeps like a follower, and is woken as in arcas::detail::pool.
struct scene_pool {
  sleeper<explored_atomic> idle;
  explored_atomic<std::uint32_t> asleep{0};

  // relaxed: a hint, ordered by the fence of wake_for().
  unsigned sleeping() const { return asleep.load(std::memory_order_relaxed); }
  bool has_room_for(unsigned) const { return true; }
  void rouse(unsigned) {
    if (idle.sleeps() && idle.awaken(asleep)) idle.ring();
  }
};

// A clock by which all patience has ended at the next look.
struct scene_clock {
  std::uint64_t time = 0;
  std::uint64_t now() { return time += 50'000; }
};

using scene_slot = task_slot<scene_task, explored_atomic, 2, 2>;
using scene_table = slot_table<scene_slot, explored_atomic>;
using scene_sleepers = wake_up<scene_slot, scene_pool, explored_atomic>;
using scene_search = victim_search<scene_slot, scene_pool, scene_clock, explored_atomic>;

// The awaited join, opened in slot 0.
inline constexpr task_ancestry awaited_join(0, 0, 1);

// The wake-up that a seeded bug omits.
enum class omission { none, at_answer, at_pop, at_settle, at_stolen_task, at_last_scope };

// Slot 0: the thread that looks for tasks, idle or waiting. Slot 1: the thread that spawns them.
template <omission Omits = omission::none>
struct task_scene {
  // waits: the slot of a waiting thread is listed, that of an idle worker need not be.
  explicit task_scene(bool waits = false, bool sleepers_pay = true)
      : pays(sleepers_pay), sleepers(pool, slots, true, sleepers_pay) {
    slots.made().add(looks);
    slots.made().add(spawns);
    if (waits) slots.list(looks);
  }

  bool pays;
  scene_slot looks{0, true};
  scene_slot spawns{1, true};
  scene_pool pool;
  scene_table slots{2};
  scene_sleepers sleepers;
  scene_search search{looks, slots, sleepers};
  task_count<explored_atomic> count{1};
  scene_task tasks[2];
  scene_task dismissed;
  unsigned pushed = 0;
  explored_atomic<bool> done{false};

  // The spawning thread is in a scope, and its slot has a request.
  void set_up() {
    slots.list(spawns);
    sleepers.enter(spawns);
  }
  // The spawning thread is in a scope, and its slot has no request.
  void set_up_without_request() {
    set_up();
    spawns.deque.push(&dismissed, 0);
    spawns.deque.pop();
  }

  // Called by the spawning thread, like task_context and task_scope.
  void push(task_ancestry join = awaited_join) {
    scene_task& t = tasks[pushed++];
    t.argument.set(1);
    const bool answered = spawns.deque.push(&t, join.bits());
    if (answered && Omits != omission::at_answer) sleepers.wake_for(spawns);
  }
  bool pop() {
    scene_task* const t = spawns.deque.pop([this] {
      if (Omits != omission::at_pop) sleepers.wake_for(spawns);
    });
    if (t) run(*t);
    return t != nullptr;
  }
  void begin_stolen(task_ancestry of = awaited_join) {
    if constexpr (Omits == omission::at_stolen_task) {
      spawns.stolen.begin(of);
    } else {
      sleepers.begin_stolen(spawns, of);
    }
  }
  void end_last_scope() {
    if constexpr (Omits == omission::at_last_scope) {
      spawns.scopes.store(0, std::memory_order_relaxed);
      spawns.ownership.release();
    } else {
      sleepers.leave(spawns, false);
    }
  }
  void settle(border_word request) {
    if (spawns.deque.settle(request) && Omits != omission::at_settle) sleepers.wake_for(spawns);
  }
  void wait_until_done() {
    // acquire: pairs with is_done().
    while (!done.load(std::memory_order_acquire)) machine<explored_atomic>::pause();
  }

  // Called by the thread that looks for tasks.
  void run(scene_task& t) {
    require(t.argument.read() == 1, "a task comes with what its spawner wrote");
    require(++t.runs.write() == 1, "no task is taken twice");
  }
  bool look_around(task_ancestry ancestor) {
    for (unsigned i = 0; i < slots.listed().size(); ++i) {
      const auto found = search.look_once(ancestor);
      if (found.task) run(*found.task);
      if (found.task) return true;
    }
    return false;
  }
  void sleep_idle() {
    search.falls_asleep();
    pool.idle.sleep(
        pool.asleep, [this] { return sleepers.is_news_for(looks, task_ancestry()); }, pays);
  }
  // An idle worker that falls asleep after its first look without a task; awake again, it would
  // start once more.
  void look_and_sleep_idle() {
    if (!look_around(task_ancestry())) sleep_idle();
    is_done();
  }
  // A waiting thread that does the same.
  void look_and_sleep_waiting() {
    if (!look_around(awaited_join)) sleepers.sleep(looks, count, awaited_join);
    is_done();
  }
  void is_done() {
    done.store(true, std::memory_order_release);  // release: pairs with wait_until_done()
  }
};

}  // namespace arcas::sim
