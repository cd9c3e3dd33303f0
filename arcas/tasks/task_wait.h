// SPDX-License-Identifier: Apache-2.0
// How does a thread learn that the tasks it waits for are over, and how does it sleep meanwhile? A
// count that is over when two words agree, and a bed at its desk. PROTOCOL.md, «Counting what is
// awaited». Private to tasks/.
#pragma once

#include <arcas/workers/sleep.h>

#include <atomic>
#include <cstdint>

namespace arcas {

// Where the thread of a desk sleeps while it waits for tasks, and for which. Outlives every task.
template <template <class> class Atom = std::atomic>
class waiting_bed {
 public:
  // By the desk's own thread, which waits for that line: until it is rung, unless is_news() finds
  // something; may return without reason. `sleepers` counts all beds of a crew.
  template <class IsNews>
  void sleep(std::uint64_t line, Atom<std::uint32_t>& sleepers, IsNews is_news, bool sleepers_pay) {
    // relaxed: a hint for who wakes; ordered by the fence of bed_.sleep().
    line_.store(line, std::memory_order_relaxed);
    bed_.sleep(sleepers, is_news, sleepers_pay);
  }
  // By who has something to take, and has passed a fence since it showed that. May it be of use to
  // who waits for that line? False: nobody has been woken here.
  template <class MayHelp>
  bool wake_for(Atom<std::uint32_t>& sleepers, MayHelp may_help) noexcept {
    // relaxed: a hint; who is woken without reason sleeps again.
    const std::uint64_t line = line_.load(std::memory_order_relaxed);
    if (!bed_.sleeps() || !may_help(line) || !bed_.awaken(sleepers)) return false;
    bed_.ring();
    return true;
  }
  // By who has seen the mark of a count.
  void ring() noexcept { bed_.ring(); }

 private:
  sleeper<Atom> bed_;
  Atom<std::uint64_t> line_{0};
};

// Of what one thread waits for. Tasks that its own desk, the home, spawns and finishes are counted
// with plain additions, all others in one word. Lives in the waiting thread's frame.
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
  // Until a task is finished elsewhere, or as waiting_bed's.
  template <class IsNews>
  void sleep(waiting_bed<Atom>& at, std::uint64_t line, Atom<std::uint32_t>& sleepers,
             IsNews is_news, bool sleepers_pay) {
    at.sleep(
        line, sleepers,
        [&] {
          // relaxed: the mark and the count are one word; whoever adds before it is counted here.
          elsewhere_.fetch_or(asleep, std::memory_order_relaxed);
          return over() || is_news();
        },
        sleepers_pay);
    // relaxed: an extra ring harms nobody.
    elsewhere_.fetch_and(~asleep, std::memory_order_relaxed);
  }

  // By any other thread. relaxed: before the task can be finished, by whatever publishes it.
  void spawned_elsewhere() noexcept { elsewhere_.fetch_sub(one, std::memory_order_relaxed); }
  // By any other thread, which has run a task of this; the last thing that it does to it. home: the
  // bed of the thread that waits, looked up before this call.
  void finished_elsewhere(waiting_bed<Atom>& home) noexcept {
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

}  // namespace arcas
