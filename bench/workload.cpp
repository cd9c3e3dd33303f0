// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <arcas/base/processor.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bench {
namespace {

// Four chains hide the latency of a multiplication, three cycles. Their factors are odd, so the
// products never become zero.
void take_steps(std::uint64_t seed, std::uint32_t steps) {
  std::uint64_t a = seed | 1, b = seed + 3, c = seed + 5, d = seed + 7;
  for (std::uint32_t s = 0; s < steps; ++s) {
    a *= 0x9e3779b97f4a7c15u;
    b *= 0xbf58476d1ce4e5b9u;
    c *= 0x94d049bb133111ebu;
    d *= 0xd6e8feb86659fd93u;
  }
  const std::uint64_t result = a ^ b ^ c ^ d;
  __asm__ __volatile__("" : : "r"(result));  // the result counts as used, and costs no store
}

// The shortest try counts, since every disturbance makes a try longer.
double iteration_cycles(std::uint32_t steps) {
  constexpr int tries = 25;
  constexpr std::uint64_t iterations = 4000;
  const workload load = even_workload(iterations, steps);
  std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
  for (int t = 0; t < tries; ++t) {
    const std::uint64_t start = arcas::cycles();
    work(load, 0, iterations);
    best = std::min(best, arcas::cycles() - start);
  }
  return static_cast<double>(best) / iterations;
}

}  // namespace

calibration calibrate() {
  constexpr std::uint32_t few = 8, many = 24;
  const double step = (iteration_cycles(many) - iteration_cycles(few)) / (many - few);
  return {std::max(0.0, iteration_cycles(few) - few * step), step};
}

std::uint32_t steps_for(const calibration& cost, double cycles) {
  if (cycles <= 0) return 0;
  return static_cast<std::uint32_t>(std::max(1L, std::lround((cycles - cost.base) / cost.step)));
}

workload even_workload(std::uint64_t iterations, std::uint32_t steps) {
  return {iterations, 0, steps, steps};
}

workload skewed_workload(std::uint64_t iterations, std::uint32_t steps) {
  const std::uint64_t surplus = iterations * (std::max(steps, 1u) - 1);
  return {iterations, std::min(iterations, surplus / (skew_factor - 1)), 1, skew_factor};
}

void work(const workload& load, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i) {
    take_steps(i, i < load.heavy ? load.heavy_steps : load.light_steps);
  }
}

}  // namespace bench
