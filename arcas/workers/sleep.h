// SPDX-License-Identifier: Apache-2.0
// How does a thread fall asleep without missing what it waits for, and how is it woken?
// PROTOCOL.md, «No sleep through a loop».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/workers/waiting.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// Wakes the thread that sleeps on this bell, or keeps it from falling asleep.
template <template <class> class Atom>
void ring(Atom<std::uint32_t>& bell) noexcept {
  // relaxed: the futex call orders it; the word only has to change.
  bell.fetch_add(1, std::memory_order_relaxed);
  futex<Atom>::wake(bell, 1);
}

// Which side pays for the order between a leader that publishes and a worker that falls asleep?
// Loops come by the million, and a fence after the notice delays the leader until the notice's line
// has travelled. So sleepers pay (machine.h), unless more threads than this number may fall asleep
// at once: their heavy fences, which interrupt every running thread, would then cost too much.
inline constexpr unsigned most_paying_sleepers = 64;

// Called by a leader that has published, before it looks for sleepers.
template <template <class> class Atom>
void order_notice_before_sleepers(bool sleepers_pay) noexcept {
  if (sleepers_pay) return machine<Atom>::light_fence();  // pairs with the heavy one in sleep()
  // seq_cst: pairs with the fence in sleeper::sleep(): the sleeper sees the notice, or the leader
  // sees it asleep.
  machine<Atom>::fence(std::memory_order_seq_cst);
}

// Number of sleepers that one thread wakes before it goes to work; the woken threads wake more.
inline constexpr unsigned wake_fan_out = 2;

// One thread's sleep while there is no work for it. `sleepers` counts all sleepers of a pool, team
// or task scheduler.
template <template <class> class Atom = std::atomic>
class sleeper {
 public:
  bool sleeps() const noexcept {
    // relaxed: after the fence of the leader that publishes, which pairs with the one in sleep().
    return asleep_.load(std::memory_order_relaxed);
  }
  void ring() noexcept { arcas::detail::ring(bell_); }

  // Sleeps until ring(), unless is_news() returns true. May return spuriously.
  template <class IsNews>
  void sleep(Atom<std::uint32_t>& sleepers, IsNews is_news, bool sleepers_pay) {
    // relaxed: the fence keeps this load before is_news(). If is_news() misses a piece of news, the
    // ring for that news changes bell_ after this load, so the futex does not sleep.
    const std::uint32_t before = bell_.load(std::memory_order_relaxed);
    // relaxed: ordered before the look below by the fence.
    asleep_.store(true, std::memory_order_relaxed);
    sleepers.fetch_add(1, std::memory_order_relaxed);  // relaxed: ordered by the fence
    // seq_cst: pairs with the fence of a leader that publishes (order_notice_before_sleepers): the
    // leader sees this worker asleep, or the worker sees the notice.
    sleepers_pay ? machine<Atom>::heavy_fence() : machine<Atom>::fence(std::memory_order_seq_cst);
    if (!is_news()) futex<Atom>::wait(bell_, before);
    awaken(sleepers);
  }

  // Removes the sleeper's mark. Called by the sleeper, and by a leader that will then ring. False:
  // another thread has removed the mark, and rings. relaxed, both: the thread that removes the mark
  // subtracts the sleeper from `sleepers`. A woken thread sees what was published when it looks
  // again.
  bool awaken(Atom<std::uint32_t>& sleepers) noexcept {
    // relaxed: only one thread removes the mark
    if (!asleep_.exchange(false, std::memory_order_relaxed)) return false;
    sleepers.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a hint for leaders
    return true;
  }

 private:
  alignas(no_sharing) Atom<std::uint32_t> bell_{0};  // futex word: rung by leaders
  Atom<bool> asleep_{
      false};  // written by this worker and by the thread that rings it, read by leaders
};

}  // namespace arcas::inline v0::detail
