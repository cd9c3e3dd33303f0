// SPDX-License-Identifier: Apache-2.0
// Threads that sleep on one futex until a thread wakes them together. PROTOCOL.md, «No sleep
// through a loop».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/workers/sleep.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

template <template <class> class Atom = std::atomic>
class wait_queue {
 public:
  static constexpr int every_sleeper = 0x7fff'ffff;

  // sleepers_pay: whether sleepers execute a heavy fence, and wakers a light one (sleep.h).
  explicit wait_queue(bool sleepers_pay = false) : sleepers_pay_(sleepers_pay) {}

  // Marks select sleepers: wake(marks) wakes a sleeper whose marks share a bit with `marks`.
  static constexpr std::uint32_t all = ~std::uint32_t{0};
  // The mark of a number that one thread waits for: wake(mark_of(n)) wakes few other threads.
  static constexpr std::uint32_t mark_of(std::uint64_t number) {
    return std::uint32_t{1} << ((number * 0x9e37'79b9'7f4a'7c15U) >> 59);
  }

  // Sleeps until wake(), unless is_news() returns true. May return spuriously.
  template <class IsNews>
  void sleep(IsNews is_news, std::uint32_t marks = all) {
    // relaxed: the fence keeps this load before is_news(). If is_news() misses a piece of news, the
    // wake() for that news changes bell_ after this load, so the futex does not sleep.
    const std::uint32_t before = bell_.load(std::memory_order_relaxed);
    sleepers_.fetch_add(1,
                        std::memory_order_relaxed);  // relaxed: the fence keeps it before is_news()
    // seq_cst: pairs with the fence in wake(): the waker sees the sleeper, or is_news() sees the
    // waker's news.
    sleepers_pay_ ? machine<Atom>::heavy_fence() : machine<Atom>::fence(std::memory_order_seq_cst);
    if (!is_news()) futex<Atom>::wait(bell_, before, marks);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a hint for wake()
  }

  // Called after a store that sleepers may wait for. Wakes at most `most` of the sleepers that
  // `marks` selects. Returns whether it woke any.
  bool wake(std::uint32_t marks = all, int most = every_sleeper) noexcept {
    order_notice_before_sleepers<Atom>(sleepers_pay_);
    if (sleepers_.load(std::memory_order_relaxed) == 0) return false;  // relaxed: after the fence
    bell_.fetch_add(1, std::memory_order_relaxed);  // relaxed: the word only has to change
    return futex<Atom>::wake(bell_, most, marks) != 0;
  }

 private:
  const bool sleepers_pay_;
  alignas(no_sharing) Atom<std::uint32_t> bell_{0};
  Atom<std::uint32_t> sleepers_{0};
};

}  // namespace arcas::inline v0::detail
