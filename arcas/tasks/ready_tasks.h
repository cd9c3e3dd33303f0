// SPDX-License-Identifier: Apache-2.0
// Tasks that become ready when a task ends: which of them does the thread run next, and which ones
// may other threads take? Private to tasks/.
#pragma once

#include <arcas/tasks/task_context.h>

#include <utility>

namespace arcas::inline v0::detail {

// False: there is no memory for the push.
inline bool try_push(task_context& by, task& t, task_ancestry ancestry) noexcept {
  try {
    by.push(t, ancestry);
  } catch (...) {
    return false;
  }
  return true;
}
// If there is no memory for the push, runs t at once.
inline void push_or_run(task_context& by, task& t, task_ancestry ancestry) noexcept {
  if (!try_push(by, t, ancestry)) t.run(t, by);
}

// The tasks of one join that a thread has made ready. It runs the last of them itself, and pushes
// the others. Those for which a push has no memory stay here until the thread has no other: if it
// ran each at once, the depth of its stack would be that of the graph.
class ready_tasks {
 public:
  ready_tasks(task_context& by, task_ancestry ancestry) noexcept : by_(by), ancestry_(ancestry) {}
  void add(task& t) noexcept {
    task* const before = std::exchange(next_, &t);
    if (!before || try_push(by_, *before, ancestry_)) return;
    before->next = refused_;
    refused_ = before;
  }
  // of: the join of the tasks; it may be gone if no task is left. Then the function returns null.
  task* take(task_join& of) noexcept {
    if (next_) return std::exchange(next_, nullptr);
    task* const t = refused_;
    if (t) {
      refused_ = t->next;
      t->of = &of;
    }
    return t;
  }

 private:
  task_context& by_;
  const task_ancestry ancestry_;
  task* next_ = nullptr;
  task* refused_ = nullptr;
};

}  // namespace arcas::inline v0::detail
