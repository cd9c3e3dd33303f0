// SPDX-License-Identifier: Apache-2.0
// The futex of explored words: a sleeping thread does not continue until it is woken.
#pragma once

#include <sim/explore/explored_atomic.h>

#include <arcas/workers/sleep.h>

namespace arcas::inline v0::detail {

template <>
struct futex<sim::explored_atomic> {
  // The last argument, the marks of sleepers, is ignored: each check wakes all sleepers of
  // a word, or has only one sleeper.
  static void wait(sim::explored_atomic<std::uint32_t>& word, std::uint32_t expected,
                   std::uint32_t = 0) {
    word.park(expected);
  }
  static unsigned wake(sim::explored_atomic<std::uint32_t>& word, int sleepers, std::uint32_t = 0) {
    return word.wake(static_cast<unsigned>(sleepers));
  }
};

}  // namespace arcas::inline v0::detail
