// SPDX-License-Identifier: Apache-2.0
// Two fences of which one side pays. A store, a light fence and a load by one thread, and a store,
// a heavy fence and a load by another: at least one of them sees the other's store, as between two
// seq_cst fences. The light one costs nothing where the operating system can make every running
// thread of the process pass a fence: membarrier(2), Linux 4.14. Where it cannot, both are full
// fences.
#pragma once

#include <atomic>

namespace arcas::inline v0::detail {

// std::atomic_thread_fence. gcc warns of it in each place where a program for ThreadSanitizer has it, since the sanitizer does
// not see what it orders; race_detector.h says that to it.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
#endif
[[gnu::always_inline]] inline void thread_fence(std::memory_order order) noexcept {
  __atomic_thread_fence(static_cast<int>(order));
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

class asymmetric_fence {
 public:
  // Whether light() is free: chosen once, when first asked.
  static bool available() noexcept {
    // relaxed: every thread that chooses gets the same answer.
    const int known = chosen_.load(std::memory_order_relaxed);
    return (known != 0 ? known : choose()) > 0;
  }

  static void light() noexcept {
    // seq_cst: a fence for the compiler alone; pairs with heavy(), which brings the processor's.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    // seq_cst: pairs with the one in heavy(), where the system has no better.
    if (!available()) thread_fence(std::memory_order_seq_cst);
  }
  // Some microseconds, and an interrupt for every running thread of the process.
  static void heavy() noexcept;

 private:
  static int choose() noexcept;

  static inline constinit std::atomic<int> chosen_{0};  // 1: yes, -1: no, 0: not known yet
};

}  // namespace arcas::inline v0::detail
