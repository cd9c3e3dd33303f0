// SPDX-License-Identifier: Apache-2.0
// Where a thread stands when it deals in tasks: its deque, and what others must know of it. Private
// to tasks/.
#pragma once

#include <arcas/tasks/awaited.h>
#include <arcas/tasks/hesitation.h>
#include <arcas/tasks/task_deque.h>
#include <arcas/tasks/visitor_chair.h>

#include <cstddef>
#include <new>

namespace arcas {

class crew;

// Outlives every task: others may look at it at any time.
class desk {
 public:
  desk(crew& of, unsigned number, bool thieves_pay) noexcept;
  ~desk();

  // The desk of the calling thread; null while it deals in no tasks.
  static desk* current() noexcept { return current_; }
  crew& of() const noexcept { return crew_; }

  // The line of a join that this thread opens now.
  lineage open_join() noexcept { return line_ = line_.next(); }
  // line: of the join that waits for t.
  void push(task& t, lineage line) {
    if (deque_.push(&t, line.bits())) [[unlikely]]
      answered();
  }
  task* pop() {
    return deque_.pop([this] { answered(); });
  }

  // Until `what` is over: runs what it waits for. `popped` is what pop() gave, or null. `own`: if
  // nobody has taken that task it is handed back, not run, and the answer is true.
  bool await(awaited& what, task* popped, const task* own);

  // Room for one task, from a stock of the desk's own; give_back() by any desk.
  static constexpr std::size_t block_size = 128;
  void* block() {
    if (!blocks_) [[unlikely]]
      return ::operator new(block_size);
    free_block* const b = blocks_;
    blocks_ = b->next;
    --block_count_;
    return b;
  }
  void give_back(void* b) noexcept {
    if (block_count_ == most_blocks) [[unlikely]]
      return ::operator delete(b);
    blocks_ = ::new (b) free_block{blocks_};
    ++block_count_;
  }

 private:
  friend class awaited;
  friend class crew;
  friend class desk_visit;

  struct free_block {
    free_block* next;
  };
  // Tasks move from desk to desk, and their blocks with them; more than that go back.
  static constexpr unsigned most_blocks = 1024;

  // A thief's attention to one victim that has tasks and does not answer.
  struct unanswered {
    desk* victim = nullptr;
    border_word ask;
    std::uint64_t since = 0;  // time stamp
  };

  void answered() noexcept;
  bool reclaim(awaited& what, task* popped, const task* own);
  bool look_once(lineage ancestor);
  desk* next_victim() noexcept;
  void attend(desk& victim) noexcept;
  bool hesitates() const noexcept;
  void run(task& t);
  void run_stolen(task& t, lineage line);
  void sleep(awaited& what);

  static inline constinit thread_local desk* current_ = nullptr;

  task_deque<task, std::atomic, 64> deque_;
  lineage line_;  // of the join opened last
  free_block* blocks_ = nullptr;
  unsigned block_count_ = 0;
  unsigned victim_ = 0;      // where it looked last
  std::uint64_t asked_ = 0;  // how often
  unanswered watched_;
  desk* asked_of_ = nullptr;  // last, with last_ask_, if nothing was taken since
  border_word last_ask_;
  bool was_asleep_ = false;  // and has found nothing to do since
  hesitation hesitation_;
  crew& crew_;

  // Read by others.
  waiting_bed<> bed_;
  visitor_chair<> chair_;            // of a guest's desk
  std::atomic<bool> listed_{false};  // among those that others look at; written under crew's lock
  std::atomic<unsigned> visits_{0};  // of the thread that stands here; that one's to write
  std::atomic<unsigned> depth_{0};   // stolen tasks begun and not finished; the owner's to write
  // What the stolen tasks descend from, by depth. Stable while anything that descends from it
  // waits.
  std::atomic<std::uint64_t> stolen_[lineage::depths]{};
};

// A thread's stay at a desk, from the outside of all tasks to there. One thread's end in any order.
class desk_visit {
 public:
  // At the current desk, if it is one of c's; else at one of c's that this thread has, or a free
  // one. Throws std::length_error if more threads than a crew has desks for deal in tasks at once.
  explicit desk_visit(crew& c);
  ~desk_visit();
  desk_visit(const desk_visit&) = delete;
  desk_visit& operator=(const desk_visit&) = delete;

  desk& at() const noexcept { return *at_; }

 private:
  friend class crew;

  static inline constinit thread_local desk_visit* latest_ = nullptr;

  desk* at_;
  desk* before_;  // where the thread stands when this ends as the latest
  desk_visit* below_;
  desk_visit* above_ = nullptr;  // null: the latest
};

}  // namespace arcas
