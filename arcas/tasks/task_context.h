// SPDX-License-Identifier: Apache-2.0
// The data with which a thread spawns, runs and awaits tasks: a slot that other threads access, and
// a block pool. task_context.cpp adds a victim search. Private to tasks/.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/tasks/task_slot.h>
#include <arcas/workers/self.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <utility>

namespace arcas::inline v0 {
class runtime;
}

namespace arcas::inline v0::detail {

// Memory for tasks, used by one thread: blocks of one size, or heap memory for a task that does not
// fit. A block need not return to the pool that it came from, since tasks move between threads.
class block_pool {
 public:
  static constexpr std::size_t block_size = 128;

  block_pool() = default;
  ~block_pool() {
    while (free_) {
      free_block* const next = free_->next;
      ::operator delete(free_);
      free_ = next;
    }
  }
  block_pool(const block_pool&) = delete;
  block_pool& operator=(const block_pool&) = delete;

  template <class T>
  void* take() {
    if constexpr (!fits<T>) return ::operator new(sizeof(T), std::align_val_t{alignof(T)});
    if (!free_) [[unlikely]]
      return ::operator new(block_size);
    free_block* const b = free_;
    free_ = b->next;
    --count_;
    return b;
  }
  // The T in the block must have been destroyed.
  template <class T>
  void give_back(void* b) noexcept {
    if constexpr (!fits<T>) return ::operator delete(b, std::align_val_t{alignof(T)});
    if (count_ == most_blocks) [[unlikely]]
      return ::operator delete(b);
    free_ = ::new (b) free_block{free_};
    ++count_;
  }

 private:
  struct free_block {
    free_block* next;
  };
  template <class T>
  static constexpr bool fits = sizeof(T) <= block_size && alignof(T) <= alignof(std::max_align_t);
  // Maximum number of free blocks in the pool; further ones are returned to the heap.
  static constexpr unsigned most_blocks = 1024;

  free_block* free_ = nullptr;
  unsigned count_ = 0;
};

class task_context;
class task_join;
class task_scheduler;

// Ends the program with an error message, unless another exception is being thrown.
void end_with_unread(const std::exception_ptr& failure) noexcept;
[[noreturn]] void refuse_foreign_wait();
// Ends the program with an error message.
[[noreturn]] void refuse_foreign_end() noexcept;

// A function that is called once, by the thread that has the task. Pushed by address.
struct task {
  // Does not throw: exceptions of the user's function are stored in `of`.
  using entry = void (*)(task& self, task_context& by) noexcept;

  task(entry function, task_join* join) noexcept : run(function), of(join) {}

  entry run;
  union {
    task_join* of;
    task* next;  // in a list of ready_tasks
  };
};

// A set of tasks that one thread, the home, waits for, and their first exception. Lives in the
// frame of the waiting thread.
class task_join {
 public:
  task_join(const task_join&) = delete;
  task_join& operator=(const task_join&) = delete;

  task_context& home() const noexcept { return home_; }
  task_ancestry ancestry() const noexcept { return ancestry_; }
  task_count<>& count() noexcept { return count_; }

  // Called by the home only. If true, everything that the tasks did is visible.
  bool over() const noexcept { return count_.over(); }
  // Called by any other thread that has run a task of this join. This is its last access to the
  // join, since the home may return.
  void finished_elsewhere() noexcept;

 protected:
  task_join(task_context& home, task_ancestry ancestry, std::uint64_t here) noexcept
      : count_(here), home_(home), ancestry_(ancestry) {}
  ~task_join() = default;

  // The calling thread must have an unfinished task of this join. The first exception is kept.
  void fail(std::exception_ptr e) noexcept {
    // relaxed: one failing thread wins; the home reads the exception after over().
    if (!failed_.exchange(true, std::memory_order_relaxed)) error_ = std::move(e);
  }
  // relaxed: a hint while tasks run, exact after over().
  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }
  // Returns the exception once; afterwards the join has none.
  std::exception_ptr take_failure() noexcept {
    failed_.store(false, std::memory_order_relaxed);  // relaxed: no task is running
    return std::move(error_);
  }

 private:
  task_count<> count_;
  task_context& home_;
  task_ancestry ancestry_;
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;
};

// The calling thread's context; see workers/self.h.
template <class Context>
struct ARCAS_ONCE_IN_PROCESS task_words {
  static constinit thread_local Context* current;
};
extern template struct task_words<task_context>;

// A context exists longer than every task, since other threads may access its slot at any time.
class task_context {
 public:
  using slot_type = task_slot<task>;

  // The calling thread's context; null if it has none.
  ARCAS_OF_THIS_THREAD static task_context* current() noexcept {
    return task_words<task_context>::current;
  }
  // An address that identifies the calling thread.
  ARCAS_OF_THIS_THREAD static const void* thread() noexcept {
    return &task_words<task_context>::current;
  }
  ARCAS_OF_THIS_THREAD static void make_current(task_context* c) noexcept {
    task_words<task_context>::current = c;
  }

  task_scheduler& of() const noexcept { return scheduler_; }
  // Number of workers of its runtime.
  unsigned workers() const noexcept;
  slot_type& slot() noexcept { return slot_; }
  block_pool& blocks() noexcept { return blocks_; }

  // The ancestry of a join that this thread opens now.
  task_ancestry open_join() noexcept { return ancestry_ = ancestry_.next(); }
  // Whether the threads that wait for the join look for its tasks in this context's deque: the
  // context is the home, or the stolen task that its thread began last descends from the join.
  bool is_searched_for(const task_join& join) const noexcept;
  // Called for each coroutine that awaits schedule(). True: this one goes behind the other tasks of
  // the thread, which otherwise runs the latest task first (PROTOCOL.md, *Coroutines that poll*).
  bool is_turn_of_others() noexcept { return ++suspensions_ % suspensions_in_a_row == 0; }
  // Whether this context's thread may push new tasks of the join (PROTOCOL.md, *Threads that spawn
  // for another join*).
  bool may_spawn_for(const task_join& join) const noexcept {
    return this == &join.home() || works_beside(join);
  }
  // ancestry: the ancestry of the join that waits for t.
  void push(task& t, task_ancestry ancestry) {
    if (slot_.deque.push(&t, ancestry.bits())) [[unlikely]]
      answered();
  }
  // Makes all tasks in this context's deque public.
  void publish() noexcept {
    if (slot_.deque.publish()) answered();
  }
  task* pop() {
    return slot_.deque.pop([this] { answered(); });
  }

  // Waits until `join` is over, and meanwhile runs tasks that descend from it. `popped`: the result
  // of pop(). `own`: a task of the caller. If no thief has taken `own`, the function returns true,
  // and the caller runs the task.
  bool wait_for(task_join& join, task* popped, const task* own);

  // Looks once for a task of any thread, and runs it. False: it found none.
  bool run_one();
  // For a worker that is about to sleep: whether there may be a task for it.
  bool is_news();

 protected:
  task_context(task_scheduler& of, unsigned number, bool thieves_pay) noexcept;
  ~task_context() = default;

 private:
  // A suspension that goes behind passes a fence and wakes threads; the others do not.
  static constexpr unsigned suspensions_in_a_row = 64;

  bool works_beside(const task_join& join) const noexcept;
  void answered() noexcept;
  void give_up_tasks_of_others();
  bool reclaim(task_join& join, task* popped, const task* own);
  bool steal_and_run(task_ancestry ancestor);
  void run(task& t);
  void run_stolen(task& t, task_ancestry ancestry);

  slot_type slot_;
  task_ancestry ancestry_;  // of the join opened last
  block_pool blocks_;
  task_scheduler& scheduler_;
  unsigned suspensions_ = 0;
  bool has_tasks_of_others_ = false;  // has put back tasks for which its slot is not searched
};

// The scheduler of a runtime's tasks, made at the first call; null: runtime::current().
task_scheduler& scheduler_of(runtime* asked);

// While a thread has a scope, its tasks go to the scope's scheduler. The scopes of one thread may
// end in any order.
class task_scope {
 public:
  // Uses the current context if it belongs to s; else the context of s that an earlier scope of
  // this thread uses; else a free one. Throws std::length_error if s has no free context, since too
  // many threads spawn tasks at the same time.
  explicit task_scope(task_scheduler& s);
  // For a scope that spawns tasks of this join only, and ends at once. Uses a context that is
  // searched for the join: one that an earlier scope of this thread uses, if it is and `anew` is
  // false; else a free one, where the tasks remain. Throws what the other constructor throws.
  task_scope(const task_join& join, bool anew);
  ~task_scope();
  task_scope(const task_scope&) = delete;
  task_scope& operator=(const task_scope&) = delete;

  task_context& context() const noexcept { return *context_; }
  // Called in a forked child, whose only thread is in no scope.
  static void forget_all() noexcept;

 private:
  static task_context* context_below(const task_scheduler& s) noexcept;
  void use(task_context& c) noexcept;
  void begin() noexcept;

  task_context* context_;
  task_context* before_;  // the context that is current after this scope, if it ends last
  pool* pool_before_;     // the pool of the thread's tasks then
  task_scope* below_;
  task_scope* above_ = nullptr;  // null: this is the latest scope
};

}  // namespace arcas::inline v0::detail
