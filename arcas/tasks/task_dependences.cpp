// SPDX-License-Identifier: Apache-2.0
// Tasks of a group that wait for earlier tasks of the group.
#include <arcas/tasks/dependences.h>
#include <arcas/tasks/task_group.h>

#include <stdexcept>

namespace arcas::inline v0::detail {

class task_dependences : public dependent_tasks {};

void spawn_dependent(task_dependences*& of, awaited_tasks& group, dependent_task& t,
                     const data_use* uses, std::size_t count) {
  if (!of) of = new task_dependences;
  t.node = &of->make(&t, uses, count);
  group.count().spawned_here();
  if (t.node->entered()) group.home().push_or_run(t, group.ancestry());
}

void run_dependent(task& first, task_context& by) noexcept {
  auto& group = static_cast<awaited_tasks&>(*first.of);
  const task_ancestry ancestry = group.ancestry();
  auto* t = static_cast<dependent_task*>(&first);
  while (t) {
    dependent_tasks::node& ended = *t->node;
    t->call(*t, by);
    dependent_task* next = nullptr;
    ended.end([&](dependent_tasks::node& later) {
      if (!later.predecessor_ended()) return;
      auto* const ready = static_cast<dependent_task*>(later.task());
      if (next) {
        by.push_or_run(*ready, ancestry);
      } else {
        next = ready;
      }
    });
    dependent_tasks::drop(ended);
    group.finished(by);
    t = next;
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
