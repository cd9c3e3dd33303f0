// SPDX-License-Identifier: Apache-2.0
// arcas bfs FILE: how many steps is everything away from a vertex?
#include "argument_values.h"
#include "kernel_run.h"
#include "path_columns.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct bfs_arguments : kernel_choice {
  std::vector<std::string> sources;
};

void search(auto& run, const bfs_arguments& given) {
  const auto& g = run.graph;
  std::vector<vertex> sources = run.named("--source", given.sources);
  const bool one_a_trial = sources.size() < 2;
  const auto by_trial = one_a_trial ? run.trial_sources(given.sources) : std::vector<vertex>();
  run.timed("breadth-first search", [&](unsigned trial) {
    if (one_a_trial) sources = {by_trial[trial - 1]};
    return graph::bfs(g, sources, {.levels = false, .locality = given.locality});
  });
  const graph::bfs_result result =
      graph::bfs(g, sources, {.locality = given.locality, .loops = {.stop = run.current.stop}});
  const id_of_vertex id = run.ids();
  std::vector<vertex_id> ids;
  for (const vertex v : sources) ids.push_back(id(v));
  describe_levels(run.report, ids, result.reached, result.depth,
                  counts_of(result.levels.all(), level_count(result)), given.top);
  run.check([&] { return fault_in_bfs(g, sources, result.parents.all(), result.levels.all()); });
  run.write(level_columns(result.parents.all(), result.levels.all(), id));
}

int run_bfs(bfs_arguments& given, session& s) {
  return run_kernel<graph::any_graph>(open_graph(given.graph, s), given, s,
                                      [&](auto& run) { search(run, given); });
}

}  // namespace

subcommand bfs_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "bfs", "Count the steps from a vertex to all others",
      "Examples:\n"
      "  arcas bfs data/soc-Slashdot0902.txt.zst --source 2494\n"
      "  arcas bfs --kronecker 20 --trials 16 --json\n"
      "  arcas bfs roads.gr --source 1 --output levels.csv.zst",
      [](CLI::App& arguments, bfs_arguments& given) {
        add_ids(arguments, "--source", given.sources,
                "The start vertex; may be repeated: steps are counted from the nearest. Without "
                "it, each trial draws a vertex with edges by --seed");
        add_plot_option(arguments, given, "level", chart_form::counts);
        add_kernel_options(arguments, given, "Levels to print");
        add_locality_option(arguments, given);
      },
      run_bfs);
}

}  // namespace cli
