// SPDX-License-Identifier: Apache-2.0
// How well is one long loop shared out? Figure 4 of the Callisto paper: speedup over the same loop
// run by one thread without any synchronisation.
#pragma once

#include "coverage.h"
#include "loop_runtime.h"
#include "samples.h"

#include <arcas/base/processor.h>

namespace bench {

inline std::uint64_t sequential_cycles(const workload& load) {
  const std::uint64_t start = arcas::cycles();
  work(load, 0, load.iterations);
  return arcas::cycles() - start;
}

// The reference runs before the runtime makes its threads, which would spin beside it otherwise.
template <loop_runtime Runtime>
void measure_claim(const request& ask) {
  const std::uint32_t steps = steps_for(ask.cost, ask.cycles);
  const workload load = ask.shape == "even" ? even_workload(ask.iterations, steps)
                                            : skewed_workload(ask.iterations, steps);
  const workload warm_up = even_workload(ask.iterations / 8 + 1, steps);
  sequential_cycles(warm_up);
  const std::uint64_t sequential = sequential_cycles(load);
  Runtime runtime(ask);
  runtime.enter([&] {
    check_coverage(runtime);
    runtime.loop(warm_up.iterations, [&](auto begin, auto end) { work(warm_up, begin, end); });
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      const std::uint64_t start = arcas::cycles();
      runtime.loop(load.iterations, [&](auto begin, auto end) { work(load, begin, end); });
      const std::uint64_t parallel = arcas::cycles() - start;
      sample_line()
          .configuration(Runtime::name(), ask)
          .text("workload", ask.shape)
          .count("iterations", load.iterations)
          .number("iteration_cycles", ask.cycles)
          .timed(sample, sequential, parallel, ask)
          .print();
    }
  });
}

}  // namespace bench
