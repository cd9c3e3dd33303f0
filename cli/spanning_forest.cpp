// SPDX-License-Identifier: Apache-2.0
// arcas spanning-forest FILE: which edges connect each component with the least sum of weights?
#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>

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

template <class W>
void find(process_run& run, const graph::basic_undirected_graph<W>& g) {
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
  run.write_rows(edges.size(),
                 {run.id_column("vertex", [&](std::size_t i) { return edges[i].from; }),
                  run.id_column("other", [&](std::size_t i) { return edges[i].to; }),
                  {"weight", std::is_same_v<W, double> ? column_kind::real : column_kind::whole,
                   [&](std::size_t i) { return weight_of(edges[i]); }}});
}

int run_spanning_forest(kernel_choice& given, session& s) {
  take_undirected_graph(given);
  given.weights = weight_use::where_known;
  return run_kernel(given, s, [](process_run& run) {
    run.with_graph<void>([&]<class W>(const graph::basic_undirected_graph<W>& g) { find(run, g); });
  });
}

}  // namespace

subcommand spanning_forest_subcommand(command_line& program) {
  return make_subcommand(
      program, "spanning-forest", "Find a minimum spanning forest",
      "For each component of the graph, the tree of edges with the least sum of weights that\n"
      "connects it. Edges are taken as undirected; of parallel edges the lightest counts. Without\n"
      "weights, each edge counts as 1.\n"
      "--output has a row for each edge.\n\n"
      "Examples:\n"
      "  arcas spanning-forest USA-road-d.NY.gr --check\n"
      "  arcas spanning-forest roads.wel --output tree.csv",
      [](const options& arguments, kernel_choice& given) {
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_spanning_forest);
}

}  // namespace cli
