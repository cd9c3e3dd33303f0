// SPDX-License-Identifier: Apache-2.0
// arcas kcore FILE: how deep inside the graph is each vertex?
#include "csv.h"
#include "figures.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/check/core_numbers_check.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <fmt/format.h>

#include <memory>

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
  std::vector<std::string> all;
  for (const std::size_t size : sizes) all.push_back(std::to_string(size));
  report.text = as_table({"k", "vertices of the k-core"}, rows);
  report.text += fmt::format("degeneracy {}\n", result.degeneracy);
  report.result_name = "kcore";
  report.result_json =
      json_object().count("degeneracy", result.degeneracy).json("core_sizes", json_list(all)).str();
}

int run_kcore(const kernel_choice& kernel, session& s) {
  apply(kernel.loops);
  const auto loaded = load_graph<graph::undirected_graph>(
      kernel.graph, s, {.drop_duplicates = true, .drop_self_loops = true});
  const graph::undirected_graph& g = loaded.graph;
  announce(loaded, g.vertex_count(), g.edge_count(), kernel);
  kernel_report report;
  const auto result = timed_trials("core numbers", kernel.trials, s, report.seconds,
                                   [&](unsigned) { return graph::core_numbers(g); });
  describe(report, result, kernel.top);
  if (kernel.check) {
    s.shown.begin("checking");
    report.fault = fault_in_core_numbers(g, result.cores.all());
    s.shown.end();
  }
  if (!kernel.csv.empty()) {
    write_csv(kernel.csv, "vertex,core", g.vertex_count(), s, [&](std::size_t v, std::string& row) {
      row += fmt::format("{},{}", g.original_id(static_cast<graph::vertex>(v)), result.cores[v]);
    });
  }
  return show(report, loaded, g.vertex_count(), g.edge_count(), kernel);
}

}  // namespace

subcommand kcore_subcommand(CLI::App& program) {
  CLI::App* arguments = program.add_subcommand("kcore", "Find the core number of each vertex");
  const auto given = std::make_shared<kernel_choice>();
  add_kernel_options(*arguments, *given, "Values of k to print, the greatest first");
  arguments->footer(
      "The k-core is the largest part in which every vertex has k neighbours or more. Edges are\n"
      "taken as undirected; parallel edges count once, self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas kcore data/soc-Slashdot0902.txt.zst\n"
      "  arcas kcore graph.txt --csv cores.csv --check");
  return {arguments, [given](session& s) { return run_kcore(*given, s); }};
}

}  // namespace cli
