// SPDX-License-Identifier: Apache-2.0
// Which task runs next? Tasks have stacks of their own and run until they yield, suspend or end;
// all tasks of a scheduler run on the thread that calls run(). Ready tasks come in the order in
// which they became ready; a new task is started only when none is ready, the newest first, so that
// there are no more stacks than it takes to always have something to do.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/tasks/job.h>
#include <arcas/cluster/tasks/stack_pool.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct task;
struct running_word;
struct shown_tasks;
class rank_trace;
struct exceptions_in_flight;

struct scheduler_options {
  // Of address space; memory is taken as it is touched.
  std::size_t stack_bytes = 256 * 1024;
  // Tasks that are begun and not ended. Beyond `tasks` a new one is begun only when nothing else
  // can go on; beyond `most_tasks` none is.
  std::size_t tasks = 1024;
  std::size_t most_tasks = 16 * 1024;
  // Of these, as with `tasks`, those that go on with a loop whose other tasks wait.
  std::size_t runners = 1024;
  // Of calls that a task may defer; 0: none.
  std::size_t deferred_bytes = 1024;

  // Of each of so many schedulers that share a process, and the stacks that it can have.
  scheduler_options shared_by(std::size_t schedulers) const;
};

struct scheduler_counts {
  std::uint64_t spawned = 0;
  std::uint64_t ended = 0;
  std::uint64_t switches = 0;
  std::uint64_t most_begun = 0;  // at one time
};

// Ends a task from inside, when the job is over: thrown by whatever the task waits in.
struct task_cancelled {};

// What a suspended task waits for.
struct waiting_task {
  const char* operation;
  const char* target;  // what kind of thing `object` is; may be empty
  std::uint64_t object;
  std::uint64_t since;  // as tell_time() said
  const char* name;     // name_of() its function; null where there is none
};

// A task that waits for nothing, and had its turn last.
struct running_task {
  const char* name;  // as in waiting_task
};

// Runs the calls that lie between two places; throws nothing.
using run_deferred = void (*)(std::byte* first, std::byte* last) noexcept;

// What a task defers for a moment: short calls whose data it has asked the cache for. Many in a row
// wait for memory together, where one at a time each would wait alone. Here they lie side by side,
// of one kind at a time, until the scheduler runs them: before the task waits, ends, or does what
// must come after them.
class deferred_calls {
 public:
  explicit deferred_calls(std::size_t most_bytes) : room_(most_bytes) {}

  bool any() const { return kind_ != nullptr; }
  // Room for one more call, behind others of its kind; null where there is none.
  std::byte* append(run_deferred kind, std::size_t bytes) {
    if (kind != kind_ || bytes > left_) return nullptr;
    left_ -= bytes;
    return std::exchange(end_, end_ + bytes);
  }
  // Room for the first of a kind, where there are no calls; null where even one does not fit.
  std::byte* begin(run_deferred kind, std::size_t bytes) {
    if (bytes > room_.size()) return nullptr;
    kind_ = kind;
    left_ = room_.size() - bytes;
    end_ = room_.data() + bytes;
    return room_.data();
  }
  void drop() { kind_ = nullptr; }
  // Runs them in their order; none may be added meanwhile.
  void run() { std::exchange(kind_, nullptr)(room_.data(), end_); }

 private:
  std::vector<std::byte> room_;
  std::byte* end_ = nullptr;  // of the calls
  std::size_t left_ = 0;
  run_deferred kind_ = nullptr;  // null: there are none
};

// A runner goes on with a loop whose other tasks wait, and begins when no other task may.
enum class task_kind : bool { any, runner };

class scheduler {
 public:
  explicit scheduler(const scheduler_options& options);
  // Unwinds the tasks that are left.
  ~scheduler();
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;

  // From anywhere on this thread. `mark` is what mark() answers inside the task; `name` is the
  // task's where the job's says less.
  void spawn(job what, std::uint64_t mark, const char* name = nullptr,
             task_kind kind = task_kind::any);
  // Makes a suspended task ready.
  void wake(task* t);

  // From a task only: let others run; wait for wake().
  void yield();
  void suspend(const char* operation, const char* target = "", std::uint64_t object = 0);
  // Lets ready tasks run in a long computation, and messages be looked at: at once where no other
  // task is ready, else every 100 us or so. Begins nothing new.
  void poll();
  // Whether the task that runs is to end: it can wait for nothing more.
  bool cancelled() const { return cancelled_; }
  // The task that runs, or null between tasks.
  task* current() const;
  // Its name (name_of), or null. May be called in a signal handler.
  const char* current_name() const;
  // Its stack; between tasks, that of the thread: low is null. May be called in a signal handler.
  stack_memory current_stack() const;
  // Before the first task runs: from now on what runs is also shown there.
  void show_in(shown_tasks& shown);
  // Whether it is a task's own code that runs, and no function in between.
  bool in_task() const { return current_ != outside_ && between_tasks_ == 0; }
  // All tasks have been cancelled, and none runs: only destructors of what they had captured. They
  // can begin nothing, and have no task to throw in.
  bool is_over() const { return cancelled_ && !in_task(); }
  // Throws what suspend() would between tasks; nothing in a task that is to end.
  void refuse_between_tasks() const;
  // The current task, to be woken later: it waits next, and where it cannot this throws what
  // suspend() would, before its name is stored anywhere.
  task* about_to_wait() const {
    require_task();
    return current_;
  }
  std::uint64_t mark() const;
  void set_mark(std::uint64_t mark);

  // From outside of tasks: runs tasks for some switches, or until none can go on; so many more than
  // are begun may be begun beyond options.tasks. Whether any ran.
  bool run(std::size_t beyond = 0);
  bool any_ready() const { return ready_count_ != 0; }
  // But for the one that runs.
  std::size_t ready() const { return ready_count_ - (interrupted_ ? 1 : 0); }
  std::size_t queued() const;
  std::size_t begun() const { return begun_; }
  // Whether a task waits to begin that only options.most_tasks holds back, or the system, which has
  // no stack for it.
  bool exhausted() const { return queued() != 0 && begun_ >= options_.most_tasks; }
  // Whether the system has refused a stack, so that options().most_tasks is its bound.
  bool lacks_stacks() const { return lacks_stacks_; }

  std::vector<waiting_task> waiting() const;
  // The current task; between tasks, the one whose poll() or yield() has ended the last run.
  std::optional<running_task> running() const;
  // From now on tasks are recorded; null: none are.
  void set_trace(rank_trace* trace) { trace_ = trace; }
  // What time it is; known only as precisely as it is told.
  void tell_time(std::uint64_t now) { now_ = now; }
  // Between these the current task may not wait: it stands in for a rank between its tasks.
  void leave_task() {
    settle();
    ++between_tasks_;
  }
  void back_in_task() { --between_tasks_; }

  // Room for a call that the current task defers, of that many bytes; it runs with others of its
  // kind before the task waits or ends, and before settle() returns. Null: it must run now.
  std::byte* defer(run_deferred kind, std::size_t bytes) {
    if (std::byte* const room = deferred_.append(kind, bytes)) [[likely]]
      return room;
    return defer_first(kind, bytes);
  }
  // Pieces of a loop have ended, and their task goes on.
  void pieces_ended() { ++pieces_; }
  // Grows while tasks end; where only runners wait to begin, also while pieces of loops do.
  std::uint64_t progress() const;
  // Runs what the current task has deferred.
  void settle() {
    if (deferred_.any()) run_deferred_calls();
  }

  // Drops it instead: an exception has left the current task, and ended what the calls may refer
  // to. What a finish() or a destructor on its way has run is not here any more.
  void forget_deferred() { deferred_.drop(); }

  // Ends all tasks by task_cancelled and drops those that have not begun.
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
  // Throws where something that is not a task would wait, and in a task whose job is over.
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
  task* const outside_;  // where run() was called
  task* current_;
  const task* interrupted_ = nullptr;  // the last run ended in its poll() or yield(): it is ready
  running_word* running_;
  exceptions_in_flight* exceptions_ = nullptr;  // of the thread in run()
  std::vector<task*> parked_;                   // stacks without a job
  std::vector<task*> ready_;                    // a ring, of a power of two
  std::size_t ready_head_ = 0;
  std::size_t ready_count_ = 0;
  deferred_calls deferred_;  // of the current task
  rank_trace* trace_ = nullptr;
  std::size_t begun_ = 0;
  std::size_t may_begin_ = 0;
  std::size_t runners_ = 0;  // begun
  std::size_t may_run_ = 0;
  std::uint64_t now_ = 0;
  unsigned switches_left_ = 0;
  unsigned runs_ = 0;
  unsigned polls_ = 0;            // that ended a run while others were ready
  std::uint64_t entered_at_ = 0;  // when run() began, in cycles
  unsigned between_tasks_ = 0;
  bool polled_last_ = false;  // the last run ended in poll()
  bool lacks_stacks_ = false;
  bool ending_ = false;
  bool cancelled_ = false;  // all tasks are to end
  shown_tasks* shown_ = nullptr;
};

}  // namespace arcas::inline v0::cluster::detail
