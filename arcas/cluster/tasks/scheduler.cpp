// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/processor.h>
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/tasks/task.h>
#include <arcas/cluster/trace/rank_trace.h>

#include <cxxabi.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// Number of switches until run() returns, so that messages are processed: with short tasks, about
// 10 µs.
constexpr unsigned switches_a_run = 256;
// Number of cycles after which poll() ends a run although other tasks are ready: about 100 µs.
constexpr std::uint64_t cycles_a_run = 250'000;
// Distance in the ring of ready tasks from the first task to the task whose stack is prefetched.
constexpr std::size_t prefetch_distance = 4;
// Bytes that a task reads first when it continues, below and above the address at which its stack
// was left: the frames of the switch, of the waiting function, and of its caller.
constexpr std::size_t hot_below = 3 * cache_line;
constexpr std::size_t hot_above = 6 * cache_line;
// While other tasks are ready, a new task begins only once in this number of calls of run().
constexpr unsigned runs_a_beginning = 16;
constexpr std::size_t first_ring = 64;

[[noreturn]] void refuse_without_stacks(std::size_t bytes) {
  throw std::runtime_error(
      "the system has no memory for the first task's stack of " + std::to_string(bytes) +
      " bytes; set ARCAS_CLUSTER_STACK or ARCAS_CLUSTER_WORKERS lower, or vm.max_map_count higher "
      "(a stack takes two mappings)");
}

}  // namespace

scheduler::scheduler(const scheduler_options& options)
    : options_(options),
      stacks_(options.stack_bytes),
      books_(new books),
      outside_(&books_->outside),
      current_(outside_),
      running_(&books_->running),
      ready_(first_ring),
      deferred_(options.deferred_bytes) {}

scheduler::~scheduler() {
  cancel_all();
  // Parked tasks end too, so that their stacks are left for ever (stack_books.h).
  ending_ = true;
  enter();
  for (auto& t : books_->tasks) {
    switch_to(t.get());
    t->books.close();
  }
}

// Called before tasks run on this thread.
void scheduler::enter() {
  exceptions_ = reinterpret_cast<exceptions_in_flight*>(abi::__cxa_get_globals());
  outside_->books.open_for_thread();
}

[[gnu::noinline]] void scheduler::widen_ready() {
  std::rotate(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(ready_head_),
              ready_.end());
  ready_head_ = 0;
  ready_.resize(2 * ready_.size());
}

inline void scheduler::push_ready(task* t) {
  if (ready_count_ == ready_.size()) [[unlikely]]
    widen_ready();
  ready_[(ready_head_ + ready_count_++) & (ready_.size() - 1)] = t;
}

inline task* scheduler::pop_ready() {
  const std::size_t mask = ready_.size() - 1;
  task* t = ready_[ready_head_ & mask];
  ready_head_ = (ready_head_ + 1) & mask;
  --ready_count_;
  if (ready_count_ > prefetch_distance) {
    const auto* const hot =
        static_cast<const std::byte*>(ready_[(ready_head_ + prefetch_distance) & mask]->hot);
    for (const std::byte* line = hot - hot_below; line < hot + hot_above; line += cache_line) {
      __builtin_prefetch(line);
    }
    __builtin_prefetch(ready_[(ready_head_ + 2 * prefetch_distance) & mask]);
  }
  return t;
}

void scheduler::spawn(job what, std::uint64_t mark, const char* name, task_kind kind) {
  const char* const own = what.name();
  job_queue& queue = kind == task_kind::runner ? books_->queued_runners : books_->queued;
  queue.jobs.push_back({std::move(what), mark, name ? name : own});
  ++counts_.spawned;
}

// Does not access the memory of the task, which may not be in any cache.
void scheduler::wake(task* t) {
  push_ready(t);
}

std::size_t scheduler::queued() const {
  return books_->queued.jobs.size() + books_->queued_runners.jobs.size();
}

std::uint64_t scheduler::progress() const {
  return counts_.ended + (books_->queued.jobs.empty() ? pieces_ : 0);
}

void scheduler::drop_queued() {
  books_->queued.jobs.clear();
  books_->queued_runners.jobs.clear();
}

void scheduler::show_in(shown_tasks& shown) {
  shown_ = &shown;
  shown.outside = outside_;
  running_ = &shown.running;
}

task* scheduler::current() const {
  return current_ == outside_ ? nullptr : current_;
}

std::uint64_t scheduler::mark() const {
  return current_->mark;
}

void scheduler::set_mark(std::uint64_t mark) {
  current_->mark = mark;
}

// The task to run when the current one cannot: a ready task, otherwise a new one, otherwise the
// caller of run().
inline task* scheduler::next() {
  if (switches_left_ == 0 || ending_) return outside_;
  --switches_left_;
  if (ready_count_ != 0) return pop_ready();
  job_queue* const queue = queue_to_begin();
  task* const t = queue ? fresh_task() : nullptr;
  if (!t) return outside_;
  begin_from(*queue, t);
  return t;
}

// The queue whose newest task may begin; null if none may.
scheduler::job_queue* scheduler::queue_to_begin() {
  if (begun_ >= may_begin_) return nullptr;
  if (!books_->queued.jobs.empty()) return &books_->queued;
  job_queue& runners = books_->queued_runners;
  return runners.jobs.empty() || runners_ >= may_run_ ? nullptr : &runners;
}

void scheduler::begin_from(job_queue& queue, task* t) {
  const char* const name = queue.jobs.back().name;
  t->what = std::move(queue.jobs.back().what);
  t->mark = queue.jobs.back().mark;
  // relaxed: read by this thread, or by other processes after this one has ended.
  t->name->store(name, std::memory_order_relaxed);
  t->busy = true;
  t->runner = &queue == &books_->queued_runners;
  queue.jobs.pop_back();
  ++begun_;
  if (t->runner) ++runners_;
  counts_.most_begun = std::max<std::uint64_t>(counts_.most_begun, begun_);
  if (trace_) [[unlikely]]
    trace_->task_begun(t->number, name);
}

// Not inlined, so that all stacks are left at one place of the code (stack_switch_x86_64.h).
[[gnu::noinline]] void scheduler::switch_to(task* t) {
  task* const self = current_;
  self->exceptions = *exceptions_;
  self->hot = __builtin_frame_address(0);
  current_ = t;
  // relaxed: other processes read it after this one has ended.
  running_->task.store(t, std::memory_order_relaxed);
  ++counts_.switches;
  stack_books::leave(&self->books, t->books);
  stack_switch::swap(self->left, t->left);
  stack_books::arrive(self->books);
  *exceptions_ = self->exceptions;
}

// A stack without a job: a new one if all stacks have jobs. Null if the system has no memory for a
// new stack: then no task begins before another ends.
task* scheduler::fresh_task() {
  if (!parked_.empty()) {
    task* t = parked_.back();
    parked_.pop_back();
    return t;
  }
  const stack_memory stack = stacks_.take();
  if (!stack.low) {
    if (books_->tasks.empty()) refuse_without_stacks(stacks_.stack_bytes());
    lacks_stacks_ = true;
    options_.most_tasks = may_begin_ = books_->tasks.size();
    return nullptr;
  }
  books_->tasks.push_back(std::make_unique<task>());
  task* const t = books_->tasks.back().get();
  t->number = static_cast<std::uint32_t>(books_->tasks.size() - 1);
  t->stack = stack;
  t->hot = stack.low + stack.bytes - hot_above;
  t->owner = this;
  if (shown_ && t->number < std::size(shown_->named)) {
    shown_->named[t->number].of = t;
    t->name = &shown_->named[t->number].name;
  }
  t->books.open(t->stack.low, t->stack.bytes);
  t->left.prepare(t->stack.low + t->stack.bytes, t->stack.bytes, &scheduler::begin_stack, t);
  return t;
}

void scheduler::begin_stack(void* itself) {
  task* const t = static_cast<task*>(itself);
  scheduler& owner = *t->owner;
  stack_books::arrive(t->books);
  owner.live(t);
  owner.current_ = owner.outside_;
  stack_books::leave(nullptr, owner.outside_->books);
  stack_switch::swap(t->left, owner.outside_->left);
}

// Runs one job after another on a stack, until the scheduler ends.
void scheduler::live(task* self) {
  *exceptions_ = {};
  while (!ending_) {
    try {
      if (!cancelled_) self->what();
    } catch (const task_cancelled&) {
      // The stack has been unwound.
    }
    settle();
    self->what = {};
    settle();  // destructors of captures may have deferred calls
    self->busy = false;
    if (trace_) [[unlikely]]
      trace_->task_ended(self->number);
    --begun_;
    if (self->runner) --runners_;
    ++counts_.ended;
    parked_.push_back(self);
    task* const t = next();
    // If next() begins a job, it takes the stack that was parked last, which is this one.
    if (t != self) switch_to(t);
  }
}

void scheduler::refuse_to_wait() const {
  refuse_between_tasks();
  throw task_cancelled{};
}

void scheduler::refuse_between_tasks() const {
  if (in_task()) return;
  throw std::logic_error(
      "only a task can wait: a function sent by call() or async() runs between tasks and must not "
      "read, call or finish; send it by spawn_on()");
}

// Returns null if the call must not be deferred and so must run now: between tasks no settle()
// would follow, and the captures of a cancelled job may be destroyed at any time.
std::byte* scheduler::defer_first(run_deferred kind, std::size_t bytes) {
  settle();
  if (!in_task() || cancelled_) return nullptr;
  return deferred_.begin(kind, bytes);
}

[[gnu::noinline]] void scheduler::run_deferred_calls() {
  ++between_tasks_;
  deferred_.run();
  --between_tasks_;
}

void scheduler::poll() {
  settle();
  const bool others = ready_count_ != 0;
  if (others && cycles() - entered_at_ < cycles_a_run) {
    yield();
    return;
  }
  require_task();
  push_ready(current_);
  interrupted_ = current_;
  // If other tasks are ready, `switches_a_run` polls count as one run for runs_a_beginning: tasks
  // that poll for ever must not keep queued tasks from beginning.
  polled_last_ = !others || ++polls_ % switches_a_run != 0;
  switch_to(outside_);
  if (cancelled_) throw task_cancelled{};
}

void scheduler::yield() {
  task* const self = current_;
  require_task();
  settle();
  push_ready(self);
  task* const t = switches_left_ != 0 ? pop_ready() : outside_;
  if (t == self) {
    push_ready(self);
    interrupted_ = self;
    switch_to(outside_);
  } else {
    if (switches_left_ != 0) {
      --switches_left_;
    } else {
      interrupted_ = self;
    }
    switch_to(t);
  }
  if (cancelled_) [[unlikely]]
    throw task_cancelled{};
}

void scheduler::suspend(const char* operation, const char* target, std::uint64_t object) {
  task* const self = current_;
  require_task();
  settle();
  self->operation = operation;
  self->target = target;
  self->object = object;
  self->since = now_;
  const std::uint64_t waits_since =
      trace_ ? trace_->task_waits(self->number, operation, target, object) : 0;
  // The task may have been woken before it suspended, so it may itself be the next one.
  task* const t = next();
  if (t != self) switch_to(t);
  self->operation = nullptr;
  if (trace_) [[unlikely]]
    trace_->task_goes_on(self->number, operation, waits_since);
  if (cancelled_) [[unlikely]]
    throw task_cancelled{};
}

bool scheduler::run(std::size_t beyond) {
  if (ready_count_ == 0 && queued() == 0) return false;
  enter();
  interrupted_ = nullptr;
  const std::uint64_t before = counts_.switches;
  entered_at_ = cycles();
  switches_left_ = switches_a_run;
  may_begin_ = std::max(options_.tasks, beyond == 0 ? 0 : begun_ + beyond);
  may_begin_ = std::min(may_begin_, options_.most_tasks);
  may_run_ = std::max(options_.runners, beyond == 0 ? 0 : runners_ + beyond);
  // Tasks that yield to each other for ever must not keep queued tasks from beginning.
  const bool turn_to_begin = beyond != 0 || (!polled_last_ && ++runs_ % runs_a_beginning == 0);
  job_queue* const queue = turn_to_begin ? queue_to_begin() : nullptr;
  polled_last_ = false;
  if (task* const t = queue ? fresh_task() : nullptr) {
    begin_from(*queue, t);
    push_ready(t);
  }
  task* const t = next();
  if (t != outside_) switch_to(t);
  switches_left_ = 0;
  return counts_.switches != before;
}

void scheduler::cancel_all() {
  enter();
  cancelled_ = true;
  drop_queued();
  switches_left_ = 0;
  ready_count_ = 0;
  interrupted_ = nullptr;
  for (std::size_t i = 0; i < books_->tasks.size(); ++i) {
    task* const t = books_->tasks[i].get();
    // A task that catches task_cancelled is resumed again. Tasks that it spawns are dropped.
    while (t->busy) switch_to(t);
    drop_queued();
    ready_count_ = 0;
  }
}

}  // namespace arcas::inline v0::cluster::detail
