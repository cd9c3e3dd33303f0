// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_context.h>

#include <arcas/base/machine.h>
#include <arcas/base/race_detector.h>
#include <arcas/runtime/runtime.h>
#include <arcas/tasks/victim_search.h>
#include <arcas/tasks/wake_up.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/self.h>

#include <pthread.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

template <class Context>
constinit thread_local Context* task_words<Context>::current = nullptr;
template struct task_words<task_context>;

namespace {
constinit thread_local task_scope* latest = nullptr;
}

using slot_type = task_context::slot_type;
using all_slots = slot_table<slot_type>;
using all_sleepers = wake_up<slot_type, pool>;

// A context with its thread's search for tasks of other threads. Every context is of this type.
struct searching_context final : task_context {
  searching_context(task_scheduler& of, unsigned number, const all_slots& slots,
                    all_sleepers& sleepers) noexcept
      : task_context(of, number, asymmetric_fence::available()), search(slot(), slots, sleepers) {}

  victim_search<slot_type, pool> search;
};

static victim_search<slot_type, pool>& search_of(task_context& c) noexcept {
  return static_cast<searching_context&>(c).search;
}

// The threads that spawn and run the tasks of one pool: a context for each worker, and more for
// threads from outside.
class task_scheduler final : public background_source {
 public:
  explicit task_scheduler(pool& p);

  bool look(worker_id w) override;
  bool is_news(worker_id w) override { return contexts_[w]->is_news(); }

  pool& workers() const noexcept { return pool_; }
  const all_slots& slots() const noexcept { return slots_; }
  all_sleepers& sleepers() noexcept { return sleepers_; }

  // A context for the calling thread, which has no context of this scheduler yet. A worker of the
  // pool gets its own context; any other thread gets a guest's.
  task_context& acquire_context();
  // A context for the calling thread whose slot has no tasks, or whose oldest one is of `join`: the
  // oldest task in a slot can hide the others from a thread that may not take it. A guest's
  // context, or, if the calling thread is a worker and does not use its own now, that one.
  task_context& acquire_context_for(task_ancestry join, bool own_is_unused);
  // Makes other threads look for tasks in this context.
  void list(task_context& c);

 private:
  // Maximum number of threads outside the pool that spawn tasks at the same time.
  static constexpr unsigned most_guests = 1'000;

  // join: task_ancestry(): the slot has no tasks.
  task_context& acquire_guest_context(task_ancestry join = {});
  static bool has_only_tasks_of(slot_type& slot, task_ancestry join);
  task_context& make_guest_context();

  pool& pool_;
  all_slots slots_;
  all_sleepers sleepers_;
  // Index: the number of the slot. Guests' contexts are made when they are needed.
  std::vector<std::unique_ptr<searching_context>> contexts_;
  std::mutex making_;
};

namespace {

// A fork handler in pool.cpp also forgets the pool of the thread's tasks.
const int scopes_forgotten_in_children =
    pthread_atfork(nullptr, nullptr, [] { task_scope::forget_all(); });

}  // namespace

task_scheduler::task_scheduler(pool& p)
    : pool_(p),
      slots_(std::max(p.tree().size(),
                      std::min(task_ancestry::contexts, p.tree().size() + most_guests))),
      sleepers_(p, slots_, asymmetric_fence::available(),
                asymmetric_fence::available() && p.tree().size() <= most_paying_sleepers) {
  for (unsigned i = 0; i < p.tree().size(); ++i) {
    contexts_.push_back(std::make_unique<searching_context>(*this, i, slots_, sleepers_));
    slots_.made().add(contexts_[i]->slot());
  }
  contexts_.resize(slots_.made().most());
  race_detector::tell_made();
}

task_scheduler& scheduler_of(runtime* asked) {
  pool& workers = (asked ? *asked : runtime::current()).workers_pool();
  return static_cast<task_scheduler&>(
      workers.make_background([](pool& owner) -> std::unique_ptr<background_source> {
        return std::make_unique<task_scheduler>(owner);
      }));
}

task_context& task_scheduler::acquire_context() {
  const self& me = self::current();
  if (me.owner != &pool_ || me.worker == 0) return acquire_guest_context();
  list(*contexts_[me.worker]);
  return *contexts_[me.worker];
}

task_context& task_scheduler::acquire_context_for(task_ancestry join, bool own_is_unused) {
  const self& me = self::current();
  if (own_is_unused && me.owner == &pool_ && me.worker != 0) {
    task_context& own = *contexts_[me.worker];
    if (has_only_tasks_of(own.slot(), join)) {
      list(own);
      return own;
    }
  }
  return acquire_guest_context(join);
}

bool task_scheduler::has_only_tasks_of(slot_type& slot, task_ancestry join) {
  return !slot.deque.has_tasks() || (join != task_ancestry() && slot.shown() == join);
}

task_context& task_scheduler::acquire_guest_context(task_ancestry join) {
  static thread_local unsigned last = 0;
  const unsigned workers = pool_.tree().size();
  const unsigned guests = slots_.made().size() - workers;
  for (unsigned tries = 0; tries < guests; ++tries) {
    const unsigned guest = (last + tries) % guests;
    slot_type& slot = slots_.made()[workers + guest];
    // A look before the exchange. While another thread owns the slot, its tasks may be others.
    if (!has_only_tasks_of(slot, join) || !slot.ownership.try_acquire()) continue;
    if (!has_only_tasks_of(slot, join)) {
      slot.ownership.release();
      continue;
    }
    last = guest;
    race_detector::see_made(&slot.ownership);
    list(*contexts_[workers + guest]);
    return *contexts_[workers + guest];
  }
  task_context& made = make_guest_context();
  list(made);
  return made;
}

task_context& task_scheduler::make_guest_context() {
  const std::lock_guard lock(making_);
  const unsigned number = slots_.made().size();
  if (number == slots_.made().most()) {
    throw std::length_error(
        "more than " + std::to_string(number - pool_.tree().size()) +
        " threads spawn tasks on one runtime at the same time, or more groups than that have "
        "tasks that no thread has taken; let fewer threads spawn tasks, for fewer groups");
  }
  contexts_[number] = std::make_unique<searching_context>(*this, number, slots_, sleepers_);
  contexts_[number]->slot().ownership.try_acquire();
  slots_.made().add(contexts_[number]->slot());
  race_detector::tell_made();
  return *contexts_[number];
}

void task_scheduler::list(task_context& c) {
  if (slots_.is_listed(c.slot())) return;
  race_detector::see_made();
  const std::lock_guard lock(making_);
  if (!slots_.is_listed(c.slot())) slots_.list(c.slot());
}

bool task_scheduler::look(worker_id w) {
  if (slots_.listed().size() == 0) return false;
  self& me = self::current();
  task_context::make_current(contexts_[w].get());
  me.roams = true;
  const bool found = contexts_[w]->run_one();
  me.roams = false;
  task_context::make_current(nullptr);
  return found;
}

void task_join::finished_elsewhere() noexcept {
  count_.finished_elsewhere(home_.slot().waiting);
}

task_context::task_context(task_scheduler& of, unsigned number, bool thieves_pay) noexcept
    : slot_(number, thieves_pay), ancestry_(number, 0, 0), scheduler_(of) {}

unsigned task_context::workers() const noexcept {
  return scheduler_.workers().tree().size();
}

void task_context::answered() noexcept {
  scheduler_.sleepers().wake_for(slot_);
}

bool task_context::is_searched_for(const task_join& join) const noexcept {
  if (this == &join.home()) return true;
  return slot_.stolen.depth() != 0 && &scheduler_ == &join.home().of() &&
         scheduler_.slots().works_for(slot_, join.ancestry());
}

bool task_context::works_beside(const task_join& join) const noexcept {
  return &scheduler_ == &join.home().of() &&
         scheduler_.slots().works_beside(slot_, join.ancestry());
}

bool task_context::wait_for(task_join& join, task* popped, const task* own) {
  const pool& p = scheduler_.workers();
  patience waiting(p.options().wait, !p.has_room_for(0));
  search_of(*this).restart();
  if (reclaim(join, popped, own)) return true;
  while (!join.over()) {
    if (steal_and_run(join.ancestry())) {
      waiting.reset();
      // The stolen task may have left tasks here that descend from the join.
      if (!join.over() && reclaim(join, pop(), own)) return true;
    } else if (has_tasks_of_others_) {
      give_up_tasks_of_others();
    } else if (waiting.step()) {
      search_of(*this).falls_asleep();
      scheduler_.sleepers().sleep(slot_, join.count(), join.ancestry());
    }
  }
  return false;
}

// Moves the tasks in this context's own deque that the threads that need them do not look for here
// into other slots, if there are any free ones.
void task_context::give_up_tasks_of_others() {
  has_tasks_of_others_ = false;
  std::vector<task*> all;
  while (task* const t = pop()) all.push_back(t);
  for (auto t = all.rbegin(); t != all.rend();) {
    const task_join& join = *(*t)->of;
    const task_ancestry ancestry = join.ancestry();
    if (!is_searched_for(join)) {
      ARCAS_TRY {
        // The join may be over when its last task here has been pushed.
        const task_scope scope(join, true);
        do scope.context().push(**t, ancestry);
        while (++t != all.rend() && (*t)->of == &join);
        continue;
      }
      ARCAS_CATCH_ALL {  // no slot is free, or there is no memory for one
      }
    }
    push(**t++, ancestry);
  }
  publish();
}

// Runs the tasks in this context's own deque that descend from `join`, beginning with `popped`,
// until the join is over. Pushes the other tasks back, and makes them public, since this thread
// does not run them soon. Returns true if it has found `own`; then the caller runs `own`.
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
  for (auto t = aside.rbegin(); t != aside.rend(); ++t) {
    const task_join& of = *(*t)->of;
    has_tasks_of_others_ = has_tasks_of_others_ || !is_searched_for(of);
    push(**t, of.ancestry());
  }
  if (!aside.empty()) publish();
  return found;
}

bool task_context::steal_and_run(task_ancestry ancestor) {
  auto& search = search_of(*this);
  const auto found = search.look_once(ancestor);
  if (!found.task) return false;
  search.timed([&] { run_stolen(*found.task, task_ancestry(found.tag)); });
  return true;
}

bool task_context::run_one() {
  if (!slot_.deque.has_tasks()) return steal_and_run(task_ancestry());
  task* const left = pop();
  if (left) run_stolen(*left, left->of->ancestry());
  return left != nullptr;
}

bool task_context::is_news() {
  search_of(*this).falls_asleep();
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

// The context of s that an earlier scope of this thread uses; null if there is none.
task_context* task_scope::context_below(const task_scheduler& s) noexcept {
  for (const task_scope* scope = latest; scope; scope = scope->below_) {
    if (&scope->context_->of() == &s) return scope->context_;
    if (scope->before_ && &scope->before_->of() == &s) return scope->before_;
  }
  return nullptr;
}

task_scope::task_scope(task_scheduler& s)
    : context_(task_context::current()),
      before_(context_),
      pool_before_(self::current().tasks_of),
      below_(latest) {
  if (!context_ || &context_->of() != &s) {
    task_context* const own = context_below(s);
    use(own ? *own : s.acquire_context());
  }
  begin();
}

task_scope::task_scope(const task_join& join, bool anew)
    : context_(task_context::current()),
      before_(context_),
      pool_before_(self::current().tasks_of),
      below_(latest) {
  task_scheduler& s = join.home().of();
  task_context* const own = context_below(s);
  if (!anew && own && own->is_searched_for(join)) {
    use(*own);
  } else {
    use(s.acquire_context_for(join.ancestry(), !anew && !own));
  }
  begin();
}

void task_scope::use(task_context& c) noexcept {
  context_ = &c;
  task_context::make_current(context_);
  self::current().tasks_of = &c.of().workers();
}

void task_scope::begin() noexcept {
  all_sleepers::enter(context_->slot());
  if (below_) below_->above_ = this;
  latest = this;
}

task_scope::~task_scope() {
  if (below_) below_->above_ = above_;
  if (above_) {
    above_->below_ = below_;
    above_->before_ = before_;
    above_->pool_before_ = pool_before_;
  } else if (latest == this) {  // otherwise the parent process made this scope before a fork
    latest = below_;
    if (context_ != before_) {
      task_context::make_current(before_);
      self::current().tasks_of = pool_before_;
    }
  }
  if (context_ != before_) race_detector::tell_made(&context_->slot().ownership);
  context_->of().sleepers().leave(context_->slot(), context_ == before_);
}

void task_scope::forget_all() noexcept {
  task_context::make_current(nullptr);
  latest = nullptr;
}

}  // namespace arcas::inline v0::detail
