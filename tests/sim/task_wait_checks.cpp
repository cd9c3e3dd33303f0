// SPDX-License-Identifier: Apache-2.0
// task_slot.h: a thread that waits for tasks of other threads, and sleeps meanwhile. It continues
// when all these tasks are finished, and not before. It then sees their writes, and no other thread
// accesses its frame any more.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/tasks/task_slot.h>

namespace arcas::sim {

using namespace detail;
namespace {

constexpr auto no_news = [] { return false; };
constexpr std::uint64_t ancestry = 7;  // of the awaited join

// The awaited data in the waiting thread's frame, as a task sees it.
struct awaited_here {
  explicit awaited_here(std::uint64_t here) : count(here) {}
  task_count<explored_atomic> count;
  shared<int> result[2] = {shared<int>(0), shared<int>(0)};
};

// Hands a task over like the deque: by release and acquire.
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

struct waiting_thread {
  waiter<explored_atomic> waiting;
  explored_atomic<std::uint32_t> sleepers{0};
  handed_over tasks[2];
  bool sleepers_pay = true;

  void wait_for(awaited_here& a) {
    while (!a.count.over()) a.count.sleep(waiting, ancestry, sleepers, no_news, sleepers_pay);
  }
  // A wait from its beginning to the end of its frame, for n of the tasks that are handed over.
  void wait(unsigned first, unsigned n) {
    awaited_here mine(0);
    for (unsigned i = 0; i < n; ++i) {
      mine.count.spawned_here();
      tasks[first + i].give(mine);
    }
    wait_for(mine);
    for (unsigned i = 0; i < n; ++i)
      require(mine.result[first + i].read() == 1, "each finished task has run");
  }
  void run(unsigned task) {
    awaited_here& a = tasks[task].get();
    a.result[task].set(1);
    a.count.finished_elsewhere(waiting);
  }
};

waiting_thread& thread_in(world& w, bool sleepers_pay) {
  auto& d = w.make<waiting_thread>("home");
  d.sleepers_pay = sleepers_pay;
  w.at_end([&d] { require(d.sleepers.load() == 0, "the count of sleepers is right"); });
  return d;
}

void one_task(world& w, bool sleepers_pay) {
  auto& d = thread_in(w, sleepers_pay);
  w.thread("home", [&d] { d.wait(0, 1); });
  w.thread("other", [&d] { d.run(0); });
}
void one_task_with_fences(world& w) {
  one_task(w, false);
}
void one_task_and_pays(world& w) {
  one_task(w, true);
}
// A ring for the first wait may come late. The second wait must neither miss its own ring nor
// inherit the mark of the first wait.
void two_waits(world& w) {
  auto& d = thread_in(w, true);
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
  auto& d = thread_in(w, true);
  w.thread("home", [&d] { d.wait(0, 2); });
  for (const unsigned task : {0, 1})
    w.thread("other " + std::to_string(task), [&d, task] { d.run(task); });
}
// A stolen task spawns a task for the same join on the thread that runs it; a third thread takes
// the spawned task.
void spawned_there(world& w) {
  auto& d = thread_in(w, true);
  w.thread("home", [&d] {
    awaited_here mine(0);
    mine.count.spawned_here();
    d.tasks[0].give(mine);
    d.wait_for(mine);
    for (auto& r : mine.result) require(r.read() == 1, "each spawned task has run");
  });
  w.thread("other", [&d] {
    awaited_here& a = d.tasks[0].get();
    a.count.spawned_elsewhere();
    d.tasks[1].give(a);
    a.result[0].set(1);
    a.count.finished_elsewhere(d.waiting);
  });
  w.thread("third", [&d] { d.run(1); });
}
// The waiting thread has kept one task for itself, and runs it while the other task runs elsewhere.
void some_here(world& w) {
  auto& d = thread_in(w, true);
  w.thread("home", [&d] {
    awaited_here mine(1);
    mine.count.spawned_here();
    d.tasks[0].give(mine);
    mine.result[1].set(1);
    mine.count.finished_here();
    d.wait_for(mine);
    require(mine.result[0].read() == 1, "each finished task has run");
  });
  w.thread("other", [&d] { d.run(0); });
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
  };
  return checks;
}

}  // namespace arcas::sim
