// SPDX-License-Identifier: Apache-2.0
// arcas sssp FILE: how long is the shortest path from a vertex to each other vertex?
#include "commands_of_ranks.h"
#include "kernel_run.h"
#include "path_columns.h"
#include "paths_report.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/sssp.h>

#include <type_traits>
#include <vector>

namespace cli {
namespace {

namespace graph = arcas::graph;

// Parents are needed for single paths and for a column of --output.
bool needs_parents(const sssp_arguments& given) {
  return !given.output.empty() || (!given.ends.empty() && given.paths == 1);
}

// Calls act(g) with the graph, whose weights have the type W.
template <class W, class Result>
Result with_weights(const process_run& run, const auto& act) {
  return run.with_graph<Result>(
      [&]<bool Directed>(const graph::basic_graph<W, Directed>& g) { return act(g); });
}

// A path to each end, found by parents; an empty list for an end that is not reached.
template <class W>
found_paths<W> single_paths(const graph::sssp_result<W>& result, const std::vector<vertex>& ends) {
  found_paths<W> paths;
  for (const vertex end : ends) {
    paths.emplace_back();
    const auto path = path_to(result, end);
    if (!path.empty()) paths.back().push_back({path, result.distances[end]});
  }
  return paths;
}

template <class W>
void measure(process_run& run, const sssp_arguments& given) {
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const vertex source = sources.back();
  found_paths<W> paths;
  const auto result = run.timed("shortest paths", [&](unsigned trial) {
    paths.clear();
    for (const vertex end : given.paths > 1 ? ends : std::vector<vertex>()) {
      run.current.shown.reached("paths to " + run.ids()(end).shown());
      paths.push_back(
          with_weights<W, std::vector<graph::weighted_path<W>>>(run, [&](const auto& g) {
            return graph::k_shortest_paths(g, sources[trial - 1], end, given.paths);
          }));
    }
    return with_weights<W, graph::sssp_result<W>>(run, [&](const auto& g) {
      return graph::sssp(g, sources[trial - 1],
                         {.delta = given.delta, .parents = needs_parents(given)});
    });
  });
  if (given.paths == 1) paths = single_paths(result, ends);
  const auto distances = result.distances.all();
  distance_summary<graph::distance<W>> facts;
  for (std::size_t v = 0; v < distances.size(); ++v) facts.add(v, distances[v]);
  describe_sssp(run, source, facts, result.delta, ends, paths);
  const auto checked_ends = given.paths > 1 ? ends : std::vector<vertex>();
  run.check([&] {
    return with_weights<W, std::string>(run, [&](const auto& g) {
      return fault_in_sssp<W>(g, source, distances, result.parents.all(), checked_ends, given.paths,
                              paths);
    });
  });
  run.write(distance_columns(distances, result.parents.all(), run.ids()));
}

int run_sssp(sssp_arguments& given, session& s) {
  require_ends(given.paths, given.ends);
  if (needs_parents(given)) given.result_bytes = sizeof(vertex);
  return run_kernel(given, s, [&](process_run& run) {
    const bool real = std::holds_alternative<graph::real_directed_graph>(run.stored) ||
                      std::holds_alternative<graph::real_undirected_graph>(run.stored);
    real ? measure<graph::real_weight>(run, given) : measure<graph::weight>(run, given);
  });
}

}  // namespace

subcommand sssp_subcommand(command_line& program) {
  return sssp_command(program, run_sssp);
}

}  // namespace cli
