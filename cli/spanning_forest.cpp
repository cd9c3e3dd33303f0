// SPDX-License-Identifier: Apache-2.0
// arcas spanning-forest FILE: which edges connect the graph at the least weight?
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/spanning_forest.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

template <class E>
auto weight_of(const E& e) {
  if constexpr (requires { e.weight; }) {
    return e.weight;
  } else {
    return 1;
  }
}

void find(auto& run) {
  const auto& g = run.graph;
  const auto found =
      run.timed("spanning forest", [&](unsigned) { return graph::spanning_forest(g); });
  const auto& edges = found.edges;
  run.report.text = fmt::format("{} of weight {} in {}\n", counted(edges.size(), "edge"),
                                fmt::to_string(found.weight), counted(found.trees, "tree"));
  run.report.result = {{"edges", edges.size()}, {"trees", found.trees}, {"weight", found.weight}};
  using E = typename std::remove_cvref_t<decltype(edges)>::value_type;
  run.check([&] {
    return fault_in_spanning_forest(g, std::span<const E>(edges),
                                    static_cast<double>(found.weight));
  });
  using W = decltype(weight_of(edges[0]));
  run.write_rows(edges.size(),
                 {run.id_column("vertex", [&](std::size_t i) { return edges[i].from; }),
                  run.id_column("other", [&](std::size_t i) { return edges[i].to; }),
                  {"weight", std::is_integral_v<W> ? column_kind::whole : column_kind::real,
                   [&](std::size_t i) { return weight_of(edges[i]); }}});
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
      "--output has a row for each edge.\n\n"
      "Examples:\n"
      "  arcas spanning-forest USA-road-d.NY.gr --check\n"
      "  arcas spanning-forest roads.wel --output tree.csv",
      [](CLI::App& arguments, kernel_choice& given) {
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_spanning_forest);
}

}  // namespace cli
