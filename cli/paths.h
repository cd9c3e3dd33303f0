// SPDX-License-Identifier: Apache-2.0
// The commands bfs and sssp, in one process and on ranks (kernels_once.h).
#pragma once

#include "commands_of_ranks.h"
#include "kernel_checks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cli {

// The trials, and a search from the sources of the last one, whose levels are not timed.
template <class Sources>
arcas::graph::bfs_result timed_search(process_run& run, const Sources& sources_of) {
  const bool locality = run.choice.locality;
  run.timed("breadth-first search", [&](unsigned trial) {
    return arcas::graph::bfs(run.links, sources_of(trial), {.levels = false, .locality = locality});
  });
  return arcas::graph::bfs(run.links, sources_of(run.choice.trials),
                           {.locality = locality, .loops = {.stop = run.current.stop}});
}

template <class Run>
void search(Run& run, const bfs_arguments& given) {
  std::vector<vertex> sources = run.named("--source", given.sources);
  const bool one_a_trial = sources.size() < 2;
  const auto by_trial = one_a_trial ? run.trial_sources(given.sources) : std::vector<vertex>();
  const auto found = timed_search(run, [&](unsigned trial) -> const std::vector<vertex>& {
    if (one_a_trial) sources = {by_trial[trial - 1]};
    return sources;
  });
  describe_levels(run.report, run.ids_of(sources), found.reached, found.depth,
                  run.counts(found.levels, level_count(found)), given.top);
  run.check_by([&](const process_run& whole) {
    return arcas::graph::fault_in_bfs(whole.links, sources, run.all(found.parents),
                                      run.all(found.levels));
  });
  run.write({run.id_column("parent", found.parents),
             run.column("level", column_kind::whole, found.levels, arcas::graph::unreached)});
}

// The paths to the ends of --path-to as lines of text and as a JSON list.
template <class W>
void describe_paths(kernel_run& run, const std::vector<vertex>& ends, const found_paths<W>& paths) {
  std::vector<json> shown;
  const auto add = [&](const vertex_id& to, json distance, const std::vector<vertex_id>& path) {
    shown.push_back(
        json_object({{"to", to}, {"distance", std::move(distance)}, {"path", json_list(path)}}));
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const vertex_id to = run.ids()(ends[i]);
    if (paths[i].empty()) {
      run.report.text += fmt::format("{} cannot be reached\n", to.text);
      add(to, json::raw("null"), {});
    }
    for (const auto& path : paths[i]) {
      const std::vector<vertex_id> ids = run.ids_of(path.vertices);
      run.report.text +=
          fmt::format("path to {}, distance {}: {}\n", to.shown(), path.length, words_of(ids));
      add(to, path.length, ids);
    }
  }
  run.report.result.push_back({"paths", json_list(shown)});
}

template <class W>
void describe_sssp(kernel_run& run, vertex source,
                   const distance_summary<arcas::graph::distance<W>>& facts, double delta,
                   const std::vector<vertex>& ends, const found_paths<W>& paths) {
  describe_distances(run.report, run.ids()(source), facts, delta, run.origin.random_weights,
                     run.ids());
  if (!run.origin.weighted && !run.origin.random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  describe_paths(run, ends, paths);
}

// Parents are needed for a column of --output and, in one process, for single paths.
template <class Run>
bool needs_parents(const sssp_arguments& given) {
  return !given.output.empty() ||
         (Run::paths_follow_parents && !given.ends.empty() && given.paths == 1);
}

// A path to each end; an empty list for an end that is not reached.
template <class W, class Run>
found_paths<W> single_paths(const Run& run, const auto& found, vertex source,
                            const std::vector<vertex>& ends) {
  found_paths<W> paths;
  for (const vertex end : ends) {
    paths.emplace_back();
    const auto path = run.path_to(found, source, end);
    if (!path.empty()) paths.back().push_back({path, run.value(found.distances, end)});
  }
  return paths;
}

template <class W, class Run>
auto timed_distances(Run& run, const sssp_arguments& given, const std::vector<vertex>& sources,
                     const std::vector<vertex>& ends, found_paths<W>& paths) {
  return run.timed("shortest paths", [&](unsigned trial) {
    const vertex source = sources[trial - 1];
    return run.template on_weighted_graph<W>([&](const auto& g) {
      paths.clear();
      for (const vertex end : given.paths > 1 ? ends : std::vector<vertex>()) {
        run.current.shown.reached("paths to " + run.ids()(end).shown());
        paths.push_back(k_shortest_paths<W>(g, source, end, given.paths));
      }
      return sssp<W>(g, source, {.delta = given.delta, .parents = needs_parents<Run>(given)});
    });
  });
}

template <class W, class Run>
void find_distances(Run& run, const sssp_arguments& given) {
  using D = arcas::graph::distance<W>;
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const vertex source = sources.back();
  found_paths<W> paths;
  const auto found = timed_distances<W>(run, given, sources, ends, paths);
  if (given.paths == 1) paths = single_paths<W>(run, found, source, ends);
  describe_sssp(run, source, run.template sum<distance_summary<D>>(found.distances), found.delta,
                ends, paths);
  // Single paths along parents are right if the parents are.
  const bool by_parents = given.paths == 1 && Run::paths_follow_parents;
  run.check_by([&](const process_run& whole) {
    return whole.on_weighted_graph<W>([&](const auto& g) {
      return fault_in_sssp<W>(g, source, run.all(found.distances), run.all(found.parents),
                              by_parents ? std::vector<vertex>() : ends, given.paths, paths);
    });
  });
  constexpr column_kind kind = std::is_integral_v<D> ? column_kind::whole : column_kind::real;
  std::vector columns = {
      run.column("distance", kind, found.distances, arcas::graph::infinitely_far<D>)};
  if (needs_parents<Run>(given)) columns.push_back(run.id_column("parent", found.parents));
  run.write(columns);
}

// Called before the graph is read. Throws std::invalid_argument for --paths without --path-to.
inline void prepare(sssp_arguments& given) {
  if (given.paths != 1 && given.ends.empty())
    throw std::invalid_argument("--paths requires --path-to, the vertex at the end of the paths");
  if (needs_parents<process_run>(given)) given.result_bytes = sizeof(vertex);
}

template <class Run>
void measure_paths(Run& run, const sssp_arguments& given) {
  run.has_real_weights() ? find_distances<arcas::graph::real_weight>(run, given)
                         : find_distances<arcas::graph::weight>(run, given);
}

}  // namespace cli
