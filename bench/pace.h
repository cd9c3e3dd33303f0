// SPDX-License-Identifier: Apache-2.0
// Does each processor of this machine have a core of its own at present? On a virtual machine two
// processors may be hyperthreads of one core for a while, or share cores with other virtual
// machines. Then two workers are less than twice as fast as one, whatever the runtime.
#pragma once

#include "burden.h"
#include "pin.h"

#include <arcas/base/processor.h>

#include <algorithm>
#include <array>
#include <latch>
#include <numeric>
#include <thread>
#include <vector>

namespace bench {

// Keeps all execution units of a core busy by several independent chains of additions. The
// iterations of workload.h, which multiply, leave some units idle.
inline std::uint64_t busy_work(std::uint64_t rounds) {
  std::array<std::uint64_t, 8> chains{1, 2, 3, 4, 5, 6, 7, 8};
  for (std::uint64_t r = 0; r < rounds; ++r) {
    for (std::uint64_t& c : chains) c += (c << 3) ^ r;
  }
  return std::accumulate(chains.begin(), chains.end(), std::uint64_t{0});
}

// Cycles for a few milliseconds' work on the n-th of the allowed processors.
inline double paced_work(const cpu_set_t& allowed, int n) {
  constexpr std::uint64_t rounds = 1'000'000;
  pin_to(allowed, n);
  const std::uint64_t start = arcas::cycles();
  // Stored, so that the compiler does not remove the work.
  volatile std::uint64_t result = busy_work(rounds);
  static_cast<void>(result);
  return static_cast<double>(arcas::cycles() - start);
}

// The work that two threads usually do, as a multiple of what one thread at its best does in the
// same time: 2 if each thread has a core of its own.
inline double pace_together(const cpu_set_t& allowed) {
  constexpr int tries = 40;
  double best = paced_work(allowed, 0);
  std::vector<double> together;
  for (int t = 0; t < tries; ++t) {
    const double alone = paced_work(allowed, 0);
    std::latch ready(2);
    double there = 0;
    std::jthread partner([&] {
      ready.arrive_and_wait();
      there = paced_work(allowed, 1);
    });
    ready.arrive_and_wait();
    const double here = paced_work(allowed, 0);
    partner.join();
    best = std::min({best, alone, here, there});
    together.push_back((here + there) / 2);
  }
  return 2 * best / median(std::move(together));
}

}  // namespace bench
