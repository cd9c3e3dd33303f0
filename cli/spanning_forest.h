// SPDX-License-Identifier: Apache-2.0
// The command spanning-forest, in one process and on ranks (kernels_once.h): which edges connect
// each component with the least sum of weights?
#pragma once

#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>

#include <span>
#include <string>
#include <type_traits>

namespace cli {

template <class E>
auto weight_of(const E& e) {
  if constexpr (requires { e.weight; }) {
    return e.weight;
  } else {
    return 1;
  }
}

// W: the type of the weights of g.
template <class W, class Run, class Graph>
void find_forest_of(Run& run, const Graph& g) {
  const graph::spanning_forest_result<W> found =
      run.timed("spanning forest", [&](unsigned) { return spanning_forest<W>(g); });
  const auto& edges = found.edges;
  run.report.text = fmt::format("{} of weight {} in {}\n", counted(edges.size(), "edge"),
                                fmt::to_string(found.weight), counted(found.trees, "tree"));
  run.report.result = {{"edges", edges.size()}, {"trees", found.trees}, {"weight", found.weight}};
  run.check_by([&](const process_run& whole) {
    return whole.with_graph<std::string>([&](const graph::basic_undirected_graph<W>& on) {
      return fault_in_spanning_forest(on, std::span(edges), static_cast<double>(found.weight));
    });
  });
  run.write_rows(
      edges.size(),
      {run.id_column("vertex", edges.size(), [&](std::size_t i) { return edges[i].from; }),
       run.id_column("other", edges.size(), [&](std::size_t i) { return edges[i].to; }),
       {"weight", std::is_same_v<W, double> ? column_kind::real : column_kind::whole,
        [&](std::size_t i) { return weight_of(edges[i]); }}});
}

template <class Run>
void find_spanning_forest(Run& run, const kernel_choice&) {
  run.on_undirected_by_weight([&]<class W>(const auto& g) { find_forest_of<W>(run, g); });
}

inline constexpr command<kernel_choice> spanning_forest_command = {
    "spanning-forest", "Find a minimum spanning forest",
    "For each component of the graph, the tree of edges with the least sum of weights that\n"
    "connects it. Edges are taken as undirected; of parallel edges the lightest counts. Without\n"
    "weights, each edge counts as 1.\n"
    "--output has a row for each edge.\n\n"
    "Examples:\n"
    "  arcas spanning-forest USA-road-d.NY.gr --check\n"
    "  arcas spanning-forest roads.wel --output tree.csv",
    [](const options& arguments, kernel_choice& given) {
      take_undirected_graph(given);
      given.weights = weight_use::where_known;
      add_kernel_options(arguments, given, nullptr);
    }};

}  // namespace cli
