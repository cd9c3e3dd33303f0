// SPDX-License-Identifier: Apache-2.0
// arcas sssp FILE: how long is the shortest path from a vertex to each other?
#include "argument_values.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/sssp.h>

#include <type_traits>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct sssp_arguments : kernel_choice {
  std::vector<std::string> sources;
  std::vector<std::string> ends;  // of the paths to print
  double delta = 0;
};

// The paths of --to, as lines and as a list.
void describe_paths(auto& run, const auto& result, const std::vector<vertex>& ends) {
  std::vector<json> paths;
  const id_of_vertex id_of = run.ids();
  for (const vertex end : ends) {
    std::vector<vertex_id> ids;
    for (const vertex v : path_to(result, end)) ids.push_back(id_of(v));
    const vertex_id id = id_of(end);
    if (ids.empty()) {
      run.report.text += fmt::format("{} cannot be reached\n", id.text);
      paths.push_back(
          json_object({{"to", id}, {"distance", json::raw("null")}, {"path", json_list(ids)}}));
      continue;
    }
    const std::string distance = fmt::to_string(result.distances[end]);
    run.report.text +=
        fmt::format("path to {}, distance {}: {}\n", id.text, distance, words_of(ids));
    paths.push_back(
        json_object({{"to", id}, {"distance", json::raw(distance)}, {"path", json_list(ids)}}));
  }
  run.report.result.push_back({"paths", json_list(paths)});
}

void measure(auto& run, const sssp_arguments& given) {
  const auto& g = run.graph;
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const auto result = run.timed("shortest paths", [&](unsigned trial) {
    return graph::sssp(g, sources[trial - 1],
                       {.delta = given.delta, .parents = !given.ends.empty()});
  });
  const auto distances = result.distances.all();
  using D = std::remove_const_t<typename decltype(distances)::element_type>;
  describe_distances<D>(run.report, run.ids()(sources.back()), distances, result.delta,
                        run.origin.random_weights, run.ids());
  if (!run.origin.weighted && !run.origin.random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  describe_paths(run, result, ends);
  run.check([&]() -> std::string {
    std::string fault = fault_in_distances(g, sources.back(), distances);
    if (!fault.empty() || ends.empty()) return fault;
    return fault_in_shortest_paths(g, sources.back(), distances, result.parents.all());
  });
  constexpr column_kind kind = std::is_integral_v<D> ? column_kind::whole : column_kind::real;
  run.write({{"distance", kind, [&](std::size_t v) {
                return distances[v] == graph::infinitely_far<D> ? table_cell()
                                                                : table_cell(distances[v]);
              }}});
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
      "  arcas sssp --kronecker 20 --random-weights --trials 16 --json\n"
      "  arcas sssp roads.wel --source 7 --path-to 12\n"
      "  arcas sssp roads.wel --source 7 --output distances.csv",
      [](CLI::App& arguments, sssp_arguments& given) {
        add_ids(arguments, "--source", given.sources,
                "The start vertex. Without it, each trial draws a vertex with edges by --seed");
        add_ids(arguments, "--path-to", given.ends,
                "Print a shortest path to this vertex; may be repeated");
        arguments
            .add_flag("--random-weights", given.graph.random_weights,
                      "Draw weights from 1 to 255, as GAP does, if the graph has none; else each "
                      "edge counts as 1")
            ->group("Graph");
        add_number(arguments, "--delta", given.delta,
                   "Bin width of delta-stepping; 0: derived from weights and degrees", 0);
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_sssp);
}

}  // namespace cli
