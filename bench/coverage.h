// SPDX-License-Identifier: Apache-2.0
// Does the configuration that is about to be timed run every iteration once? One small loop checks
// this.
#pragma once

#include "loop_runtime.h"

#include <atomic>
#include <vector>

namespace bench {

template <loop_runtime Runtime>
void check_coverage(Runtime& runtime) {
  constexpr std::uint64_t n = 10007;  // a prime: no grain divides it
  std::vector<std::atomic<unsigned>> times(n);
  runtime.loop(n, [&](std::uint64_t begin, std::uint64_t end) {
    // relaxed: read only after the loop, whose end publishes what its iterations did.
    for (; begin < end; ++begin) times[begin].fetch_add(1, std::memory_order_relaxed);
  });
  for (std::uint64_t i = 0; i < n; ++i) {
    // relaxed: the loop has ended.
    const unsigned count = times[i].load(std::memory_order_relaxed);
    if (count == 1) continue;
    throw std::runtime_error("iteration " + std::to_string(i) + " of " + std::to_string(n) +
                             " ran " + std::to_string(count) + " times: nothing was timed");
  }
}

}  // namespace bench
