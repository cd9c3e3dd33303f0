// SPDX-License-Identifier: Apache-2.0
// arcas ktruss FILE: what is the truss number of each edge?
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/core_numbers.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

// Number of edges of the k-truss, by k.
std::vector<std::size_t> truss_sizes(const graph::truss_result& result) {
  std::vector<std::size_t> sizes(result.greatest + std::size_t{1});
  for (const std::uint32_t k : result.numbers) ++sizes[k];
  for (std::size_t k = sizes.size() - 1; k-- > 0;) sizes[k] += sizes[k + 1];
  return sizes;
}

int run_ktruss(kernel_choice& given, session& s) {
  given.graph.simple = true;
  given.direction = graph_direction::undirected;
  return run_kernel(given, s, [&](process_run& run) {
    const graph::undirected_view g = run.undirected();
    const auto found =
        run.timed("truss numbers", [&](unsigned) { return graph::truss_numbers(g); });
    const std::vector<std::size_t> sizes = truss_sizes(found);
    std::vector<std::vector<std::string>> rows;
    for (std::size_t k = sizes.size(); k-- > 2 && rows.size() < given.top;)
      rows.push_back({grouped(k), grouped(sizes[k])});
    run.report.text = as_table({"k", "edges of the k-truss"}, rows);
    run.report.text += fmt::format("greatest truss number {}\n", found.greatest);
    run.report.result = {{"greatest", found.greatest}, {"truss_sizes", json_list(sizes)}};
    run.check(
        [&] { return graph::fault_in_truss_numbers(g, found.edges.all(), found.numbers.all()); });
    run.write_rows(
        found.edges.size(),
        {run.id_column("vertex", found.edges.size(),
                       [&](std::size_t e) { return found.edges[e].from; }),
         run.id_column("other", found.edges.size(),
                       [&](std::size_t e) { return found.edges[e].to; }),
         {"truss", column_kind::whole, [&](std::size_t e) { return found.numbers[e]; }}});
  });
}

}  // namespace

subcommand ktruss_subcommand(command_line& program) {
  return make_subcommand(
      program, "ktruss", "Find the truss number of each edge",
      "The k-truss is the largest subgraph in which every edge is in at least k - 2 triangles of\n"
      "the subgraph. Edges are taken as undirected; parallel edges count once, self-loops are\n"
      "ignored. --output has a row for each edge.\n\n"
      "Examples:\n"
      "  arcas ktruss data/soc-Slashdot0902.txt.zst\n"
      "  arcas ktruss graph.txt --output trusses.csv --check",
      [](const options& arguments, kernel_choice& given) {
        add_plot_option(arguments, given, "truss", chart_form::counts);
        add_kernel_options(arguments, given, "Values of k to print, the greatest first");
      },
      run_ktruss);
}

}  // namespace cli
