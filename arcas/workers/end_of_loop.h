// SPDX-License-Identifier: Apache-2.0
// Whether it pays to wait for a loop's end instead of looking for more to do in it.
#pragma once

#include <cstdint>

namespace arcas::detail {

// Learns from one thread's last waits: while they succeed every loop gets one; after failures only
// one loop in 2, 4, 8, 16.
class end_of_loop {
 public:
  // Cycles that are worth waiting: between one and four round trips of a cache line on the machines
  // measured.
  static constexpr std::uint64_t soon = 2'500;

  bool worth_waiting() {
    if (skip_ == 0) return true;
    --skip_;
    return false;
  }
  void came() { misses_ = 0; }
  void did_not_come() {
    if (misses_ < most_misses) ++misses_;
    skip_ = (1u << misses_) - 1;
  }

 private:
  static constexpr unsigned most_misses = 4;
  unsigned misses_ = 0;  // in a row, at most most_misses
  unsigned skip_ = 0;    // loops until the next wait
};

}  // namespace arcas::detail
