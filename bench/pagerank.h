// SPDX-License-Identifier: Apache-2.0
// How well is a real, uneven, memory-bound loop shared out? Figure 5 of the Callisto paper: passes
// of PageRank over a graph, one vertex an iteration.
#pragma once

#include "loop_runtime.h"
#include "pagerank_pass.h"
#include "samples.h"

#include <arcas/base/processor.h>

#include <cmath>

namespace bench {

// Cycles of all passes of a sample. loop(run) is one pass.
template <class Loop>
std::uint64_t sweep_cycles(pagerank_run& run, unsigned sweeps, const Loop& loop) {
  run.restart();
  const std::uint64_t start = arcas::cycles();
  for (unsigned s = 0; s < sweeps; ++s) {
    loop(run);
    run.finish_pass();
  }
  return arcas::cycles() - start;
}

// Parallel and sequential passes, equal in number, end with the same residual up to rounding, since
// only the order of additions differs.
inline void check_residual(double expected, double found) {
  if (std::abs(expected - found) <= 1e-9 * std::max(expected, found)) return;
  throw std::runtime_error("the parallel passes ended with residual " + std::to_string(found) +
                           " where the sequential ones had " + std::to_string(expected));
}

template <loop_runtime Runtime>
void measure_pagerank(const request& ask) {
  const any_graph graph = load_graph(ask.graph, memory_named(ask.memory));
  pagerank_run run(graph);
  const auto alone = [](pagerank_run& r) { r.chunk(0, r.vertices()); };
  sweep_cycles(run, 1, alone);
  const std::uint64_t sequential = sweep_cycles(run, ask.sweeps, alone);
  const double residual = run.residual();
  Runtime runtime(ask);
  runtime.enter([&] {
    const auto together = [&](pagerank_run& r) {
      runtime.loop(r.vertices(), [&](auto begin, auto end) { r.chunk(begin, end); });
    };
    sweep_cycles(run, 1, together);
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      const std::uint64_t parallel = sweep_cycles(run, ask.sweeps, together);
      check_residual(residual, run.residual());
      sample_line()
          .configuration(Runtime::name(), ask)
          .text("graph", ask.graph_name)
          .count("iterations", run.vertices())
          .count("sweeps", ask.sweeps)
          .timed(sample, sequential, parallel, ask)
          .print();
    }
  });
}

}  // namespace bench
