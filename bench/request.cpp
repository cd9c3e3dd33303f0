// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include <arcas/base/processor.h>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdlib>

namespace bench {
namespace {

void add_options(CLI::App& app, request& ask) {
  app.add_option("measure", ask.measure,
                 "claim, burden, pagerank, triangles, betweenness, kernels, algorithms, replay or "
                 "tasks")
      ->required()
      ->check(CLI::IsMember({"claim", "burden", "pagerank", "triangles", "betweenness", "kernels",
                             "algorithms", "replay", "tasks"}));
  app.add_option("--schedule", ask.schedule,
                 "how the runtime shares the loop out, in its own words");
  app.add_option("--grain", ask.grain, "iterations per claim; 0: the runtime's own choice");
  app.add_option("--workers", ask.workers)->check(CLI::Range(1, 4096));
  app.add_option("--samples", ask.samples)->check(CLI::Range(1, 1000000));
  app.add_option("--workload", ask.shape)->check(CLI::IsMember({"even", "skewed"}));
  app.add_option("--operation", ask.operation)
      ->check(
          CLI::IsMember({"sum", "reducer", "reducing-tasks", "tasks", "filter", "scan", "sort"}));
  app.add_option("--recursion", ask.recursion)
      ->check(CLI::IsMember({"fib", "queens", "tree", "invoke", "group"}));
  app.add_option("--kernel", ask.kernel)->check(CLI::IsMember({"pagerank", "jacobi", "triangles"}));
  app.add_option("--iterations", ask.iterations, "iterations of one loop; size of a recursion")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  app.add_option("--cycles", ask.cycles, "cycles of one iteration, on average");
  app.add_option("--work-us", ask.work_us, "sequential microseconds of one loop; 0: an empty loop");
  app.add_option("--gap-us", ask.gap_us, "idle microseconds before each loop");
  app.add_option("--loops", ask.loops)->check(CLI::Range(1, 100000000));
  app.add_option("--graph", ask.graph, "a file that bench_graph wrote");
  app.add_option("--graph-name", ask.graph_name, "name of the graph in the record");
  app.add_option("--memory", ask.memory, "on which NUMA nodes the graph's pages lie")
      ->check(CLI::IsMember({"first-touch", "interleaved", "blocked"}));
  app.add_flag("--each-loop", ask.each_loop, "replay: a sample for each loop of the trace");
  app.add_option("--form", ask.form)->check(CLI::IsMember({"sources", "nested", "inside"}));
  app.add_option("--levels", ask.levels, "as ARCAS_LEVELS");
  app.add_option("--sources", ask.sources)->check(CLI::Range(1, 1000000));
  app.add_option("--sweeps", ask.sweeps)->check(CLI::Range(1, 1000000));
  app.add_option("--base-cycles", ask.cost.base, "as bench_machine printed them");
  app.add_option("--step-cycles", ask.cost.step, "as bench_machine printed them");
  app.add_option("--tsc-hz", ask.tsc_hz, "as bench_machine printed it");
  app.add_option("--commit", ask.commit, "commit of the sources, for the record");
  app.add_option("--label", ask.label, "name of the runtime, for the record");
}

}  // namespace

request read_request(int argc, char** argv) {
  request ask;
  CLI::App app{"Measures one runtime in one configuration and prints a line of JSON a sample."};
  add_options(app, ask);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& mistake) {
    std::exit(app.exit(mistake));
  }
  if (ask.cost.step <= 0) ask.cost = calibrate();
  if (ask.tsc_hz <= 0) ask.tsc_hz = measure_tsc_hz();
  return ask;
}

double measure_tsc_hz() {
  using clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds span{20};
  const auto start = clock::now();
  const std::uint64_t first = arcas::cycles();
  while (clock::now() - start < span) arcas::pause();
  const std::uint64_t last = arcas::cycles();
  const std::chrono::duration<double> seconds = clock::now() - start;
  return static_cast<double>(last - first) / seconds.count();
}

}  // namespace bench
