// SPDX-License-Identifier: Apache-2.0
// How does a thread learn that the tasks it waits for are finished, and how does it sleep until
// then? By a count that is over when two words agree, and a sleeper in the thread's slot.
// PROTOCOL.md, «Counting awaited tasks». Private to tasks/.
#pragma once

#include <arcas/workers/sleep.h>

#include <atomic>
#include <cstdint>

namespace arcas::detail {

// The sleep of a thread that waits for tasks, and the join that it waits for. Outlives every task.
template <template <class> class Atom = std::atomic>
class waiter {
 public:
  // By the thread itself, which waits for a join of that ancestry: until it is rung, unless
  // is_news() finds something; may return without reason. `sleepers` counts all waiters of a
  // scheduler that sleep.
  template <class IsNews>
  void sleep(std::uint64_t ancestry, Atom<std::uint32_t>& sleepers, IsNews is_news,
             bool sleepers_pay) {
    // relaxed: a hint for threads that wake; ordered by the fence of sleeper_.sleep().
    ancestry_.store(ancestry, std::memory_order_relaxed);
    sleeper_.sleep(sleepers, is_news, sleepers_pay);
  }
  // By a thread that has shown a task and passed a fence since. may_help(ancestry): whether the
  // task may be of use to a thread that waits for that join. False: this call has woken no thread.
  template <class MayHelp>
  bool wake_for(Atom<std::uint32_t>& sleepers, MayHelp may_help) noexcept {
    // relaxed: a hint; a thread that is woken without reason sleeps again.
    const std::uint64_t ancestry = ancestry_.load(std::memory_order_relaxed);
    if (!sleeper_.sleeps() || !may_help(ancestry) || !sleeper_.awaken(sleepers)) return false;
    sleeper_.ring();
    return true;
  }
  // By a thread that has seen the mark of a count.
  void ring() noexcept { sleeper_.ring(); }

 private:
  sleeper<Atom> sleeper_;
  Atom<std::uint64_t> ancestry_{0};
};

// The tasks that one thread, the home, waits for. Those that it spawns and finishes itself are
// counted with plain additions, all others in one word. Lives in the waiting thread's frame.
template <template <class> class Atom = std::atomic>
class task_count {
 public:
  explicit task_count(std::uint64_t here) noexcept : here_(here) {}

  // Home's own.
  void spawned_here() noexcept { ++here_; }
  void finished_here() noexcept { --here_; }
  // acquire: pairs with finished_elsewhere(); all that the tasks did is visible after it.
  bool over() const noexcept {
    return (elsewhere_.load(std::memory_order_acquire) & ~asleep) == here_ * one;
  }
  // By home: until a task is finished elsewhere, or as waiter's.
  template <class IsNews>
  void sleep(waiter<Atom>& at, std::uint64_t ancestry, Atom<std::uint32_t>& sleepers,
             IsNews is_news, bool sleepers_pay) {
    at.sleep(
        ancestry, sleepers,
        [&] {
          // relaxed: the mark and the count are one word; an addition before it is counted here.
          elsewhere_.fetch_or(asleep, std::memory_order_relaxed);
          return over() || is_news();
        },
        sleepers_pay);
    // relaxed: an extra ring has no effect.
    elsewhere_.fetch_and(~asleep, std::memory_order_relaxed);
  }

  // By any other thread. relaxed: before the task can be finished, by whatever publishes it.
  void spawned_elsewhere() noexcept { elsewhere_.fetch_sub(one, std::memory_order_relaxed); }
  // By any other thread, which has run a task of this: its last access to the count. home: the
  // waiter of the home thread, looked up before this call.
  void finished_elsewhere(waiter<Atom>& home) noexcept {
    // release: pairs with over()'s acquire. The mark in the same word tells whether home sleeps.
    if (elsewhere_.fetch_add(one, std::memory_order_release) & asleep) home.ring();
  }

 private:
  static constexpr std::uint64_t asleep = 1;
  static constexpr std::uint64_t one = 2;

  // Tasks finished elsewhere less those spawned there, twice, and whether the home thread sleeps.
  Atom<std::uint64_t> elsewhere_{0};
  std::uint64_t here_;  // tasks spawned at home less those finished there
};

}  // namespace arcas::detail
