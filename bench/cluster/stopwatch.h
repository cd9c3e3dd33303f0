// SPDX-License-Identifier: Apache-2.0
// How long does something take?
#pragma once

#include <time.h>

#include <chrono>

namespace bench {

// Runs from its construction on.
class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // The time for which this thread has had a processor. Other threads may use the same processor.
  double processor_seconds() const { return processor_now() - processor_start_; }

 private:
  static double processor_now() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
  }
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double processor_start_ = processor_now();
};

}  // namespace bench
