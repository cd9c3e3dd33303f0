// SPDX-License-Identifier: Apache-2.0
// Tasks of a group that wait for earlier tasks of the group.
#include <arcas/base/race_detector.h>
#include <arcas/tasks/dependences.h>
#include <arcas/tasks/ready_tasks.h>
#include <arcas/tasks/task_graph.h>

#include <stdexcept>
#include <utility>

namespace arcas::inline v0::detail {

namespace {

// If a thread creates tasks faster than they run, it runs tasks itself as soon as this number for
// each worker is unfinished, until a quarter has ended. So the tasks stay in the caches. It does
// not wait for tasks of other threads: a creator that gave its processor up 64 times took 1.4 times
// as long for a random graph, and a limit of 64 took twice as long
// (docs/experiments/2026-11-30-task-graphs.md).
constexpr std::uint64_t most_ahead = 256;
// Number of tasks after which the creator looks at the number of unfinished tasks, which other
// threads change.
constexpr unsigned look_after = 32;

}  // namespace

class task_dependences : public dependent_tasks {
 public:
  explicit task_dependences(awaited_tasks& group)
      : group_(group), most_(most_ahead * group.home().workers()) {}

  void hold_back() noexcept {
    if (++since_look_ < look_after || runs_tasks_) return;
    since_look_ = 0;
    if (group_.count().unfinished() <= most_) return;
    runs_tasks_ = true;
    const bool was_awaited = std::exchange(group_.is_awaited, true);
    task_context& here = group_.home();
    while (group_.count().unfinished() > most_ / 4 * 3) {
      task* const t = here.pop();
      if (!t) break;
      if (t->of != &group_) {
        push_or_run(here, *t, t->of->ancestry());
        break;
      }
      t->run(*t, here);
    }
    group_.is_awaited = was_awaited;
    runs_tasks_ = false;
  }

 private:
  awaited_tasks& group_;
  const std::uint64_t most_;
  unsigned since_look_ = 0;
  bool runs_tasks_ = false;  // its tasks may create tasks
};

void spawn_dependent(task_dependences*& of, awaited_tasks& group, dependent_task& t,
                     const data_use* uses, std::size_t count) {
  if (!of) of = new task_dependences(group);
  t.node = &of->make(&t, uses, count);
  race_detector::tell_made(t.node);  // before entered(), after which another thread may free it
  group.count().spawned_here();
  if (t.node->entered()) push_or_run(group.home(), t, group.ancestry());
  of->hold_back();
}

void run_dependent(task& first, task_context& by) noexcept {
  auto& group = static_cast<awaited_tasks&>(*first.of);
  ready_tasks ready(by, group.ancestry());
  auto* t = static_cast<dependent_task*>(&first);
  while (t) {
    dependent_tasks::node& ended = *t->node;
    t->call(*t, by);
    ended.end([&](dependent_tasks::node& later) {
      if (later.predecessor_ended()) ready.add(*static_cast<dependent_task*>(later.task()));
    });
    race_detector::see_made(&ended);
    dependent_tasks::drop(ended);
    group.finished(&by);
    t = static_cast<dependent_task*>(ready.take(group));
  }
}

void end_dependences(task_dependences*& of) noexcept {
  delete of;
  of = nullptr;
}

void refuse_foreign_dependences() {
  throw std::logic_error(
      "task_group::run() with dependences was called by a thread that did not make the group; only "
      "the thread that made it may spawn such tasks");
}

}  // namespace arcas::inline v0::detail
