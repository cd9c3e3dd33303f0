// SPDX-License-Identifier: Apache-2.0
// The slot of a thread that spawns, runs or awaits tasks: the part of its data that other threads
// access. PROTOCOL.md, «No lost wake-ups», «Waiters run only descendants», «Counting awaited
// tasks». Private to tasks/.
#pragma once

#include <arcas/tasks/task_deque.h>
#include <arcas/workers/sleep.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail {

// From which joins does a task descend? Each task has the number of its join. By this number a
// thief decides before the theft whether it may take the task, without access to a task or join
// that may no longer exist.

// The number of a join (a task_group, or the second function of an invoke). It consists of the
// context that opened the join, the number of stolen tasks on that context's stack at the time, and
// a serial number.
class task_ancestry {
 public:
  static constexpr unsigned contexts = 1u << 12;
  // One thread's stack has fewer stolen tasks than this. The thread began each of them while it
  // waited in the previous one.
  static constexpr unsigned depths = 1u << 8;

  constexpr task_ancestry() = default;
  constexpr explicit task_ancestry(std::uint64_t bits) : bits_(bits) {}
  constexpr task_ancestry(unsigned context, unsigned depth, std::uint64_t serial)
      : bits_((std::uint64_t{context} << depth_bits | depth) << serial_bits |
              (serial & last_serial)) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr unsigned context() const { return static_cast<unsigned>(where() >> depth_bits); }
  constexpr unsigned depth() const { return static_cast<unsigned>(where() & (depths - 1)); }
  // The stolen task in which the join was opened: context and depth in one number. Depth 0: in no
  // stolen task.
  constexpr std::uint64_t where() const { return bits_ >> serial_bits; }
  constexpr task_ancestry next() const { return task_ancestry(context(), depth(), bits_ + 1); }
  constexpr task_ancestry at_depth(unsigned depth) const {
    return task_ancestry(context(), depth, bits_);
  }
  friend constexpr bool operator==(task_ancestry, task_ancestry) = default;

 private:
  static constexpr unsigned depth_bits = 8;
  // The serial numbers of one context's joins repeat after hours. Only joins that are open at the
  // same time must differ.
  static constexpr unsigned serial_bits = 44;
  static constexpr std::uint64_t last_serial = (std::uint64_t{1} << serial_bits) - 1;

  std::uint64_t bits_ = 0;
};

// The stolen tasks that one thread has begun and not finished, at most Depths - 1: written by that
// thread, read by all.
template <template <class> class Atom = std::atomic, unsigned Depths = task_ancestry::depths>
class stolen_stack {
 public:
  // relaxed: a hint for other threads, exact for the owner.
  unsigned depth() const noexcept { return depth_.load(std::memory_order_relaxed); }
  bool is_full() const noexcept { return depth() == Depths - 1; }
  // The ancestry of the task begun at this depth. Stable while a descendant of that task is
  // awaited.
  task_ancestry at(unsigned depth) const noexcept {
    // relaxed: begin() wrote it before a descendant of the task was pushed; the descendant's thief
    // has acquired it.
    return task_ancestry(begun_[depth].load(std::memory_order_relaxed));
  }
  // Called by the owner. Returns the new depth.
  unsigned begin(task_ancestry of) noexcept {
    const unsigned deeper = depth() + 1;
    // relaxed, both: published with the tasks that the begun task pushes; earlier reads are hints.
    begun_[deeper].store(of.bits(), std::memory_order_relaxed);
    depth_.store(deeper, std::memory_order_relaxed);
    return deeper;
  }
  // Called by the owner. Returns the depth of the task that ends.
  unsigned end() noexcept {
    const unsigned left = depth() - 1;
    depth_.store(left, std::memory_order_relaxed);  // relaxed: a hint for other threads
    return left;
  }

 private:
  Atom<unsigned> depth_{0};
  Atom<std::uint64_t> begun_[Depths]{};
};

// The sleep of a thread that waits for tasks, and the join that it waits for. Exists longer than
// every task.
template <template <class> class Atom = std::atomic>
class waiter {
 public:
  // Called by the thread itself, which waits for a join of this ancestry: sleeps until ring(),
  // unless is_news() returns true. May return spuriously. `sleepers` counts all sleeping waiters of
  // a scheduler.
  template <class IsNews>
  void sleep(std::uint64_t ancestry, Atom<std::uint32_t>& sleepers, IsNews is_news,
             bool sleepers_pay) {
    // relaxed: a hint for threads that wake others; ordered by the fence of sleeper_.sleep().
    ancestry_.store(ancestry, std::memory_order_relaxed);
    sleeper_.sleep(sleepers, is_news, sleepers_pay);
  }
  // Called by a thread that has published a task and then passed a fence. may_help(ancestry):
  // whether the task may help a thread that waits for a join of this ancestry. False: this call has
  // woken no thread.
  template <class MayHelp>
  bool wake_for(Atom<std::uint32_t>& sleepers, MayHelp may_help) noexcept {
    // relaxed: a hint; a thread that is woken without need sleeps again.
    const std::uint64_t ancestry = ancestry_.load(std::memory_order_relaxed);
    if (!sleeper_.sleeps() || !may_help(ancestry) || !sleeper_.awaken(sleepers)) return false;
    sleeper_.ring();
    return true;
  }
  // Called by a thread that has seen in a task_count that the home thread sleeps.
  void ring() noexcept { sleeper_.ring(); }

 private:
  sleeper<Atom> sleeper_;
  Atom<std::uint64_t> ancestry_{0};
};

// The tasks that one thread, the home, waits for. By plain additions, the home counts the tasks
// that it spawns and those that it finishes; other threads count theirs in one shared word. Lives
// in the frame of the waiting thread.
template <template <class> class Atom = std::atomic>
class task_count {
 public:
  explicit task_count(std::uint64_t here) noexcept : here_(here) {}

  // Called by the home.
  void spawned_here() noexcept { ++here_; }
  void finished_here() noexcept { --here_; }
  // acquire: pairs with finished_elsewhere(); if true, everything that the tasks did is visible.
  bool over() const noexcept {
    return (elsewhere_.load(std::memory_order_acquire) & ~asleep) == here_ * one;
  }
  // Called by the home. relaxed: a number for a limit.
  std::uint64_t unfinished() const noexcept {
    return (here_ * one - elsewhere_.load(std::memory_order_relaxed)) / one;
  }
  // Called by the home: sleeps like waiter::sleep(), or until a task is finished elsewhere.
  template <class IsNews>
  void sleep(waiter<Atom>& at, std::uint64_t ancestry, Atom<std::uint32_t>& sleepers,
             IsNews is_news, bool sleepers_pay) {
    at.sleep(
        ancestry, sleepers,
        [&] {
          // relaxed: the mark and the count are one word, so over() sees each addition that came
          // before the mark.
          elsewhere_.fetch_or(asleep, std::memory_order_relaxed);
          return over() || is_news();
        },
        sleepers_pay);
    // relaxed: an extra ring has no effect.
    elsewhere_.fetch_and(~asleep, std::memory_order_relaxed);
  }

  // Called by any other thread. relaxed: the publication of the task orders this subtraction before
  // the addition at the task's end.
  void spawned_elsewhere() noexcept { elsewhere_.fetch_sub(one, std::memory_order_relaxed); }
  // Called by any other thread that has run a task of this join, as its last access to the count.
  // home: the waiter of the home thread, looked up before this call.
  void finished_elsewhere(waiter<Atom>& home) noexcept {
    // release: pairs with over()'s acquire. The mark in the same word tells whether the home
    // sleeps.
    if (elsewhere_.fetch_add(one, std::memory_order_release) & asleep) home.ring();
  }

 private:
  static constexpr std::uint64_t asleep = 1;
  static constexpr std::uint64_t one = 2;

  // twice (tasks finished elsewhere minus tasks spawned there), plus 1 if the home thread sleeps
  Atom<std::uint64_t> elsewhere_{0};
  std::uint64_t here_;  // tasks spawned at home minus tasks finished there
};

// The predecessors of one task that have not ended. PROTOCOL.md, «Predecessors of a task».
template <template <class> class Atom = std::atomic>
class predecessor_count {
 public:
  explicit predecessor_count(std::uint32_t count = 0) noexcept : left_(count) {}

  // Called before the predecessors begin, or by the thread that has the task.
  // relaxed: the threads of the predecessors see the new count with the tasks that they run.
  void restart(std::uint32_t count) noexcept { left_.store(count, std::memory_order_relaxed); }
  // Called when `some` predecessors have ended. True: they were the last ones, and the caller has
  // the task. False: this is the caller's last access to the task.
  bool subtract(std::uint32_t some) noexcept {
    // acq_rel: the threads that subtract pair with each other; the one that has the task sees what
    // all predecessors did.
    return left_.fetch_sub(some, std::memory_order_acq_rel) == some;
  }
  // subtract(1) without an exchange for the last predecessor, after which the count is not 0.
  bool one_ended() noexcept {
    // acquire: pairs with subtract()'s release by all other predecessors, which have ended.
    return left_.load(std::memory_order_acquire) == 1 || subtract(1);
  }
  // acquire: pairs with subtract()'s release.
  bool none_left() const noexcept { return left_.load(std::memory_order_acquire) == 0; }

 private:
  Atom<std::uint32_t> left_;
};

// Ownership of a slot that threads from outside the pool use one at a time.
template <template <class> class Atom = std::atomic>
class slot_ownership {
 public:
  bool try_acquire() noexcept {
    // relaxed: a look before the exchange. acquire: pairs with release(); the previous owner's
    // writes to the slot are visible.
    return !owned_.load(std::memory_order_relaxed) &&
           !owned_.exchange(true, std::memory_order_acquire);
  }
  // release: pairs with try_acquire()'s acquire.
  void release() noexcept { owned_.store(false, std::memory_order_release); }

 private:
  Atom<bool> owned_{false};
};

// The part of a thread's data that other threads access. Exists longer than every task.
template <class Task, template <class> class Atom = std::atomic, std::size_t FirstCapacity = 64,
          unsigned Depths = task_ancestry::depths>
struct task_slot {
  using deque_type = task_deque<Task, Atom, FirstCapacity>;

  task_slot(unsigned number_of_this, bool thieves_pay) noexcept
      : deque(thieves_pay), number(number_of_this) {}

  // The number of this thread's next steal request; no other request at any deque has it.
  std::uint64_t next_request() noexcept { return request_number(++requests); }
  std::uint64_t first_request() const noexcept { return request_number(0); }
  bool is_in_use() const noexcept {
    // relaxed: a hint; a sleeper's own fence orders it, and pairs with the fence of wake_for()
    // after the owner's last scope.
    return scopes.load(std::memory_order_relaxed) != 0 || stolen.depth() != 0;
  }
  // Whether the last owner has gone and left tasks of other threads' joins. Then no thread answers
  // requests here, and only the tags tell the ancestry of those tasks.
  bool is_abandoned() const noexcept { return !is_in_use() && deque.has_tasks(); }

  // The ancestry of the join of the oldest public task; task_ancestry(): no task is public.
  task_ancestry shown() noexcept {
    task_ancestry of;
    deque.steal([&of](std::uint64_t tag) {
      of = task_ancestry(tag);
      return false;
    });
    return of;
  }

  deque_type deque;
  const unsigned number;       // among the scheduler's slots
  std::uint64_t requests = 0;  // number of requests made; used by the owner only
  waiter<Atom> waiting;
  slot_ownership<Atom> ownership;  // of a guest's slot
  Atom<bool> listed{false};        // is in slot_table::listed(); written under the scheduler's lock
  Atom<unsigned> scopes{0};        // number of its owner's scopes; written by the owner
  stolen_stack<Atom, Depths> stolen;

 private:
  std::uint64_t request_number(std::uint64_t serial) const noexcept {
    constexpr unsigned serial_bits = 48;
    return std::uint64_t{number} << serial_bits | serial;
  }
};

}  // namespace arcas::inline v0::detail
