// SPDX-License-Identifier: Apache-2.0
// arcas kcore FILE: how deep inside the graph is each vertex?
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/core_numbers.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

// Vertices of the k-core, by k.
std::vector<std::size_t> core_sizes(const graph::core_result& result) {
  std::vector<std::size_t> sizes(result.degeneracy + std::size_t{1});
  for (const std::uint32_t core : result.cores) ++sizes[core];
  for (std::size_t k = sizes.size() - 1; k-- > 0;) sizes[k] += sizes[k + 1];
  return sizes;
}

void describe(kernel_report& report, const graph::core_result& result, std::size_t top) {
  const std::vector<std::size_t> sizes = core_sizes(result);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = sizes.size(); k-- > 0 && rows.size() < top;) {
    rows.push_back({grouped(k), grouped(sizes[k])});
  }
  report.text = as_table({"k", "vertices of the k-core"}, rows);
  report.text += fmt::format("degeneracy {}\n", result.degeneracy);
  report.result = {{"degeneracy", result.degeneracy}, {"core_sizes", json_list(sizes)}};
}

int run_kcore(kernel_choice& given, session& s) {
  given.graph.simple = true;
  return run_kernel<graph::undirected_graph>(open_graph(given.graph, s), given, s, [&](auto& run) {
    const auto result =
        run.timed("core numbers", [&](unsigned) { return graph::core_numbers(run.graph); });
    describe(run.report, result, given.top);
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
