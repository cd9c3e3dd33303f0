// SPDX-License-Identifier: Apache-2.0
// What carriers of real networks have in common: the clock, and what a rank does with its processor
// while it has nothing to do.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace arcas::cluster::detail {

inline std::uint64_t real_nanoseconds() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

// There has been nothing to do for that many calls in a row. After some the processor is lent to
// other ranks, and after many we sleep: more ranks than processors is what laptops and tests have.
inline void lend_processor(unsigned calls) {
  constexpr unsigned calls_before_yield = 16;
  constexpr unsigned calls_before_sleep = 20'000;
  if (calls > calls_before_sleep) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  } else if (calls > calls_before_yield) {
    std::this_thread::yield();
  }
}

}  // namespace arcas::cluster::detail
