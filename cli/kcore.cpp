// SPDX-License-Identifier: Apache-2.0
// arcas kcore FILE: how deep inside the graph is each vertex?
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/core_numbers.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

int run_kcore(kernel_choice& given, session& s) {
  given.graph.simple = true;
  return run_kernel<graph::undirected_graph>(open_graph(given.graph, s), given, s, [&](auto& run) {
    const auto result =
        run.timed("core numbers", [&](unsigned) { return graph::core_numbers(run.graph); });
    describe_core_numbers(
        run.report, counts_of(result.cores.all(), result.degeneracy + std::size_t{1}), given.top);
    run.check([&] { return fault_in_core_numbers(run.graph, result.cores.all()); });
    run.write({{"core", column_kind::whole, [&](std::size_t v) { return result.cores[v]; }}});
  });
}

}  // namespace

subcommand kcore_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "kcore", "Find the core number of each vertex",
      "The k-core is the largest part in which every vertex has k neighbours or more. Edges are\n"
      "taken as undirected; parallel edges count once, self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas kcore data/soc-Slashdot0902.txt.zst\n"
      "  arcas kcore graph.txt --output cores.csv --check",
      [](CLI::App& arguments, kernel_choice& given) {
        add_plot_option(arguments, given, "core", chart_form::counts);
        add_kernel_options(arguments, given, "Values of k to print, the greatest first");
      },
      run_kcore);
}

}  // namespace cli
