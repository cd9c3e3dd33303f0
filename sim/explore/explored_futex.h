// SPDX-License-Identifier: Apache-2.0
// The futex of explored words: a sleeping thread does not continue until it is woken.
#pragma once

#include <sim/explore/explored_atomic.h>

#include <arcas/workers/sleep.h>

namespace arcas::inline v0::detail {

template <>
struct futex<sim::explored_atomic> {
  // All sleepers have the same marks: each check wakes all sleepers of a word, or has one sleeper.
  static void wait(sim::explored_atomic<std::uint32_t>& word, std::uint32_t expected,
                   std::uint32_t = 0) {
    word.park(expected);
  }
  static unsigned wake(sim::explored_atomic<std::uint32_t>& word, int sleepers, std::uint32_t = 0) {
    return word.wake(static_cast<unsigned>(sleepers));
  }
};

}  // namespace arcas::inline v0::detail
