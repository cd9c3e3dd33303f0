// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_context.h>

#include <arcas/tasks/task_scheduler.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/self.h>

#include <vector>

namespace arcas::detail {

void task_join::finished_elsewhere() noexcept {
  count_.finished_elsewhere(home_.slot().waiting);
}

task_context::task_context(task_scheduler& of, unsigned number, bool thieves_pay) noexcept
    : slot_(number, thieves_pay),
      ancestry_(number, 0, 0),
      search_(slot_, of.slots(), of.sleepers()),
      scheduler_(of) {}

void task_context::answered() noexcept {
  scheduler_.sleepers().wake_for(slot_);
}

bool task_context::wait_for(task_join& join, task* popped, const task* own) {
  const pool& p = scheduler_.workers();
  patience waiting(p.options().wait, !p.has_room_for(0));
  search_.restart();
  if (reclaim(join, popped, own)) return true;
  while (!join.over()) {
    if (steal_and_run(join.ancestry())) {
      waiting.reset();
      // What it ran may have left tasks here that descend from the join.
      if (!join.over() && reclaim(join, pop(), own)) return true;
    } else if (waiting.step()) {
      search_.falls_asleep();
      scheduler_.sleepers().sleep(slot_, join.count(), join.ancestry());
    }
  }
  return false;
}

// From this context's own deque, beginning with a task that has been popped. Tasks of other joins
// are put back.
bool task_context::reclaim(task_join& join, task* popped, const task* own) {
  std::vector<task*> aside;
  bool found = false;
  for (task* t = popped; t && !found; t = found || join.over() ? nullptr : pop()) {
    if (t == own) {
      found = true;
    } else if (scheduler_.slots().descends(t->of->ancestry(), join.ancestry())) {
      run(*t);
    } else {
      aside.push_back(t);
    }
  }
  for (auto t = aside.rbegin(); t != aside.rend(); ++t) push(**t, (*t)->of->ancestry());
  return found;
}

bool task_context::steal_and_run(task_ancestry ancestor) {
  const auto found = search_.look_once(ancestor);
  if (!found.task) return false;
  search_.timed([&] { run_stolen(*found.task, task_ancestry(found.tag)); });
  return true;
}

bool task_context::run_one() {
  if (!slot_.deque.has_tasks()) return steal_and_run(task_ancestry());
  task* const left = pop();
  if (left) run_stolen(*left, left->of->ancestry());
  return left != nullptr;
}

bool task_context::is_news() {
  search_.falls_asleep();
  return slot_.deque.has_tasks() || scheduler_.sleepers().is_news_for(slot_, task_ancestry());
}

void task_context::run(task& t) {
  const task_ancestry ancestry = t.of->ancestry();
  if (ancestry.where() == ancestry_.where()) {
    t.run(t, *this);
  } else {
    run_stolen(t, ancestry);
  }
}

void task_context::run_stolen(task& t, task_ancestry ancestry) {
  scheduler_.list(*this);
  ancestry_ = ancestry_.at_depth(scheduler_.sleepers().begin_stolen(slot_, ancestry));
  t.run(t, *this);
  ancestry_ = ancestry_.at_depth(slot_.stolen.end());
}

// This thread's context at s, beneath scopes of other schedulers.
task_context* task_scope::context_below(const task_scheduler& s) noexcept {
  for (const task_scope* scope = latest_; scope; scope = scope->below_) {
    if (&scope->context_->of() == &s) return scope->context_;
    if (scope->before_ && &scope->before_->of() == &s) return scope->before_;
  }
  return nullptr;
}

task_scope::task_scope(task_scheduler& s)
    : context_(task_context::current()), before_(context_), below_(latest_) {
  if (!context_ || &context_->of() != &s) {
    task_context* const own = context_below(s);
    context_ = own ? own : &s.acquire_context();
    task_context::make_current(context_);
    self::current().tasks_of = &s.workers();
  }
  task_context::sleepers_type::enter(context_->slot());
  if (below_) below_->above_ = this;
  latest_ = this;
}

task_scope::~task_scope() {
  if (below_) below_->above_ = above_;
  if (above_) {
    above_->below_ = below_;
    above_->before_ = before_;
  } else if (latest_ == this) {  // else: made before a fork, by the parent
    latest_ = below_;
    if (context_ != before_) {
      task_context::make_current(before_);
      self::current().tasks_of = before_ ? &before_->of().workers() : nullptr;
    }
  }
  context_->of().sleepers().leave(context_->slot(), context_ == before_);
}

void task_scope::forget_all() noexcept {
  task_context::make_current(nullptr);
  latest_ = nullptr;
}

}  // namespace arcas::detail
