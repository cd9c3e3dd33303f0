// SPDX-License-Identifier: Apache-2.0
// The seam between protocols and the machine. A protocol is a template on the atomic,
//   template <template <class> class Atom = std::atomic>
//   class something { Atom<std::uint64_t> word; };
// and uses machine<Atom> for everything but accesses to one word. A simulator has its own atomic
// and its own specialisation of `machine`, and so explores the same lines that programs run.
#pragma once

#include <arcas/base/processor.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// std::atomic_thread_fence without gcc's warning. In programs for ThreadSanitizer gcc warns at each
// such fence, since the sanitizer does not see which accesses it orders; race_detector.h tells the
// sanitizer.
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

// A pair of fences of which only one side is expensive. One thread executes a store, a light fence
// and a load; another thread executes a store, a heavy fence and a load. At least one of them sees
// the other's store, as with two seq_cst fences. The light fence costs nothing where the operating
// system can make every running thread of the process execute a fence (membarrier(2), Linux 4.14).
// Elsewhere both are full fences.
class asymmetric_fence {
 public:
  // Whether light() is free. Determined at the first call.
  static bool available() noexcept {
    // relaxed: every thread that chooses gets the same answer.
    const int known = chosen_.load(std::memory_order_relaxed);
    return (known != 0 ? known : choose()) > 0;
  }

  static void light() noexcept {
    // seq_cst: a fence for the compiler only; pairs with heavy(), which makes this thread execute a
    // fence.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    // seq_cst: pairs with the fence in heavy() where membarrier(2) is not available.
    if (!available()) thread_fence(std::memory_order_seq_cst);
  }
  // Takes a few microseconds and interrupts every running thread of the process.
  static void heavy() noexcept;

 private:
  static int choose() noexcept;

  static inline constinit std::atomic<int> chosen_{0};  // 1: yes, -1: no, 0: not determined yet
};

template <template <class> class Atom>
struct machine;

template <>
struct machine<std::atomic> {
  static void fence(std::memory_order order) noexcept { thread_fence(order); }
  static void pause() noexcept { arcas::pause(); }
  static void light_fence() noexcept { asymmetric_fence::light(); }
  static void heavy_fence() noexcept { asymmetric_fence::heavy(); }
  // light_fence() for callers that have checked has_free_light_fence().
  static void free_light_fence() noexcept {
    // seq_cst: pairs with heavy_fence(); a fence for the compiler only.
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  static bool has_free_light_fence() noexcept { return asymmetric_fence::available(); }
  static std::uint64_t cycles() noexcept { return arcas::cycles(); }
  // How often a thread looks for something before it gives up; a simulator returns a smaller
  // number.
  static constexpr unsigned patience(unsigned looks) noexcept { return looks; }
  // How often a thread retries a step that fails; a simulator returns a smaller number.
  static constexpr unsigned tries(unsigned most) noexcept { return most; }
};

}  // namespace arcas::inline v0::detail
