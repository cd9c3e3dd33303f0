// SPDX-License-Identifier: Apache-2.0
// Which task runs next? Each task has a stack of its own, and runs until it yields, suspends or
// ends. All tasks of a scheduler run on the thread that calls run(). Ready tasks run in the order
// in which they became ready. A new task begins only when none is ready, so that few stacks keep
// the thread busy. There is one exception: every sixteenth call of run() (`runs_a_beginning`)
// begins a new task, so that ready tasks cannot keep new ones from beginning. The newest new task
// begins first.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/tasks/job.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The stacks of tasks, in mapped memory. Below each stack is a guard without access: a task that
// needs a larger stack ends the program with an error message (diagnosis/last_words.h), not with
// wrong results. The guard is wide because a function may touch the far end of a large frame first.

struct stack_memory {
  std::byte* low = nullptr;  // first usable byte; the guard ends here
  std::size_t bytes = 0;
};

class stack_pool {
 public:
  // The stacks have `stack_bytes` bytes, rounded up to pages.
  explicit stack_pool(std::size_t stack_bytes);
  ~stack_pool();
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;

  // A stack that lives as long as the pool. If the system has no memory for it, `low` is null.
  stack_memory take();
  std::size_t stack_bytes() const { return stack_bytes_; }
  // Bytes of the guard below each stack. May be called in a signal handler.
  std::size_t guard_bytes() const { return stride_ - stack_bytes_; }

 private:
  std::size_t stack_bytes_;
  std::size_t stride_;  // bytes of a guard and the stack above it
  std::vector<std::byte*> slabs_;
  std::size_t taken_of_last_;
};

struct task;
struct running_word;
struct shown_tasks;
class rank_trace;
struct exceptions_in_flight;

struct scheduler_options {
  // Bytes of a stack: address space; memory is taken when it is touched.
  std::size_t stack_bytes = 256 * 1024;
  // Maximum numbers of tasks that have begun and not ended. More than `tasks` are allowed only if
  // nothing else can make progress, more than `most_tasks` never.
  std::size_t tasks = 1024;
  std::size_t most_tasks = 16 * 1024;
  // Maximum number of runners among these tasks. A runner continues a loop whose other tasks wait.
  // The number may be exceeded in the same case as `tasks`.
  std::size_t runners = 1024;
  // Bytes of the calls that a task may defer; 0: none.
  std::size_t deferred_bytes = 1024;

  // The options of one scheduler if `schedulers` of them share the maximum number of stacks of a
  // process.
  scheduler_options shared_by(std::size_t schedulers) const;
};

struct scheduler_counts {
  std::uint64_t spawned = 0;
  std::uint64_t ended = 0;
  std::uint64_t switches = 0;
  std::uint64_t most_begun = 0;  // maximum number of tasks that had begun and not ended
};

// Unwinds a task when the job is over; thrown by the operation in which the task waits.
struct task_cancelled {};

// A suspended task and the operation in which it waits.
struct waiting_task {
  const char* operation;
  const char* target;  // the kind of `object`; may be empty
  std::uint64_t object;
  std::uint64_t since;  // in the time of tell_time()
  const char* name;     // name_of() of its function; null if unknown
};

// The running task or, between tasks, the task that ran last if it is still ready.
struct running_task {
  const char* name;  // as in waiting_task
};

// Runs the calls between two addresses; throws nothing.
using run_deferred = void (*)(std::byte* first, std::byte* last) noexcept;

// The calls that a task has deferred: short calls whose data has been prefetched. Calls in a row
// wait for memory at the same time; single calls would wait one after the other. The calls are
// stored side by side, all of one kind, until the scheduler runs them: before the task waits, ends,
// or does anything that must come after them.
class deferred_calls {
 public:
  explicit deferred_calls(std::size_t most_bytes) : room_(most_bytes) {}

  bool any() const { return kind_ != nullptr; }
  // Room for one more call, behind others of its kind; null if the kind differs or the room is
  // full.
  std::byte* append(run_deferred kind, std::size_t bytes) {
    if (kind != kind_ || bytes > left_) return nullptr;
    left_ -= bytes;
    return std::exchange(end_, end_ + bytes);
  }
  // Room for the first call of a kind, if there are no calls; null if a single call does not fit.
  std::byte* begin(run_deferred kind, std::size_t bytes) {
    if (bytes > room_.size()) return nullptr;
    kind_ = kind;
    left_ = room_.size() - bytes;
    end_ = room_.data() + bytes;
    return room_.data();
  }
  void drop() { kind_ = nullptr; }
  // Runs the calls in order. No call may be added meanwhile.
  void run() { std::exchange(kind_, nullptr)(room_.data(), end_); }

 private:
  std::vector<std::byte> room_;
  std::byte* end_ = nullptr;  // end of the calls
  std::size_t left_ = 0;
  run_deferred kind_ = nullptr;  // null: there are no calls
};

// A runner continues a loop whose other tasks wait. It begins only when no other task may begin.
enum class task_kind : bool { any, runner };

class scheduler {
 public:
  explicit scheduler(const scheduler_options& options);
  // Unwinds all tasks that have not ended.
  ~scheduler();
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;

  // Called by any code on this thread. Inside the new task, mark() returns `mark`. If `name` is not
  // null, the task has this name in place of the job's.
  void spawn(job what, std::uint64_t mark, const char* name = nullptr,
             task_kind kind = task_kind::any);
  // Makes a suspended task ready.
  void wake(task* t);

  // Called by a task only. yield() lets other tasks run; suspend() waits for wake().
  void yield();
  void suspend(const char* operation, const char* target = "", std::uint64_t object = 0);
  // Lets ready tasks run during a long computation, and messages be processed: at once if no other
  // task is ready, otherwise about every 100 us. Begins no new task, except after thousands of
  // polls with other tasks ready.
  void poll();
  // Whether the running task is being unwound; it cannot wait any more.
  bool cancelled() const { return cancelled_; }
  // The running task, or null between tasks.
  task* current() const;
  // The name of the running task (name_of), or null. May be called in a signal handler.
  const char* current_name() const;
  // The stack of the running task; between tasks the stack of the thread, with low == null. May be
  // called in a signal handler.
  stack_memory current_stack() const;
  // Called before the first task runs. From then on the running task is also stored in `shown`.
  void show_in(shown_tasks& shown);
  // Whether a task's own code runs, and not a function between tasks.
  bool in_task() const { return current_ != outside_ && between_tasks_ == 0; }
  // Whether all tasks have been cancelled and none runs. Then only destructors of their captures
  // run, which can start nothing and have no task to throw in.
  bool is_over() const { return cancelled_ && !in_task(); }
  // Between tasks, throws the exception that suspend() would throw. Does nothing in a task, even if
  // the task is being unwound.
  void refuse_between_tasks() const;
  // The current task, which is going to suspend and be woken later. If the task cannot wait, this
  // function throws the exception of suspend(), before the caller has stored the task anywhere.
  task* about_to_wait() const {
    require_task();
    return current_;
  }
  std::uint64_t mark() const;
  void set_mark(std::uint64_t mark);

  // Called outside of tasks: runs tasks for a number of switches, or until none can continue. Up to
  // `beyond` tasks may begin although options.tasks is reached. Returns whether a task has run.
  bool run(std::size_t beyond = 0);
  bool any_ready() const { return ready_count_ != 0; }
  // Number of ready tasks, without the one that running() returns.
  std::size_t ready() const { return ready_count_ - (interrupted_ ? 1 : 0); }
  std::size_t queued() const;
  std::size_t begun() const { return begun_; }
  // Whether tasks are queued and none may begin before another ends: options.most_tasks is reached,
  // or the system has no further stack.
  bool exhausted() const { return queued() != 0 && begun_ >= options_.most_tasks; }
  // Whether the system has refused a stack; then options().most_tasks is the number of stacks.
  bool lacks_stacks() const { return lacks_stacks_; }

  std::vector<waiting_task> waiting() const;
  // The current task; between tasks, the task whose poll() or yield() ended the last run().
  std::optional<running_task> running() const;
  // Records tasks from now on; null: records none.
  void set_trace(rank_trace* trace) { trace_ = trace; }
  // Sets the time, which does not advance until the next call of this function.
  void tell_time(std::uint64_t now) { now_ = now; }
  // From leave_task() to back_in_task() the current task cannot wait: its code counts as code
  // between tasks.
  void leave_task() {
    settle();
    ++between_tasks_;
  }
  void back_in_task() { --between_tasks_; }

  // Room of `bytes` bytes for a call that the current task defers. The call runs together with
  // others of its kind before the task waits or ends, and before settle() returns. Null: the call
  // must run now.
  std::byte* defer(run_deferred kind, std::size_t bytes) {
    if (std::byte* const room = deferred_.append(kind, bytes)) [[likely]]
      return room;
    return defer_first(kind, bytes);
  }
  // Called when a task has completed pieces of a loop and continues.
  void pieces_ended() { ++pieces_; }
  // Grows when a task ends; if only runners are queued, also when pieces of loops end.
  std::uint64_t progress() const;
  // Runs the deferred calls of the current task.
  void settle() {
    if (deferred_.any()) run_deferred_calls();
  }

  // Drops the deferred calls: an exception has left the current task and destroyed the objects that
  // the calls may refer to. If the exception has passed a finish(), or a destructor that accesses
  // its own rank, the calls deferred before have run already.
  void forget_deferred() { deferred_.drop(); }

  // Unwinds all tasks by task_cancelled and drops those that have not begun.
  void cancel_all();
  const scheduler_options& options() const { return options_; }
  const scheduler_counts& counts() const { return counts_; }
  const stack_pool& stacks() const { return stacks_; }

 private:
  struct job_queue;
  struct books;
  void widen_ready();
  void push_ready(task* t);
  task* pop_ready();
  task* next();
  void switch_to(task* t);
  task* fresh_task();
  job_queue* queue_to_begin();
  void begin_from(job_queue& queue, task* t);
  void drop_queued();
  void live(task* self);
  static void begin_stack(void* itself);
  void enter();
  // Throws outside of tasks, and in a task that is being unwound.
  void require_task() const {
    if (!in_task() || cancelled_) [[unlikely]]
      refuse_to_wait();
  }
  [[noreturn]] void refuse_to_wait() const;
  std::byte* defer_first(run_deferred kind, std::size_t bytes);
  void run_deferred_calls();

  scheduler_options options_;
  scheduler_counts counts_;
  std::uint64_t pieces_ = 0;
  stack_pool stacks_;
  const arcas::detail::owned<books> books_;
  task* const outside_;  // the caller of run()
  task* current_;
  const task* interrupted_ = nullptr;  // ready task whose poll() or yield() ended the last run()
  running_word* running_;
  exceptions_in_flight* exceptions_ = nullptr;  // of the thread that called run()
  std::vector<task*> parked_;                   // tasks without a job, for their stacks
  std::vector<task*> ready_;                    // a ring; its size is a power of two
  std::size_t ready_head_ = 0;
  std::size_t ready_count_ = 0;
  deferred_calls deferred_;  // of the current task
  rank_trace* trace_ = nullptr;
  std::size_t begun_ = 0;
  std::size_t may_begin_ = 0;
  std::size_t runners_ = 0;  // number of begun runners
  std::size_t may_run_ = 0;
  std::uint64_t now_ = 0;
  unsigned switches_left_ = 0;
  unsigned runs_ = 0;
  unsigned polls_ = 0;            // polls that ended a run while other tasks were ready
  std::uint64_t entered_at_ = 0;  // when run() began, in cycles
  unsigned between_tasks_ = 0;
  bool polled_last_ = false;  // whether the last run ended in poll()
  bool lacks_stacks_ = false;
  bool ending_ = false;
  bool cancelled_ = false;  // whether all tasks are being unwound
  shown_tasks* shown_ = nullptr;
};

}  // namespace arcas::inline v0::cluster::detail
