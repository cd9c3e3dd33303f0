// SPDX-License-Identifier: Apache-2.0
// arcas components FILE: which connected components does a graph have?
#include "commands_of_ranks.h"
#include "kernel_checks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/transform.h>

#include <limits>
#include <span>

namespace cli {
namespace {

namespace graph = arcas::graph;

graph::components_result components_of(const graph::graph_view& g, bool strong) {
  return strong ? graph::strong_components(g) : graph::components(g);
}

graph::components_result components_of(const process_run& run, const components_arguments& given) {
  if (!given.threshold) return components_of(run.links, given.strong);
  return run.with_graph<graph::components_result>(
      [&]<class W, bool Directed>(const graph::basic_graph<W, Directed>& g)
        requires graph::is_weight<W> {
          const auto heavy = filter_edges(g, [&](vertex, vertex, auto weight) {
            return static_cast<double>(weight) >= *given.threshold;
          });
          return components_of(heavy, given.strong);
        });
}

void find(process_run& run, const components_arguments& given) {
  const auto found = run.timed("components", [&](unsigned) { return components_of(run, given); });
  const auto labels = found.labels.all();
  const auto sizes = graph::component_sizes(labels);
  describe_components(run.report, sizes.size(), sizes, given.strong, given.threshold, given.top,
                      run.ids());
  run.check([&] { return fault_in_labels(run, given.threshold, given.strong, labels); });
  run.write({run.id_column("component", [&](std::size_t v) { return labels[v]; })});
}

int run_components(components_arguments& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) { find(run, given); });
}

}  // namespace

subcommand components_subcommand(command_line& program) {
  return components_command(program, run_components);
}

}  // namespace cli
