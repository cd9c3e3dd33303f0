// SPDX-License-Identifier: Apache-2.0
// task_deque.h: an owner that pushes and pops; thieves that take, leave requests, and settle
// unanswered ones. Each task is taken once and with its own tag, by a thread that sees the writes
// of the task's pusher.
#include "checks.h"

#include <sim/explore/explore.h>

#include <arcas/tasks/task_deque.h>

#include <vector>

namespace arcas::sim {

using namespace detail;
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

// The deque's first buffer has few places, so that the deque grows soon.
template <std::size_t Places>
struct tasks_in {
  using deque = task_deque<task, explored_atomic, Places>;

  explicit tasks_in(unsigned n, bool thieves_pay) : owned(thieves_pay) {
    for (unsigned i = 0; i < n; ++i) {
      tasks.push_back(std::make_unique<task>());
      tasks[i]->tag = i + 1;
    }
  }
  // Called by the owner.
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
  // Called by any thief.
  bool steal() {
    const auto got = owned.steal([](std::uint64_t tag) { return tag != 0; });
    if (got.task) got.task->run(got.tag);
    return got.task != nullptr;
  }
  // Called if no task is public. Leaves a request, and settles it at once if it is unanswered.
  void request_and_settle() {
    const border_word request = owned.request(next_request++);
    if (request.is_request() && owned.unanswered(request)) owned.settle(request);
  }

  deque owned;
  std::vector<std::unique_ptr<task>> tasks;
  unsigned pushed = 0;
  std::uint64_t next_request = 0;  // for the single thief that makes requests
};
using tasks_of_one = tasks_in<2>;

// The first `pushed` of n tasks are pushed before the threads begin. With `requested` the last of
// these pushes answers a request, so that some tasks are public.
template <std::size_t Places = 2>
tasks_in<Places>& with_tasks(world& w, unsigned n, unsigned pushed, bool thieves_pay,
                             bool requested) {
  auto& t = w.make<tasks_in<Places>>("tasks", n, thieves_pay);
  w.name(t.owned, "deque");
  for (unsigned i = 0; i < pushed; ++i) {
    if (requested && i + 1 == pushed) t.owned.request(1000);
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

// The public part: owner and thief compete for the last task.
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

void three_thieves(world& w) {
  auto& t = with_tasks(w, 3, 3, true, true);
  w.thread("owner", [&t] { t.pop_all(); });
  steals(w, t, "thief 1", 1);
  steals(w, t, "thief 2", 1);
  steals(w, t, "thief 3", 1);
}

// A thief leaves a request, and settles it itself if it is still there.
void requested_and_settled(world& w, bool thieves_pay) {
  auto& t = with_tasks(w, 2, 0, thieves_pay, false);
  w.thread("owner", [&t] {
    t.push();
    t.push();
    t.pop_all();
  });
  w.thread("thief", [&t] {
    t.request_and_settle();
    t.steal();
  });
}
void request(world& w) {
  requested_and_settled(w, true);
}
void request_with_fences(world& w) {
  requested_and_settled(w, false);
}
void two_requests(world& w) {
  auto& t = with_tasks(w, 2, 2, true, false);
  w.thread("owner", [&t] { t.pop_all(); });
  w.thread("thief", [&t] {
    for (int turn = 0; turn < 2; ++turn) {
      t.request_and_settle();
      t.steal();
    }
  });
}
void request_and_another_thief(world& w) {
  auto& t = with_tasks(w, 2, 2, true, false);
  w.thread("owner", [&t] { t.pop_all(); });
  w.thread("thief", [&t] {
    t.request_and_settle();
    t.steal();
  });
  steals(w, t, "other thief", 1);
}

// Two thieves make requests at the same time: one request must not hide the answer to the other.
void two_requesters(world& w) {
  auto& t = with_tasks(w, 2, 2, true, false);
  w.thread("owner", [&t] { t.pop_all(); });
  for (const std::uint64_t number : {0, 1}) {
    w.thread("thief " + std::to_string(number), [&t, number] {
      t.owned.request(number);
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
  w.thread("thief", [&t] { t.request_and_settle(); });
  steals(w, t, "other thief", 1);
}

// The public part consists of tasks that the owner has published by its answer, and that it pops
// while the thief steals.
void answered(world& w) {
  auto& t = with_tasks<4>(w, 4, 0, true, false);
  w.thread("owner", [&t] {
    for (int i = 0; i < 4; ++i) t.push();
    t.pop_all();
  });
  w.thread("thief", [&t] {
    t.owned.request(t.next_request++);
    t.steal();
  });
}
// The owner publishes what it pushes, while a thief takes all, leaves a request, and settles it.
void published(world& w, bool thieves_pay) {
  auto& t = with_tasks<4>(w, 3, 1, thieves_pay, true);
  w.thread("owner", [&t] {
    t.push();
    t.owned.publish();
    t.push();
    t.owned.publish();
    t.pop_all();
  });
  w.thread("thief", [&t] {
    t.steal();
    t.request_and_settle();
    t.steal();
  });
}
void publishes(world& w) {
  published(w, true);
}
void publishes_with_fences(world& w) {
  published(w, false);
}
// All public tasks are gone when a request comes: an answer that overlooked this would make taken
// tasks public again.
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
    t.owned.request(t.next_request++);
  });
}

// The first buffer is full while a thief reads it. The owner makes room in it, or moves the tasks
// to a larger buffer.
void grows(world& w) {
  auto& t = with_tasks(w, 4, 2, true, true);
  w.thread("owner", [&t] {
    t.push();
    t.push();
    t.pop_all();
  });
  steals(w, t, "thief", 2);
}
// The place of a taken task is written again.
void place_used_again(world& w) {
  auto& t = with_tasks(w, 3, 2, true, true);
  w.thread("owner", [&t] {
    t.push();
    t.pop_all();
  });
  steals(w, t, "thief", 1);
}

}  // namespace

std::span<const check> deque_checks() {
  static const check checks[] = {
      {"deque_last_task", last_task},
      {"deque_public_part", public_part},
      {"deque_public_part_with_fences", public_part_with_fences},
      {"deque_two_thieves", two_thieves},
      {"deque_three_thieves", three_thieves},
      {"deque_request", request},
      {"deque_request_with_fences", request_with_fences},
      {"deque_two_requests", two_requests},
      {"deque_request_and_another_thief", request_and_another_thief},
      {"deque_two_requesters", two_requesters},
      {"deque_settled_for_another", settled_for_another},
      {"deque_answered", answered},
      {"deque_publishes", publishes},
      {"deque_publishes_with_fences", publishes_with_fences},
      {"deque_answer_after_thefts", answer_after_thefts},
      {"deque_grows", grows},
      {"deque_place_used_again", place_used_again},
  };
  return checks;
}

}  // namespace arcas::sim
