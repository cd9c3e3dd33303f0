// SPDX-License-Identifier: Apache-2.0
// wake_up.h, victim_search.h and task_slot.h: no thread sleeps beside a task that it may take; see
// PROTOCOL.md of tasks/, «No lost wake-ups».
#include "checks.h"
#include "wake_up_scenes.h"

namespace arcas::sim {

using namespace detail;
namespace {

using scene = task_scene<>;

scene& with_owner(world& w, bool waits = false, bool sleepers_pay = true) {
  auto& s = w.make<scene>("scene", waits, sleepers_pay);
  s.set_up();
  return s;
}

// An owner waits until an idle worker has taken the owner's only task.
void owner_needs_it(world& w, scene& s) {
  w.thread("owner", [&s] {
    s.push();
    s.wait_until_done();
  });
}
void idle_until_stolen(world& w) {
  auto& s = with_owner(w);
  owner_needs_it(w, s);
  w.thread("idle", [&s] {
    while (!s.look_around(task_ancestry())) s.sleep_idle();
    s.is_done();
  });
}
void falls_asleep(world& w, scene& s) {
  w.thread("idle", [&s] { s.look_and_sleep_idle(); });
}
// As if many workers slept at once: sleepers do not pay the fence for loops (workers/sleep.h).
void idle_among_many(world& w) {
  auto& s = with_owner(w, false, false);
  owner_needs_it(w, s);
  falls_asleep(w, s);
}
// A pop removes the request by which the next push would wake the sleeper.
void pushes_after_pop(world& w, bool sleepers_pay) {
  auto& s = w.make<scene>("scene", false, sleepers_pay);
  s.set_up_without_request();
  w.thread("owner", [&s] {
    s.push();
    s.pop();
    s.push();
    s.wait_until_done();
  });
  falls_asleep(w, s);
}
void idle_after_pop(world& w) {
  pushes_after_pop(w, true);
}
void idle_after_pop_among_many(world& w) {
  pushes_after_pop(w, false);
}
// The owner pops a public task, which the idle worker takes meanwhile.
void idle_after_theft(world& w) {
  auto& s = with_owner(w);
  s.push();
  w.thread("owner", [&s] {
    s.pop();
    s.push();
    s.wait_until_done();
  });
  w.thread("idle", [&s] {
    s.look_around(task_ancestry());
    s.look_and_sleep_idle();
  });
}
// A third thread settles the request of the sleeping idle worker, and may not take the task that is
// then public.
void idle_while_settled(world& w) {
  auto& s = with_owner(w);
  owner_needs_it(w, s);
  falls_asleep(w, s);
  w.thread("settler", [&s] {
    const border_word request = s.spawns.deque.request(1'000);
    if (request.is_request()) s.settle(request);
  });
}

// A thread waits for a join. Another thread has stolen a task of the join, spawns one more and
// leaves the new task to the waiting thread.
void waiting_until_over(world& w) {
  auto& s = with_owner(w, true);
  s.begin_stolen();
  w.thread("home", [&s] {
    while (!s.count.over()) {
      if (s.look_around(awaited_join)) {
        s.count.finished_here();
      } else {
        s.sleepers.sleep(s.looks, s.count, awaited_join);
      }
    }
    require(s.tasks[1].argument.read() == 2, "each finished task has run");
  });
  w.thread("other", [&s] {
    s.count.spawned_elsewhere();
    s.push();
    s.tasks[1].argument.set(2);
    s.count.finished_elsewhere(s.looks.waiting);
  });
}
void waits(world& w, scene& s) {
  w.thread("home", [&s] { s.look_and_sleep_waiting(); });
}
// The task appears in a slot that no thread has used before.
void waiting_for_a_new_slot(world& w) {
  auto& s = w.make<scene>("scene", true);
  w.thread("other", [&s] {
    s.set_up();
    s.begin_stolen();
    s.push();
    s.wait_until_done();
  });
  waits(w, s);
}
// The waiting thread has left no request with the other thread, which worked for no join before.
void waiting_for_a_stolen_task(world& w) {
  auto& s = w.make<scene>("scene", true);
  s.set_up_without_request();
  w.thread("other", [&s] {
    s.begin_stolen();
    s.push();
    s.wait_until_done();
  });
  waits(w, s);
}
// A thread from outside spawns a task for the join and leaves.
void waiting_beside_an_abandoned_slot(world& w, bool sleepers_pay) {
  auto& s = w.make<scene>("scene", true, sleepers_pay);
  s.set_up_without_request();
  w.thread("guest", [&s] {
    s.push();
    s.end_last_scope();
  });
  waits(w, s);
}
void waiting_beside_an_abandoned_slot_that_pays(world& w) {
  waiting_beside_an_abandoned_slot(w, true);
}
void waiting_beside_an_abandoned_slot_with_fences(world& w) {
  waiting_beside_an_abandoned_slot(w, false);
}
// The slot has a task of the join when a thread comes that spawns another one.
void waiting_beside_a_slot_used_again(world& w) {
  auto& s = w.make<scene>("scene", true);
  s.set_up_without_request();
  s.push();
  s.end_last_scope();
  w.thread("guest", [&s] {
    s.sleepers.enter(s.spawns);
    s.push();
    s.end_last_scope();
  });
  w.thread("home", [&s] {
    s.look_around(awaited_join);
    s.look_and_sleep_waiting();
  });
}

// Two owners of one slot, one after the other.
void slot_owners(world& w) {
  struct owned_slot {
    slot_ownership<explored_atomic> ownership;
    shared<int> left{0};
  };
  auto& s = w.make<owned_slot>("slot");
  for (const char* name : {"guest 1", "guest 2"}) {
    w.thread(name, [&s] {
      for (int turn = 0; turn < 2; ++turn) {
        if (!s.ownership.try_acquire()) continue;
        ++s.left.write();
        s.ownership.release();
      }
    });
  }
}

// A thread that finds an element sees the writes to it before it was added.
void list_grows(world& w) {
  struct list {
    shared<int> element{0};
    append_only_list<shared<int>, explored_atomic> all{1};
  };
  auto& l = w.make<list>("list");
  w.thread("adds", [&l] {
    l.element.write() = 1;
    l.all.add(l.element);
  });
  w.thread("reads", [&l] {
    if (l.all.size() == 1) require(l.all[0].read() == 1, "an element is whole when it is found");
  });
}

}  // namespace

std::span<const check> wake_up_checks() {
  static const check checks[] = {
      {"task_wake_up_idle_until_stolen", idle_until_stolen},
      {"task_wake_up_idle_among_many", idle_among_many},
      {"task_wake_up_idle_after_pop", idle_after_pop},
      {"task_wake_up_idle_after_pop_among_many", idle_after_pop_among_many},
      {"task_wake_up_idle_after_theft", idle_after_theft, {}, false, true},
      {"task_wake_up_idle_while_settled", idle_while_settled},
      {"task_wake_up_waiting_until_over", waiting_until_over, {.preemptions = 2}, true},
      {"task_wake_up_waiting_for_a_new_slot", waiting_for_a_new_slot},
      {"task_wake_up_waiting_for_a_stolen_task", waiting_for_a_stolen_task},
      {"task_wake_up_waiting_beside_an_abandoned_slot", waiting_beside_an_abandoned_slot_that_pays},
      {"task_wake_up_waiting_beside_an_abandoned_slot_with_fences",
       waiting_beside_an_abandoned_slot_with_fences},
      {"task_wake_up_waiting_beside_a_slot_used_again", waiting_beside_a_slot_used_again},
      {"task_slot_owners", slot_owners},
      {"task_slots_grow", list_grows},
  };
  return checks;
}

}  // namespace arcas::sim
