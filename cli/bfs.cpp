// SPDX-License-Identifier: Apache-2.0
// arcas bfs FILE: how many steps is each vertex away from a start vertex?
#include "commands_of_ranks.h"
#include "kernel_run.h"
#include "path_columns.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

void search(process_run& run, const bfs_arguments& given) {
  std::vector<vertex> sources = run.named("--source", given.sources);
  const bool one_a_trial = sources.size() < 2;
  const auto by_trial = one_a_trial ? run.trial_sources(given.sources) : std::vector<vertex>();
  run.timed("breadth-first search", [&](unsigned trial) {
    if (one_a_trial) sources = {by_trial[trial - 1]};
    return graph::bfs(run.links, sources, {.levels = false, .locality = given.locality});
  });
  const graph::bfs_result result = graph::bfs(
      run.links, sources, {.locality = given.locality, .loops = {.stop = run.current.stop}});
  const auto parents = result.parents.all();
  const auto levels = result.levels.all();
  describe_levels(run.report, run.ids_of(sources), result.reached, result.depth,
                  counts_of(levels, level_count(result)), given.top);
  run.check([&] { return fault_in_bfs(run.links, sources, parents, levels); });
  run.write(level_columns(parents, levels, run.ids()));
}

int run_bfs(bfs_arguments& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) { search(run, given); });
}

}  // namespace

subcommand bfs_subcommand(command_line& program) {
  return bfs_command(program, run_bfs);
}

}  // namespace cli
