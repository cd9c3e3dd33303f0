// SPDX-License-Identifier: Apache-2.0
// task_wait.h and desk_roll.h: a thread that waits for tasks which others run, and sleeps
// meanwhile. It goes on when all are finished and not before, sees what they did, and nobody
// touches its frame any more; it is woken for what it could do meanwhile; a desk's visitors come
// one at a time.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/tasks/desk_roll.h>
#include <arcas/tasks/task_deque.h>
#include <arcas/tasks/task_wait.h>
#include <arcas/tasks/visitor_chair.h>

#include <memory>
#include <vector>

namespace arcas::sim {
namespace {

constexpr auto no_news = [] { return false; };
constexpr std::uint64_t line = 7;  // of what is waited for

// A task's side of what is waited for, in the waiting thread's frame.
struct awaited_here {
  explicit awaited_here(std::uint64_t here) : count(here) {}
  task_count<explored_atomic> count;
  shared<int> result[2] = {shared<int>(0), shared<int>(0)};
};

// As the deque hands a task over: by release and acquire.
struct handed_over {
  explored_atomic<awaited_here*> to{nullptr};

  void give(awaited_here& a) { to.store(&a, std::memory_order_release); }  // release: as a push
  awaited_here& get() {
    for (;;) {
      // acquire: as a thief's look at the border.
      if (awaited_here* const a = to.load(std::memory_order_acquire)) return *a;
      machine<explored_atomic>::pause();
    }
  }
};

struct waiting_desk {
  waiting_bed<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};
  handed_over tasks[2];
  bool sleepers_pay = true;

  void wait_for(awaited_here& a) {
    while (!a.count.over()) a.count.sleep(bed, line, sleepers, no_news, sleepers_pay);
  }
  // A wait from its beginning to the end of its frame, for so many tasks of those handed over.
  void wait(unsigned first, unsigned n) {
    awaited_here mine(0);
    for (unsigned i = 0; i < n; ++i) {
      mine.count.spawned_here();
      tasks[first + i].give(mine);
    }
    wait_for(mine);
    for (unsigned i = 0; i < n; ++i)
      require(mine.result[first + i].read() == 1, "what is finished has been done");
  }
  void run(unsigned task) {
    awaited_here& a = tasks[task].get();
    a.result[task].set(1);
    a.count.finished_elsewhere(bed);
  }
};

waiting_desk& desk_in(world& w, bool sleepers_pay) {
  auto& d = w.make<waiting_desk>("desk");
  d.sleepers_pay = sleepers_pay;
  w.at_end([&d] { require(d.sleepers.load() == 0, "the count of sleepers is right"); });
  return d;
}

void one_task(world& w, bool sleepers_pay) {
  auto& d = desk_in(w, sleepers_pay);
  w.thread("home", [&d] { d.wait(0, 1); });
  w.thread("other", [&d] { d.run(0); });
}
void one_task_with_fences(world& w) {
  one_task(w, false);
}
void one_task_and_pays(world& w) {
  one_task(w, true);
}
// A ring for a wait that is over must not be missed by the next, nor its mark left in it.
void two_waits(world& w) {
  auto& d = desk_in(w, true);
  w.thread("home", [&d] {
    d.wait(0, 1);
    d.wait(1, 1);
  });
  w.thread("other", [&d] {
    d.run(0);
    d.run(1);
  });
}
void two_helpers(world& w) {
  auto& d = desk_in(w, true);
  w.thread("home", [&d] { d.wait(0, 2); });
  for (const unsigned task : {0, 1})
    w.thread("other " + std::to_string(task), [&d, task] { d.run(task); });
}
// A task that spawns for its own join where it runs, and is finished before what it has spawned.
void spawned_there(world& w) {
  auto& d = desk_in(w, true);
  w.thread("home", [&d] {
    awaited_here mine(0);
    mine.count.spawned_here();
    d.tasks[0].give(mine);
    d.wait_for(mine);
    for (auto& r : mine.result) require(r.read() == 1, "what has been spawned is done");
  });
  w.thread("other", [&d] {
    awaited_here& a = d.tasks[0].get();
    a.count.spawned_elsewhere();
    d.tasks[1].give(a);
    a.result[0].set(1);
    a.count.finished_elsewhere(d.bed);
  });
  w.thread("third", [&d] { d.run(1); });
}
// Home has put a task aside for itself and runs it while the other is under way.
void some_here(world& w) {
  auto& d = desk_in(w, true);
  w.thread("home", [&d] {
    awaited_here mine(1);
    mine.count.spawned_here();
    d.tasks[0].give(mine);
    mine.result[1].set(1);
    mine.count.finished_here();
    d.wait_for(mine);
    require(mine.result[0].read() == 1, "what is finished has been done");
  });
  w.thread("other", [&d] { d.run(0); });
}

// Home waits for a task that another has. That one spawns a second into its own deque, and leaves
// it to home, which may be asleep, or may not know the desk yet.
struct spawned_task {
  shared<int> argument{0};
};
struct spawning_desk {
  task_deque<spawned_task, explored_atomic, 2> deque{true};
};
struct helping {
  waiting_desk home;
  awaited_here what{1};
  desk_roll<spawning_desk, explored_atomic> listed{1};
  std::unique_ptr<spawning_desk> made;
  spawned_task task;
  explored_atomic<bool> noticed{false};
  std::uint64_t next_ask = 1;  // home's

  // As crew::list().
  void list_desk() {
    made = std::make_unique<spawning_desk>();
    listed.add(*made);
    made->deque.ask(0);
  }
  // As desk::answered() and crew::wake_for().
  void answered() {
    order_notice_before_sleepers<explored_atomic>(home.sleepers_pay);
    // relaxed: a hint, ordered by the fence.
    if (home.sleepers.load(std::memory_order_relaxed) == 0) return;
    home.bed.wake_for(home.sleepers, [](std::uint64_t waits) { return waits == line; });
  }
  void push() {
    task.argument.set(1);
    if (made->deque.push(&task, line)) answered();
  }
  void spawn() {
    what.count.spawned_elsewhere();
    push();
  }
  void finish() {
    what.result[0].set(1);
    what.count.finished_elsewhere(home.bed);
  }
  // As desk::look_once() and desk::attend().
  void help() {
    auto& from = listed[0].deque;
    const auto got = from.steal([](std::uint64_t tag) { return tag == line; });
    if (got.task) {
      require(got.task->argument.read() == 1, "a task comes with what its spawner wrote");
      what.count.finished_here();
      return;
    }
    const border_word asked = from.ask(next_ask++);
    if (asked.is_ask() && from.has_tasks()) {
      if (from.settle(asked)) answered();
      return;
    }
    sleep([&] { return from.has_tasks() || !from.is_asked(); });
  }
  template <class IsNews>
  void sleep(IsNews is_news) {
    what.count.sleep(home.bed, line, home.sleepers, is_news, home.sleepers_pay);
  }
  void expect_done() { require(what.result[0].read() == 1, "what is finished has been done"); }
};

void helps(world& w) {
  auto& h = w.make<helping>("helping");
  h.list_desk();
  w.thread("home", [&h] {
    while (!h.what.count.over()) h.help();
    h.expect_done();
  });
  w.thread("other", [&h] {
    h.spawn();
    h.finish();
  });
}
// All that home does with the task is to notice it, for which the other waits: taking it is the
// check above.
void new_desk(world& w) {
  auto& h = w.make<helping>("helping");
  w.thread("home", [&h] {
    const auto is_news = [&h] { return h.listed.size() != 0 && h.listed[0].deque.has_tasks(); };
    while (!is_news()) h.sleep(is_news);
    h.noticed.store(true, std::memory_order_relaxed);  // relaxed: nothing goes with it
    while (!h.what.count.over()) h.sleep(no_news);
    h.expect_done();
  });
  w.thread("other", [&h] {
    h.list_desk();
    h.push();
    // relaxed: as home's store.
    while (!h.noticed.load(std::memory_order_relaxed)) machine<explored_atomic>::pause();
    h.finish();
  });
}

// Visitors of one desk, one after the other.
void visitors(world& w) {
  struct chair_and_desk {
    visitor_chair<explored_atomic> chair;
    shared<int> left{0};
  };
  auto& d = w.make<chair_and_desk>("guest");
  for (const char* name : {"visitor 1", "visitor 2"}) {
    w.thread(name, [&d] {
      for (int turn = 0; turn < 2; ++turn) {
        if (!d.chair.take()) continue;
        ++d.left.write();
        d.chair.leave();
      }
    });
  }
}

}  // namespace

std::span<const check> task_wait_checks() {
  static const check checks[] = {
      {"waiting_one_task", one_task_with_fences},
      {"waiting_one_task_and_pays", one_task_and_pays},
      {"waiting_twice", two_waits},
      {"waiting_for_two_helpers", two_helpers},
      {"waiting_for_what_is_spawned_there", spawned_there},
      {"waiting_with_tasks_of_its_own", some_here},
      {"waiting_and_helping", helps},
      {"waiting_for_a_new_desk", new_desk},
      {"waiting_visitors", visitors},
  };
  return checks;
}

}  // namespace arcas::sim
