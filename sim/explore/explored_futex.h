// SPDX-License-Identifier: Apache-2.0
// The futex of explored words: asleep means that nobody goes on with it until it is woken.
#pragma once

#include <sim/explore/explored_atomic.h>

#include <arcas/workers/sleep.h>

namespace arcas::inline v0::detail {

template <>
struct futex<sim::explored_atomic> {
  static void wait(sim::explored_atomic<std::uint32_t>& word, std::uint32_t expected) {
    word.park(expected);
  }
  static void wake(sim::explored_atomic<std::uint32_t>& word, int sleepers) {
    word.wake(static_cast<unsigned>(sleepers));
  }
};

}  // namespace arcas::inline v0::detail
