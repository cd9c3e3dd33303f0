// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_scheduler.h>

#include <arcas/base/asymmetric_fence.h>
#include <arcas/runtime/runtime.h>
#include <arcas/tasks/task_context.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/self.h>

#include <pthread.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace arcas::detail {
namespace {

// While an idle worker looks for a task and runs it.
class idle_turn {
 public:
  explicit idle_turn(task_context& c) : me_(self::current()) {
    task_context::make_current(&c);
    me_.roams = true;
  }
  ~idle_turn() {
    me_.roams = false;
    task_context::make_current(nullptr);
  }
  idle_turn(const idle_turn&) = delete;

 private:
  self& me_;
};

// The child of a fork has one thread, which is in no scope; that its tasks go to no pool is the
// pool's to say (pool.cpp).
const int scopes_forgotten_in_children =
    pthread_atfork(nullptr, nullptr, [] { task_scope::forget_all(); });

}  // namespace

task_scheduler& task_scheduler::of(pool& p) {
  return static_cast<task_scheduler&>(p.background().made_by(
      [](pool& owner) -> std::unique_ptr<background_source> {
        return std::make_unique<task_scheduler>(owner);
      },
      p));
}

task_scheduler::task_scheduler(pool& p)
    : pool_(p),
      slots_(std::max(p.tree().size(),
                      std::min(task_ancestry::contexts, p.tree().size() + most_guests))),
      sleepers_(p, slots_, asymmetric_fence::available(),
                asymmetric_fence::available() && p.tree().size() <= most_paying_sleepers) {
  for (unsigned i = 0; i < p.tree().size(); ++i) {
    contexts_.push_back(std::make_unique<task_context>(*this, i, asymmetric_fence::available()));
    slots_.made().add(contexts_[i]->slot());
  }
  contexts_.resize(slots_.made().most());
}

task_scheduler::~task_scheduler() = default;

task_scheduler& scheduler_of(runtime* asked) {
  return task_scheduler::of((asked ? *asked : runtime::current()).workers_pool());
}

task_context& task_scheduler::acquire_context() {
  const self& me = self::current();
  task_context& own =
      me.owner == &pool_ && me.worker != 0 ? *contexts_[me.worker] : acquire_guest_context();
  list(own);
  return own;
}

task_context& task_scheduler::acquire_guest_context() {
  static thread_local unsigned last = 0;
  const unsigned workers = pool_.tree().size();
  const unsigned guests = slots_.made().size() - workers;
  for (unsigned tries = 0; tries < guests; ++tries) {
    const unsigned guest = (last + tries) % guests;
    if (!slots_.made()[workers + guest].ownership.try_acquire()) continue;
    last = guest;
    return *contexts_[workers + guest];
  }
  return make_guest_context();
}

task_context& task_scheduler::make_guest_context() {
  const std::lock_guard lock(making_);
  const unsigned number = slots_.made().size();
  if (number == slots_.made().most()) {
    throw std::length_error("more than " + std::to_string(number - pool_.tree().size()) +
                            " threads spawn tasks on one runtime at once: let fewer do so");
  }
  contexts_[number] = std::make_unique<task_context>(*this, number, asymmetric_fence::available());
  contexts_[number]->slot().ownership.try_acquire();
  slots_.made().add(contexts_[number]->slot());
  return *contexts_[number];
}

void task_scheduler::list(task_context& c) {
  if (slots_.is_listed(c.slot())) return;
  const std::lock_guard lock(making_);
  if (!slots_.is_listed(c.slot())) slots_.list(c.slot());
}

bool task_scheduler::look(worker_id w) {
  if (slots_.listed().size() == 0) return false;
  const idle_turn turn(*contexts_[w]);
  return contexts_[w]->run_one();
}

bool task_scheduler::is_news(worker_id w) {
  return contexts_[w]->is_news();
}

}  // namespace arcas::detail
