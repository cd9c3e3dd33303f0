// SPDX-License-Identifier: Apache-2.0
// task_deque.h: an owner that pushes and pops, thieves that take, ask, and settle what is not
// answered. Each task is taken once, by somebody who sees what its pusher wrote, with its own tag.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/tasks/task_deque.h>

#include <vector>

namespace arcas::sim {
namespace {

struct task {
  shared<int> argument{0};
  shared<int> runs{0};
  std::uint64_t tag = 0;

  void run(std::uint64_t with_tag) {
    require(argument.read() == static_cast<int>(tag) && with_tag == tag,
            "a task comes with what its pusher wrote");
    require(++runs.write() == 1, "no task is taken twice");
  }
};

// Few places in its first buffer, so that it grows soon.
template <std::size_t Places>
struct tasks_in {
  using deque = task_deque<task, explored_atomic, Places>;

  explicit tasks_in(unsigned n, bool thieves_pay) : owned(thieves_pay) {
    for (unsigned i = 0; i < n; ++i) {
      tasks.push_back(std::make_unique<task>());
      tasks[i]->tag = i + 1;
    }
  }
  // Owner only.
  void push() {
    task& t = *tasks[pushed++];
    t.argument.set(static_cast<int>(t.tag));
    owned.push(&t, t.tag);
  }
  bool pop() {
    task* t = owned.pop();
    if (t) t->run(t->tag);
    return t != nullptr;
  }
  void pop_all() {
    while (pop()) {
    }
  }
  // Any thief.
  bool steal() {
    const auto got = owned.steal([](std::uint64_t tag) { return tag != 0; });
    if (got.task) got.task->run(got.tag);
    return got.task != nullptr;
  }
  // Nothing is public: asks for it, and does not wait for the answer.
  void ask_and_settle() {
    const border_word asked = owned.ask(next_ask++);
    if (asked.is_ask() && owned.unanswered(asked)) owned.settle(asked);
  }

  deque owned;
  std::vector<std::unique_ptr<task>> tasks;
  unsigned pushed = 0;
  std::uint64_t next_ask = 0;  // for the one thief that asks
};
using tasks_of_one = tasks_in<2>;

// What is pushed beforehand, the upper half of it public when somebody has asked.
template <std::size_t Places = 2>
tasks_in<Places>& with_tasks(world& w, unsigned n, unsigned pushed, bool thieves_pay, bool asked) {
  auto& t = w.make<tasks_in<Places>>("tasks", n, thieves_pay);
  w.name(t.owned, "deque");
  for (unsigned i = 0; i < pushed; ++i) {
    if (asked && i + 1 == pushed) t.owned.ask(1000);
    t.push();
  }
  w.at_end([&t] {
    for (const auto& one : t.tasks) require(one->runs.read() == 1, "every task is taken");
  });
  return t;
}

void steals(world& w, tasks_of_one& t, const char* name, unsigned times) {
  w.thread(name, [&t, times] {
    for (unsigned i = 0; i < times; ++i) t.steal();
  });
}

// The public part: the last task of all, for which owner and thief race.
void last_task(world& w) {
  auto& t = with_tasks(w, 1, 1, true, true);
  w.thread("owner", [&t] { t.pop_all(); });
  steals(w, t, "thief", 2);
}
void two_public(world& w, bool thieves_pay) {
  auto& t = with_tasks(w, 3, 3, thieves_pay, true);
  w.thread("owner", [&t] { t.pop_all(); });
  steals(w, t, "thief", 2);
}
void public_part(world& w) {
  two_public(w, true);
}
void public_part_with_fences(world& w) {
  two_public(w, false);
}
void two_thieves(world& w) {
  auto& t = with_tasks(w, 2, 2, true, true);
  w.thread("owner", [&t] { t.pop_all(); });
  steals(w, t, "thief 1", 1);
  steals(w, t, "thief 2", 1);
}

// Four threads.
void three_thieves(world& w) {
  auto& t = with_tasks(w, 3, 3, true, true);
  w.thread("owner", [&t] { t.pop_all(); });
  steals(w, t, "thief 1", 1);
  steals(w, t, "thief 2", 1);
  steals(w, t, "thief 3", 1);
}

// A thief asks, and settles its ask itself if it stands.
void asked_and_settled(world& w, bool thieves_pay) {
  auto& t = with_tasks(w, 2, 0, thieves_pay, false);
  w.thread("owner", [&t] {
    t.push();
    t.push();
    t.pop_all();
  });
  w.thread("thief", [&t] {
    t.ask_and_settle();
    t.steal();
  });
}
void ask(world& w) {
  asked_and_settled(w, true);
}
void ask_with_fences(world& w) {
  asked_and_settled(w, false);
}
void two_asks(world& w) {
  auto& t = with_tasks(w, 2, 2, true, false);
  w.thread("owner", [&t] { t.pop_all(); });
  w.thread("thief", [&t] {
    for (int turn = 0; turn < 2; ++turn) {
      t.ask_and_settle();
      t.steal();
    }
  });
}
void ask_and_another_thief(world& w) {
  auto& t = with_tasks(w, 2, 2, true, false);
  w.thread("owner", [&t] { t.pop_all(); });
  w.thread("thief", [&t] {
    t.ask_and_settle();
    t.steal();
  });
  steals(w, t, "other thief", 1);
}

// Two that ask at the same time: one ask must not hide what the other has been given.
void two_askers(world& w) {
  auto& t = with_tasks(w, 2, 2, true, false);
  w.thread("owner", [&t] { t.pop_all(); });
  for (const std::uint64_t number : {0, 1}) {
    w.thread("thief " + std::to_string(number), [&t, number] {
      t.owned.ask(number);
      t.steal();
    });
  }
}
void settled_for_another(world& w) {
  auto& t = with_tasks(w, 1, 0, true, false);
  w.thread("owner", [&t] {
    t.push();
    t.pop_all();
  });
  w.thread("thief", [&t] { t.ask_and_settle(); });
  steals(w, t, "other thief", 1);
}

// The public part is what the owner has shown by its answer, and then takes back from above.
void answered(world& w) {
  auto& t = with_tasks<4>(w, 4, 0, true, false);
  w.thread("owner", [&t] {
    for (int i = 0; i < 4; ++i) t.push();
    t.pop_all();
  });
  w.thread("thief", [&t] {
    t.owned.ask(t.next_ask++);
    t.steal();
  });
}
// All that was public is gone when somebody asks: an answer that did not know would give it again.
void answer_after_thefts(world& w) {
  constexpr unsigned before = 5;
  auto& t = with_tasks<8>(w, before + 1, before, true, true);
  for (int i = 0; i < 2; ++i) t.pop();
  w.thread("owner", [&t] {
    t.push();
    t.pop_all();
  });
  w.thread("thief", [&t] {
    while (t.steal()) {
    }
    t.owned.ask(t.next_ask++);
  });
}

// The first buffer is full while a thief reads it: its owner makes room, or moves to a larger one.
void grows(world& w) {
  auto& t = with_tasks(w, 4, 2, true, true);
  w.thread("owner", [&t] {
    t.push();
    t.push();
    t.pop_all();
  });
  steals(w, t, "thief", 2);
}
// What was taken leaves a place that is written again.
void place_used_again(world& w) {
  auto& t = with_tasks(w, 3, 2, true, true);
  w.thread("owner", [&t] {
    t.push();
    t.pop_all();
  });
  steals(w, t, "thief", 1);
}

// «Nobody sleeps beside a task»: the owner waits for somebody to come to its last task.
struct idle_thief {
  explicit idle_thief(bool pays = true) : sleepers_pay(pays) {}

  bool sleepers_pay;
  tasks_of_one work{2, true};
  sleeper<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};
  explored_atomic<bool> done{false};

  void push() {
    task& t = *work.tasks[work.pushed++];
    t.argument.set(static_cast<int>(t.tag));
    if (work.owned.push(&t, t.tag)) answered();
  }
  void pop() {
    work.owned.pop([this] { answered(); });
  }
  void wait() {
    // acquire: pairs with the thief's store.
    while (!done.load(std::memory_order_acquire)) machine<explored_atomic>::pause();
  }
  // As crew::wake_for().
  void answered() {
    order_notice_before_sleepers<explored_atomic>(sleepers_pay);
    // relaxed: a hint, ordered by the fence, as in pool::wake().
    if (sleepers.load(std::memory_order_relaxed) != 0 && bed.sleeps() && bed.awaken(sleepers))
      bed.ring();
  }
  void settle(border_word asked) {
    if (work.owned.settle(asked)) answered();
  }
  // As one who finds nothing and falls asleep; awake again, it would begin once more.
  void ask_and_sleep() {
    if (work.owned.ask(work.next_ask++).is_ask())
      bed.sleep(
          sleepers, [&] { return is_news(); }, sleepers_pay);
  }
  // As crew::is_news_for().
  bool is_news() {
    if (!sleepers_pay) machine<explored_atomic>::heavy_fence();
    return !work.owned.is_asked() || work.owned.has_tasks();
  }
  void steal_one() {
    while (!work.steal()) {
      const border_word asked = work.owned.ask(work.next_ask++);
      if (!asked.is_ask()) continue;
      if (work.owned.has_tasks()) {
        settle(asked);
      } else {
        bed.sleep(
            sleepers, [&] { return !work.owned.unanswered(asked) || work.owned.has_tasks(); },
            true);
      }
    }
    is_done();
  }
  void is_done() {
    done.store(true, std::memory_order_release);  // release: pairs with the owner's look
  }
};
void pushes_one(world& w, idle_thief& t) {
  w.thread("owner", [&t] {
    t.push();
    t.wait();
  });
}
void falls_asleep(world& w, idle_thief& t) {
  w.thread("thief", [&t] {
    t.ask_and_sleep();
    t.is_done();
  });
}
void sleeps_beside(world& w) {
  auto& t = w.make<idle_thief>("idle");
  pushes_one(w, t);
  w.thread("thief", [&t] { t.steal_one(); });
}
// So many sleep at once that they pay no fence for loops (workers/sleep.h).
void sleeps_among_many(world& w) {
  auto& t = w.make<idle_thief>("idle", false);
  pushes_one(w, t);
  falls_asleep(w, t);
}
// A pop takes away the ask by which the next push would tell the sleeper.
void sleeps_after_pop(world& w) {
  auto& t = w.make<idle_thief>("idle");
  w.thread("owner", [&t] {
    t.push();
    t.pop();
    t.push();
    t.wait();
  });
  falls_asleep(w, t);
}
// The same of a public task, which somebody else takes while it is popped.
void sleeps_after_theft(world& w) {
  auto& t = w.make<idle_thief>("idle");
  t.work.owned.ask(1'000);
  t.push();
  w.thread("owner", [&t] {
    t.pop();
    t.push();
    t.wait();
  });
  w.thread("thief", [&t] {
    t.work.owned.steal([](std::uint64_t) { return true; });
    t.ask_and_sleep();
    t.is_done();
  });
}
// Somebody settles the ask at which another sleeps, and may not take what that has shown.
void sleeps_while_settled(world& w) {
  auto& t = w.make<idle_thief>("idle");
  pushes_one(w, t);
  falls_asleep(w, t);
  w.thread("settler", [&t] {
    const border_word asked = t.work.owned.ask(1'000);
    if (asked.is_ask()) t.settle(asked);
  });
}

}  // namespace

std::span<const check> deque_checks() {
  static const check checks[] = {
      {"deque_last_task", last_task},
      {"deque_public_part", public_part},
      {"deque_public_part_with_fences", public_part_with_fences},
      {"deque_two_thieves", two_thieves},
      {"deque_three_thieves", three_thieves},
      {"deque_ask", ask},
      {"deque_ask_with_fences", ask_with_fences},
      {"deque_two_asks", two_asks},
      {"deque_ask_and_another_thief", ask_and_another_thief},
      {"deque_two_askers", two_askers},
      {"deque_settled_for_another", settled_for_another},
      {"deque_answered", answered},
      {"deque_answer_after_thefts", answer_after_thefts},
      {"deque_grows", grows},
      {"deque_place_used_again", place_used_again},
      {"deque_sleeps_beside", sleeps_beside},
      {"deque_sleeps_among_many", sleeps_among_many},
      {"deque_sleeps_after_pop", sleeps_after_pop},
      {"deque_sleeps_after_theft", sleeps_after_theft},
      {"deque_sleeps_while_settled", sleeps_while_settled},
  };
  return checks;
}

}  // namespace arcas::sim
