// SPDX-License-Identifier: Apache-2.0
// arcas spanning-forest FILE: which edges connect the graph at the least weight?
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/spanning_forest.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

template <class E>
std::string weight_of(const E& e) {
  if constexpr (requires { e.weight; }) {
    return fmt::to_string(e.weight);
  } else {
    return "1";
  }
}

void find(auto& run) {
  const auto& g = run.graph;
  const auto found =
      run.timed("spanning forest", [&](unsigned) { return graph::spanning_forest(g); });
  const auto& edges = found.edges;
  run.report.text = fmt::format("{} of weight {} in {}\n", counted(edges.size(), "edge"),
                                fmt::to_string(found.weight), counted(found.trees, "tree"));
  run.report.result = {
      {"spanning_forest", json_object({{"edges", edges.size()},
                                       {"trees", found.trees},
                                       {"weight", json::raw(fmt::to_string(found.weight))}})}};
  using E = typename std::remove_cvref_t<decltype(edges)>::value_type;
  run.check([&] {
    return fault_in_spanning_forest(g, std::span<const E>(edges),
                                    static_cast<double>(found.weight));
  });
  if (run.choice.csv.empty()) return;
  // A row an edge.
  const id_of_vertex id = run.ids();
  write_csv(
      run.choice.csv, "other,weight", edges.size(), [&](vertex i) { return id(edges[i].from); },
      [&](vertex i) {
        return fmt::format("{},{}", csv_cell(id(edges[i].to)), weight_of(edges[i]));
      },
      run.current.stop);
}

int run_spanning_forest(kernel_choice& given, session& s) {
  given.graph.undirected = true;
  graph_opening opening = open_graph(given.graph, s);
  switch (opening.facts.weights) {
    case graph::weight_kind::none:
      return run_kernel<graph::undirected_graph>(std::move(opening), given, s,
                                                 [](auto& run) { find(run); });
    case graph::weight_kind::whole:
      return run_kernel<graph::weighted_undirected_graph>(std::move(opening), given, s,
                                                          [](auto& run) { find(run); });
    default:
      return run_kernel<graph::real_undirected_graph>(std::move(opening), given, s,
                                                      [](auto& run) { find(run); });
  }
}

}  // namespace

subcommand spanning_forest_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "spanning-forest", "Find a minimum spanning forest",
      "For each component the edges that connect it at the least sum of weights. Edges are taken "
      "as\n"
      "undirected; of parallel edges the lightest counts. Without weights each edge weighs 1.\n"
      "--csv has a row for each edge.\n\n"
      "Examples:\n"
      "  arcas spanning-forest USA-road-d.NY.gr --check\n"
      "  arcas spanning-forest roads.wel --csv tree.csv",
      [](CLI::App& arguments, kernel_choice& given) {
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_spanning_forest);
}

}  // namespace cli
