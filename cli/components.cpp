// SPDX-License-Identifier: Apache-2.0
// arcas components FILE: which parts does a graph fall into?
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct components_arguments : kernel_choice {
  bool strong = false;
};

void find(auto& run, bool strong) {
  const auto& g = run.graph;
  const auto result = run.timed("components", [&](unsigned) {
    return strong ? graph::strong_components(g) : graph::components(g);
  });
  const auto labels = result.labels.all();
  describe_components(run.report, labels, strong, run.choice.top, run.ids());
  run.check([&] {
    return strong ? fault_in_strong_components(g, labels) : fault_in_components(g, labels);
  });
  run.write({run.id_column("component", [&](std::size_t v) { return labels[v]; })});
}

int run_components(components_arguments& given, session& s) {
  return run_kernel<graph::any_graph>(open_graph(given.graph, s), given, s,
                                      [&](auto& run) { find(run, given.strong); });
}

}  // namespace

subcommand components_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "components", "Find the connected components of a graph",
      "The label of a component is its least vertex.\n\n"
      "Examples:\n"
      "  arcas components data/soc-Slashdot0902.txt.zst --strong --check\n"
      "  arcas components --kronecker 20 --trials 16 --json\n"
      "  arcas components graph.mtx --output parts.csv",
      [](CLI::App& arguments, components_arguments& given) {
        arguments.add_flag("--strong", given.strong,
                           "Strongly connected components, by edge direction. Without it, "
                           "components are weakly connected");
        add_plot_option(arguments, given, "component", chart_form::groups);
        add_kernel_options(arguments, given, "Components to print, the largest first");
      },
      run_components);
}

}  // namespace cli
