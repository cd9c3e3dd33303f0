// SPDX-License-Identifier: Apache-2.0
// arcas sssp FILE: how long is the shortest path from a vertex to each other?
#include "argument_values.h"
#include "kernel_run.h"
#include "path_columns.h"
#include "paths_report.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/shortest_paths.h>

#include <type_traits>
#include <vector>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct sssp_arguments : kernel_choice {
  std::vector<std::string> sources;
  std::vector<std::string> ends;  // of the paths to print
  std::size_t paths = 1;          // to each
  double delta = 0;

  // For single paths, and for a column of --output.
  bool needs_parents() const { return !output.empty() || (!ends.empty() && paths == 1); }
};

void describe_paths(auto& run, const auto& result, const std::vector<vertex>& ends) {
  paths_report report(run.ids(), run.report);
  for (const vertex end : ends) {
    const auto path = path_to(result, end);
    if (path.empty()) {
      report.none(end);
    } else {
      report.add(path, result.distances[end]);
    }
  }
}

// Several to each end: the paths to ends[i] are more[i].
void describe_more_paths(auto& run, vertex source, std::size_t most,
                         const std::vector<vertex>& ends, const auto& more) {
  paths_report report(run.ids(), run.report);
  for (std::size_t i = 0; i < ends.size() && run.report.fault.empty(); ++i) {
    report.add_all(ends[i], more[i]);
    run.check([&] { return fault_in_paths(run.graph, source, ends[i], most, more[i]); });
  }
}

void measure(auto& run, const sssp_arguments& given) {
  const auto& g = run.graph;
  using W = typename std::remove_cvref_t<decltype(g)>::weight_type;
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const bool several = given.paths > 1;
  std::vector<std::vector<graph::weighted_path<W>>> more(ends.size());
  const auto result = run.timed("shortest paths", [&](unsigned trial) {
    const vertex source = sources[trial - 1];
    auto found = graph::sssp(g, source, {.delta = given.delta, .parents = given.needs_parents()});
    for (std::size_t i = 0; several && i < ends.size(); ++i) {
      run.current.shown.reached("paths to " + run.ids()(ends[i]).shown());
      more[i] = graph::k_shortest_paths(g, source, ends[i], given.paths);
    }
    return found;
  });
  const auto distances = result.distances.all();
  distance_summary<graph::distance<W>> facts;
  for (std::size_t v = 0; v < distances.size(); ++v) facts.add(v, distances[v]);
  describe_distances(run.report, run.ids()(sources.back()), facts, result.delta,
                     run.origin.random_weights, run.ids());
  if (!run.origin.weighted && !run.origin.random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  if (several) {
    describe_more_paths(run, sources.back(), given.paths, ends, more);
  } else {
    describe_paths(run, result, ends);
  }
  if (!run.report.fault.empty()) return;
  run.check([&]() -> std::string {
    std::string fault = fault_in_distances(g, sources.back(), distances);
    if (!fault.empty() || !given.needs_parents()) return fault;
    return fault_in_shortest_paths(g, sources.back(), distances, result.parents.all());
  });
  run.write(distance_columns(distances, result.parents.all(), run.ids()));
}

int run_sssp(sssp_arguments& given, session& s) {
  require_ends(given.paths, given.ends);
  if (given.needs_parents()) given.result_bytes = sizeof(vertex);
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
      "--output has a row for each vertex: vertex, distance, and parent, the last vertex before it "
      "on "
      "a shortest\n"
      "path; the parent of the source is the source.\n\n"
      "Examples:\n"
      "  arcas sssp USA-road-d.NY.gr --source 1 --check\n"
      "  arcas sssp --kronecker 20 --random-weights --trials 16 --json\n"
      "  arcas sssp roads.wel --source 7 --path-to 12 --paths 5\n"
      "  arcas sssp roads.wel --source 7 --output distances.csv",
      [](CLI::App& arguments, sssp_arguments& given) {
        add_ids(arguments, "--source", given.sources,
                "The start vertex. Without it, each trial draws a vertex with edges by --seed");
        add_ids(arguments, "--path-to", given.ends,
                "Print a shortest path to this vertex; may be repeated");
        add_number(arguments, "--paths", given.paths,
                   "With --path-to: so many shortest paths without a vertex twice", 1, 1'000'000);
        arguments
            .add_flag("--random-weights", given.graph.random_weights,
                      "Draw weights from 1 to 255, as GAP does, if the graph has none; else each "
                      "edge counts as 1")
            ->group("Graph");
        add_number(arguments, "--delta", given.delta,
                   "Bin width of delta-stepping; 0: derived from weights and degrees", 0);
        add_plot_option(arguments, given, "distance", chart_form::at_least);
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_sssp);
}

}  // namespace cli
