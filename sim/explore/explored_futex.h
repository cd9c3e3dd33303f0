// SPDX-License-Identifier: Apache-2.0
// The futex of explored words: asleep means that nobody goes on with it until it is woken.
#pragma once

#include <sim/explore/explored_atomic.h>

#include <arcas/workers/sleep.h>

namespace arcas::inline v0::detail {

template <>
struct futex<sim::explored_atomic> {
  // Of marks all sleepers have the same: each check wakes all that sleep on a word, or has one sleeper.
  static void wait(sim::explored_atomic<std::uint32_t>& word, std::uint32_t expected,
                   std::uint32_t = 0) {
    word.park(expected);
  }
  static unsigned wake(sim::explored_atomic<std::uint32_t>& word, int sleepers, std::uint32_t = 0) {
    return word.wake(static_cast<unsigned>(sleepers));
  }
};

}  // namespace arcas::inline v0::detail
