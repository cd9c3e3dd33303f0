// SPDX-License-Identifier: Apache-2.0
// The commands bfs and sssp, in one process and on ranks (kernels_once.h).
#pragma once

#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_checks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cli {

// Runs the trials, which do not compute levels. Then searches again from the sources of the last
// trial; this search is not timed, and its result has levels.
template <class Sources>
graph::bfs_result timed_search(process_run& run, const Sources& sources_of) {
  const bool locality = run.choice.locality;
  run.timed("breadth-first search", [&](unsigned trial) {
    return graph::bfs(run.links, sources_of(trial), {.levels = false, .locality = locality});
  });
  return graph::bfs(run.links, sources_of(run.choice.trials),
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
  // The number of vertices of each level.
  const value_counts counts =
      run.counts(found.levels, found.reached == 0 ? 0 : found.depth + std::size_t{1});
  std::vector<std::vector<std::string>> rows;
  for (std::size_t level = 0; level < std::min(counts.size(), given.top); ++level)
    rows.push_back({grouped(level), grouped(counts[level])});
  run.report.text = as_table({"level", "vertices"}, rows);
  if (counts.size() > rows.size() && !rows.empty()) run.report.text += "    …\n";
  const std::vector<vertex_id> ids = run.ids_of(sources);
  std::vector<std::string> names;
  for (const vertex_id& id : ids) names.push_back(id.shown());
  run.report.text += fmt::format("{} {}: {} reached, depth {}\n",
                                 names.size() == 1 ? "source" : "sources", fmt::join(names, ", "),
                                 counted(found.reached, "vertex", "vertices"), found.depth);
  run.report.parameters = {{"sources", json_list(ids)}};
  run.report.result = {
      {"reached", found.reached}, {"depth", found.depth}, {"levels", json_list(counts)}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_bfs(whole.links, sources, run.all(found.parents), run.all(found.levels));
  });
  run.write({run.id_column("parent", found.parents),
             run.column("level", column_kind::whole, found.levels, graph::unreached)});
}

// Facts on the distances from a source. D is std::int64_t or double.
template <class D>
struct distance_summary {
  std::uint64_t reached = 0;
  std::uint64_t farthest = 0;  // the first vertex at the greatest distance
  D greatest = -1;
  long double sum = 0;  // of the distances; a double could overflow

  void add(std::uint64_t v, D distance) {
    if (distance != graph::infinitely_far<D>)
      *this = *this + distance_summary{1, v, distance, static_cast<long double>(distance)};
  }
  friend distance_summary operator+(const distance_summary& a, const distance_summary& b) {
    const bool takes_b = b.greatest > a.greatest ||
                         (b.greatest == a.greatest && b.reached != 0 && b.farthest < a.farthest);
    const distance_summary& far = takes_b ? b : a;
    return {a.reached + b.reached, far.farthest, far.greatest, a.sum + b.sum};
  }
};
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

template <class D>
void describe_distances(kernel_run& run, vertex source, const distance_summary<D>& facts,
                        double delta) {
  const vertex_id from = run.ids()(source);
  const vertex_id farthest = run.ids()(static_cast<vertex>(facts.farthest));
  const bool random_weights = run.origin.random_weights;
  const auto mean = static_cast<double>(facts.sum / static_cast<long double>(facts.reached));
  run.report.text = fmt::format(
      "source {}: {} reached, the farthest is {} at distance {}, the mean distance {}\n"
      "bins of width {}{}\n",
      from.shown(), counted(facts.reached, "vertex", "vertices"), farthest.shown(), facts.greatest,
      decimals(mean, 2), delta,
      random_weights ? "; the graph has no weights: random weights from 1 to 255 are used" : "");
  if (!run.origin.weighted && !random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  run.report.parameters = {
      {"sources", json_list({from})}, {"delta", delta}, {"random_weights", random_weights}};
  run.report.result = {{"reached", facts.reached},
                       {"farthest", farthest},
                       {"greatest_distance", facts.greatest},
                       {"mean_distance", mean}};
}

// Parents are needed for a column of --output and for single paths.
inline bool needs_parents(const sssp_arguments& given) {
  return !given.output.empty() || (!given.ends.empty() && given.paths == 1);
}

// A path to each end; an empty list for an end that is not reached.
template <class W, class Run>
found_paths<W> single_paths(const Run& run, const auto& found, const std::vector<vertex>& ends) {
  found_paths<W> paths;
  for (const vertex end : ends) {
    paths.emplace_back();
    const auto path = path_to(found, end);
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
      return sssp<W>(g, source, {.delta = given.delta, .parents = needs_parents(given)});
    });
  });
}

template <class W, class Run>
void find_distances(Run& run, const sssp_arguments& given) {
  using D = graph::distance<W>;
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const vertex source = sources.back();
  found_paths<W> paths;
  const auto found = timed_distances<W>(run, given, sources, ends, paths);
  if (given.paths == 1) paths = single_paths<W>(run, found, ends);
  describe_distances(run, source, run.template sum<distance_summary<D>>(found.distances),
                     found.delta);
  describe_paths(run, ends, paths);
  // Single paths along parents are right if the parents are.
  run.check_by([&](const process_run& whole) {
    return whole.on_weighted_graph<W>([&](const auto& g) {
      return fault_in_sssp<W>(g, source, run.all(found.distances), run.all(found.parents),
                              given.paths == 1 ? std::vector<vertex>() : ends, given.paths, paths);
    });
  });
  constexpr column_kind kind = std::is_integral_v<D> ? column_kind::whole : column_kind::real;
  std::vector columns = {run.column("distance", kind, found.distances, graph::infinitely_far<D>)};
  if (needs_parents(given)) columns.push_back(run.id_column("parent", found.parents));
  run.write(columns);
}

// Called before the graph is read.
inline void prepare(sssp_arguments& given) {
  if (needs_parents(given)) given.result_bytes = sizeof(vertex);
}

template <class Run>
void measure_paths(Run& run, const sssp_arguments& given) {
  run.has_real_weights() ? find_distances<graph::real_weight>(run, given)
                         : find_distances<graph::weight>(run, given);
}

}  // namespace cli
