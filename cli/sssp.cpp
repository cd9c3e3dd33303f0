// SPDX-License-Identifier: Apache-2.0
// arcas sssp FILE: how long is the shortest path from a vertex to each other?
#include "argument_values.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/sssp.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct sssp_arguments : kernel_choice {
  std::vector<std::string> sources;
  double delta = 0;
};

void measure(auto& run, const sssp_arguments& given) {
  const auto& g = run.graph;
  const auto sources = run.trial_sources(given.sources);
  const auto result = run.timed("shortest paths", [&](unsigned trial) {
    return graph::sssp(g, sources[trial - 1], {.delta = given.delta});
  });
  const auto distances = result.distances.all();
  using D = std::remove_const_t<typename decltype(distances)::element_type>;
  describe_distances<D>(run.report, run.ids()(sources.back()), distances, result.delta,
                        run.origin.random_weights, run.ids());
  run.check([&] { return fault_in_distances(g, sources.back(), distances); });
  run.write("distance", [&](vertex v) {
    return distances[v] == graph::infinitely_far<D> ? "" : fmt::to_string(distances[v]);
  });
}

int run_sssp(sssp_arguments& given, session& s) {
  const auto act = [&](auto& run) { measure(run, given); };
  graph_opening opening = open_graph(given.graph, s);
  if (opening.facts.weights == graph::weight_kind::real) {
    return run_kernel<graph::any_real_graph>(std::move(opening), given, s, act);
  }
  return run_kernel<graph::any_weighted_graph>(std::move(opening), given, s, act);
}

}  // namespace

subcommand sssp_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "sssp", "Find the shortest paths from a vertex to all others",
      "Examples:\n"
      "  arcas sssp USA-road-d.NY.gr --source 1 --check\n"
      "  arcas sssp --kronecker 20 --trials 16 --json\n"
      "  arcas sssp roads.wel --source 7 --csv distances.csv",
      [](CLI::App& arguments, sssp_arguments& given) {
        add_ids(arguments, "--source", given.sources,
                "The start vertex. Without it, each trial draws a vertex with edges by --seed");
        add_number(arguments, "--delta", given.delta,
                   "Bin width of delta-stepping; 0: derived from weights and degrees", 0);
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_sssp);
}

}  // namespace cli
