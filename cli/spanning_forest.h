// SPDX-License-Identifier: Apache-2.0
// The command spanning-forest, in one process and on ranks (kernels_once.h).
#pragma once

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

// kernel() returns a spanning_forest_result<W>; W is the type of the weights of the graph.
template <class W, class Run, class Kernel>
void find_forest_by(Run& run, const Kernel& kernel) {
  const arcas::graph::spanning_forest_result<W> found =
      run.timed("spanning forest", [&](unsigned) { return kernel(); });
  const auto& edges = found.edges;
  run.report.text = fmt::format("{} of weight {} in {}\n", counted(edges.size(), "edge"),
                                fmt::to_string(found.weight), counted(found.trees, "tree"));
  run.report.result = {{"edges", edges.size()}, {"trees", found.trees}, {"weight", found.weight}};
  run.check_by([&](const process_run& whole) {
    return whole.with_graph<std::string>([&](const arcas::graph::basic_undirected_graph<W>& g) {
      return fault_in_spanning_forest(g, std::span(edges), static_cast<double>(found.weight));
    });
  });
  run.write_rows(edges.size(),
                 {run.id_column("vertex", [&](std::size_t i) { return edges[i].from; }),
                  run.id_column("other", [&](std::size_t i) { return edges[i].to; }),
                  {"weight", std::is_same_v<W, double> ? column_kind::real : column_kind::whole,
                   [&](std::size_t i) { return weight_of(edges[i]); }}});
}

}  // namespace cli
