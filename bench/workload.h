// SPDX-License-Identifier: Apache-2.0
// What is an iteration of a measured loop? A number of steps. A step is a few multiplications,
// enough of them independent to keep the multiplier busy. So an iteration costs the same whether
// it follows another iteration or is a chunk of its own, between two locked instructions. Otherwise
// the iterations of the sequential reference would overlap, and no runtime could reach a speedup
// equal to the number of workers.
//
// work() is compiled once, out of line, and called by every runtime and by the sequential
// reference.
#pragma once

#include <cstdint>

namespace bench {

// In a skewed loop, a heavy iteration has this many times the work of a light one.
inline constexpr std::uint32_t skew_factor = 1024;

// The first `heavy` iterations have heavy_steps each, all others light_steps.
struct workload {
  std::uint64_t iterations = 0;
  std::uint64_t heavy = 0;
  std::uint32_t light_steps = 0;
  std::uint32_t heavy_steps = 0;
};

// Cost of an iteration in cycles of the time stamp counter: base + step * (number of steps).
struct calibration {
  double base = 0;
  double step = 0;
};

// Measures the cost on this machine now, as the best of many short tries.
calibration calibrate();

// The number of steps of an iteration that takes `cycles`: at least one, or zero for zero cycles.
std::uint32_t steps_for(const calibration& cost, double cycles);

// All iterations have the same work.
workload even_workload(std::uint64_t iterations, std::uint32_t steps);

// As many steps in all as even_workload(), but the first (steps - 1) / 1,023 of the iterations have
// 1,024 steps each, and the others have one.
workload skewed_workload(std::uint64_t iterations, std::uint32_t steps);

// Iterations [begin, end).
[[gnu::noinline]] void work(const workload& load, std::uint64_t begin, std::uint64_t end);

}  // namespace bench
