// SPDX-License-Identifier: Apache-2.0
// arcas components FILE: which parts does a graph fall into?
#include "csv.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/check/components_check.h>
#include <arcas/graph/kernels/components.h>
#include <fmt/format.h>

#include <memory>
#include <variant>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct components_arguments {
  kernel_choice kernel;
  bool strong = false;
};

template <class G>
int find(const G& g, const graph_origin& origin, const components_arguments& given, session& s) {
  const kernel_choice& kernel = given.kernel;
  announce(origin, g.vertex_count(), g.edge_count(), kernel);
  kernel_report report;
  const auto result = timed_trials("components", kernel.trials, s, report.seconds, [&](unsigned) {
    return given.strong ? graph::strong_components(g) : graph::components(g);
  });
  describe_components(report, result.labels.all(), given.strong, kernel.top,
                      [&g](graph::vertex v) { return g.original_id(v); });
  if (kernel.check) {
    s.shown.begin("checking");
    report.fault = given.strong ? fault_in_strong_components(g, result.labels.all())
                                : fault_in_components(g, result.labels.all());
    s.shown.end();
  }
  if (!kernel.csv.empty()) {
    write_csv(kernel.csv, "vertex,component", g.vertex_count(), s,
              [&](std::size_t v, std::string& row) {
                row += fmt::format("{},{}", g.original_id(static_cast<graph::vertex>(v)),
                                   g.original_id(result.labels[v]));
              });
  }
  return show(report, origin, g.vertex_count(), g.edge_count(), kernel);
}

int run_components(const components_arguments& given, session& s) {
  apply(given.kernel.loops);
  const auto loaded = load_graph<graph::any_graph>(given.kernel.graph, s);
  return std::visit([&](const auto& g) { return find(g, loaded, given, s); }, loaded.graph);
}

}  // namespace

subcommand components_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("components", "Find the connected components of a graph");
  const auto given = std::make_shared<components_arguments>();
  arguments->add_flag("--strong", given->strong,
                      "Strongly connected components, by edge direction. Without it, "
                      "components are weakly connected");
  add_kernel_options(*arguments, given->kernel, "Components to print, the largest first");
  arguments->footer(
      "The label of a component is its least vertex.\n\n"
      "Examples:\n"
      "  arcas components data/soc-Slashdot0902.txt.zst --strong --check\n"
      "  arcas components --kronecker 20 --trials 16 --json\n"
      "  arcas components graph.mtx --csv parts.csv");
  return {arguments, [given](session& s) { return run_components(*given, s); }};
}

}  // namespace cli
