// SPDX-License-Identifier: Apache-2.0
// The running task of a scheduler, and the operations in which the other tasks wait.
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/tasks/task.h>

#include <unordered_set>

namespace arcas::inline v0::cluster::detail {
namespace {

const char* name_of_task(const task& t) {
  // relaxed: this thread has written it.
  return t.name->load(std::memory_order_relaxed);
}

}  // namespace

const char* scheduler::current_name() const {
  return name_of_task(*current_);
}

stack_memory scheduler::current_stack() const {
  return current_->stack;
}

std::optional<running_task> scheduler::running() const {
  if (current()) return running_task{current_name()};
  if (!interrupted_) return std::nullopt;
  return running_task{name_of_task(*interrupted_)};
}

std::vector<waiting_task> scheduler::waiting() const {
  std::unordered_set<const task*> woken;
  for (std::size_t i = 0; i < ready_count_; ++i) {
    woken.insert(ready_[(ready_head_ + i) & (ready_.size() - 1)]);
  }
  std::vector<waiting_task> result;
  for (const auto& t : books_->tasks) {
    if (!t->busy || !t->operation || woken.contains(t.get())) continue;
    result.push_back({t->operation, t->target, t->object, t->since, name_of_task(*t)});
  }
  return result;
}

}  // namespace arcas::inline v0::cluster::detail
