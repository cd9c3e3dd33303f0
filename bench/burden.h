// SPDX-License-Identifier: Apache-2.0
// What does one parallel loop cost beyond its work? The burden is T_p - T_1 / p, where T_p is the
// time of the loop on p workers, and T_1 the time of its work by the caller alone, without any
// synchronisation. Loops run back to back, or the caller waits outside the runtime before each.
// The loops are not empty, since the caller of a work-stealing runtime would run an empty loop
// alone.
#pragma once

#include "coverage.h"
#include "loop_runtime.h"
#include "samples.h"

#include <arcas/base/processor.h>

#include <algorithm>
#include <vector>

namespace bench {

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Median over batches of loops started back to back, in cycles a loop.
template <class Loop>
double cycles_back_to_back(const Loop& loop, std::uint64_t loops) {
  constexpr std::uint64_t batches = 20;
  const std::uint64_t size = std::max<std::uint64_t>(1, loops / batches);
  std::vector<double> costs;
  for (std::uint64_t b = 0; b < std::min(batches, loops); ++b) {
    const std::uint64_t start = arcas::cycles();
    for (std::uint64_t i = 0; i < size; ++i) loop();
    costs.push_back(static_cast<double>(arcas::cycles() - start) / static_cast<double>(size));
  }
  return median(std::move(costs));
}

// Median over loops timed one by one, each after `gap_cycles` cycles in which the caller does not
// touch the runtime. The time of reading the counter is subtracted.
template <class Loop>
double cycles_after_gap(const Loop& loop, std::uint64_t loops, double gap_cycles) {
  const auto gap = static_cast<std::uint64_t>(gap_cycles);
  std::vector<double> costs;
  for (std::uint64_t i = 0; i < loops; ++i) {
    const std::uint64_t idle_since = arcas::cycles();
    while (arcas::cycles() - idle_since < gap) arcas::pause();
    const std::uint64_t before = arcas::cycles();
    const std::uint64_t start = arcas::cycles();
    loop();
    const std::uint64_t reading = start - before;
    costs.push_back(static_cast<double>(arcas::cycles() - start) - static_cast<double>(reading));
  }
  return median(std::move(costs));
}

template <class Loop>
double loop_cycles(const Loop& loop, const request& ask) {
  if (ask.gap_us <= 0) return cycles_back_to_back(loop, ask.loops);
  return cycles_after_gap(loop, ask.loops, ask.gap_us * 1e-6 * ask.tsc_hz);
}

template <loop_runtime Runtime>
void measure_burden(const request& ask) {
  const double cycles = ask.work_us * 1e-6 * ask.tsc_hz / static_cast<double>(ask.iterations);
  const workload load = even_workload(ask.iterations, steps_for(ask.cost, cycles));
  const auto alone = [&] { work(load, 0, load.iterations); };
  loop_cycles(alone, ask);
  const double sequential = loop_cycles(alone, ask);
  Runtime runtime(ask);
  runtime.enter([&] {
    check_coverage(runtime);
    const auto together = [&] {
      runtime.loop(load.iterations, [&](auto begin, auto end) { work(load, begin, end); });
    };
    loop_cycles(together, ask);
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      sample_line()
          .configuration(Runtime::name(), ask)
          .number("work_us", ask.work_us)
          .number("gap_us", ask.gap_us)
          .count("iterations", load.iterations)
          .count("loops", ask.loops)
          .timed(sample, sequential, loop_cycles(together, ask), ask)
          .print();
    }
  });
}

}  // namespace bench
