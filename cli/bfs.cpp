// SPDX-License-Identifier: Apache-2.0
// arcas bfs FILE: how many steps is everything away from a vertex?
#include "csv.h"
#include "figures.h"
#include "kernel_report.h"
#include "session.h"
#include "sources_choice.h"

#include <arcas/graph/check/bfs_check.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <memory>
#include <variant>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct bfs_arguments {
  kernel_choice kernel;
  std::vector<std::uint64_t> sources;
};

template <class G>
void write_levels(const G& g, const graph::bfs_result& result, const std::string& path,
                  session& s) {
  write_csv(path, "vertex,parent,level", g.vertex_count(), s, [&](std::size_t i, std::string& row) {
    const auto v = static_cast<graph::vertex>(i);
    row += std::to_string(g.original_id(v)) + ',';
    if (result.levels[v] == graph::unreached) {
      row += ',';
      return;
    }
    row +=
        std::to_string(g.original_id(result.parents[v])) + ',' + std::to_string(result.levels[v]);
  });
}

template <class G>
int search(const G& g, const graph_origin& origin, const bfs_arguments& given, session& s) {
  const kernel_choice& kernel = given.kernel;
  announce(origin, g.vertex_count(), g.edge_count(), kernel);
  if (kernel.locality) graph::place(g, arcas::runtime::default_runtime());
  kernel_report report;
  std::vector<graph::vertex> sources = named_vertices(g, given.sources, origin.file);
  if (sources.size() < 2) {
    const auto by_trial =
        trial_sources(g, given.sources, kernel.trials, kernel.graph.seed, origin.file);
    timed_trials("breadth-first search", kernel.trials, s, report.seconds, [&](unsigned trial) {
      return graph::bfs(g, by_trial[trial - 1], {.levels = false, .locality = kernel.locality});
    });
    sources = {by_trial.back()};
  } else {
    timed_trials("breadth-first search", kernel.trials, s, report.seconds, [&](unsigned) {
      return graph::bfs(g, sources, {.levels = false, .locality = kernel.locality});
    });
  }
  const graph::bfs_result result =
      graph::bfs(g, sources, {.locality = kernel.locality, .loops = {.stop = s.stop}});
  std::vector<std::uint64_t> ids;
  for (const graph::vertex v : sources) ids.push_back(g.original_id(v));
  describe_levels(report, ids, result.reached, result.depth, result.levels.all(), kernel.top);
  if (kernel.check) {
    s.shown.begin("checking");
    report.fault = fault_in_bfs(g, sources, result.parents.all(), result.levels.all());
    s.shown.end();
  }
  if (!kernel.csv.empty()) write_levels(g, result, kernel.csv, s);
  return show(report, origin, g.vertex_count(), g.edge_count(), kernel);
}

int run_bfs(const bfs_arguments& given, session& s) {
  apply(given.kernel.loops);
  const auto loaded = load_graph<graph::any_graph>(given.kernel.graph, s);
  return std::visit([&](const auto& g) { return search(g, loaded, given, s); }, loaded.graph);
}

}  // namespace

subcommand bfs_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("bfs", "Count the steps from a vertex to all others");
  const auto given = std::make_shared<bfs_arguments>();
  add_source_option(
      *arguments, given->sources,
      "The start vertex; may be repeated: steps are counted from the nearest. Without "
      "it, each trial draws a vertex with edges by --seed");
  add_kernel_options(*arguments, given->kernel, "Levels to print");
  add_locality_option(*arguments, given->kernel);
  arguments->footer(
      "Examples:\n"
      "  arcas bfs data/soc-Slashdot0902.txt.zst --source 2494\n"
      "  arcas bfs --kronecker 20 --trials 16 --json\n"
      "  arcas bfs roads.gr --source 1 --csv levels.csv.zst");
  return {arguments, [given](session& s) { return run_bfs(*given, s); }};
}

}  // namespace cli
