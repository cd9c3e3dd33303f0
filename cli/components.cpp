// SPDX-License-Identifier: Apache-2.0
// arcas components FILE: which parts does a graph fall into?
#include "argument_values.h"
#include "heavy_edges.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/transform.h>

#include <limits>
#include <span>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct components_arguments : kernel_choice {
  bool strong = false;
};

graph::components_result components_of(const graph::graph_view& g, bool strong) {
  return strong ? graph::strong_components(g) : graph::components(g);
}

void report(auto& run, std::span<const vertex> labels, const components_arguments& given) {
  const auto sizes = graph::component_sizes(labels);
  describe_components(run.report, sizes.size(), sizes, given.strong, given.threshold, given.top,
                      run.ids());
  run.check([&] {
    if (!given.threshold) return fault_in_labels(run.graph, given.strong, labels);
    return fault_in_labels(heavy_edges(run.graph, *given.threshold), given.strong, labels);
  });
  run.write({run.id_column("component", [&](std::size_t v) { return labels[v]; })});
}

void find(auto& run, const components_arguments& given) {
  const auto found =
      run.timed("components", [&](unsigned) { return components_of(run.graph, given.strong); });
  report(run, found.labels.all(), given);
}

void find_by_threshold(auto& run, const components_arguments& given) {
  const auto found = run.timed("components", [&](unsigned) {
    const auto heavy = filter_edges(run.graph, [&](vertex, vertex, auto weight) {
      return static_cast<double>(weight) >= *given.threshold;
    });
    return components_of(heavy, given.strong);
  });
  report(run, found.labels.all(), given);
}

int run_components(components_arguments& given, session& s) {
  graph_opening opening = open_graph(given.graph, s);
  if (!given.threshold) {
    return run_kernel<graph::any_graph>(std::move(opening), given, s,
                                        [&](auto& run) { find(run, given); });
  }
  const auto act = [&](auto& run) { find_by_threshold(run, given); };
  if (opening.facts.weights == graph::weight_kind::real) {
    return run_kernel<graph::any_real_graph>(std::move(opening), given, s, act);
  }
  return run_kernel<graph::any_weighted_graph>(std::move(opening), given, s, act);
}

}  // namespace

subcommand components_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "components", "Find the connected components of a graph",
      "The label of a component is its least vertex.\n\n"
      "Examples:\n"
      "  arcas components data/soc-Slashdot0902.txt.zst --strong --check\n"
      "  arcas components --kronecker 20 --trials 16 --json\n"
      "  arcas components similar.csv --threshold 0.8\n"
      "  arcas components graph.mtx --output parts.csv",
      [](CLI::App& arguments, components_arguments& given) {
        arguments.add_flag("--strong", given.strong,
                           "Strongly connected components, by edge direction. Without it, "
                           "components are weakly connected");
        given.threshold_option = true;
        arguments
            .add_option("--threshold", given.threshold,
                        "Components of the graph without the edges that weigh less than W")
            ->type_name("W")
            ->check(number_from_below(std::numeric_limits<double>::lowest(), no_limit<double>))
            ->group("Graph");
        add_plot_option(arguments, given, "component", chart_form::groups);
        add_kernel_options(arguments, given, "Components to print, the largest first");
      },
      run_components);
}

}  // namespace cli
