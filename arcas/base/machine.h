// SPDX-License-Identifier: Apache-2.0
// The seam between protocols and the machine. A protocol is a template on the atomic,
//   template <template <class> class Atom = std::atomic>
//   class something { Atom<std::uint64_t> word; };
// and uses machine<Atom> for everything but accesses to one word. A simulator has its own atomic
// and its own specialisation, and so explores the lines that ship.
#pragma once

#include <arcas/base/asymmetric_fence.h>
#include <arcas/base/processor.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

template <template <class> class Atom>
struct machine;

template <>
struct machine<std::atomic> {
  static void fence(std::memory_order order) noexcept { thread_fence(order); }
  static void pause() noexcept { arcas::pause(); }
  // The two sides of an asymmetric fence (asymmetric_fence.h): light_fence() is for frequent use,
  // heavy_fence() pays for both.
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
  // How often a thread retries what other threads may undo; a simulator returns a smaller number.
  static constexpr unsigned tries(unsigned most) noexcept { return most; }
};

}  // namespace arcas::inline v0::detail
