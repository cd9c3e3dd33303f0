// SPDX-License-Identifier: Apache-2.0
// Commands whose source code is the same for one process and for ranks; further ones are in the
// other headers that command_table.h includes. Run is process_run (kernel_run.h) or
// ranks::ranks_run (cluster/ranks_run.h). The kernels of arcas/graph and of arcas/cluster_graph
// have the same names; which one runs follows from the type of the graph.
#pragma once

#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_checks.h"
#include "kernel_run.h"
#include "observers.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/colouring.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/kernels/triangles.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cli {

struct component_list {
  std::uint64_t count = 0;
  std::vector<graph::component_size> largest;  // at least the --top largest ones
};

inline component_list components_of(const process_run&, const graph::components_result& found) {
  auto sizes = graph::component_sizes(found.labels.all());
  return {sizes.size(), std::move(sizes)};
}

template <class Run>
void find_components(Run& run, const components_arguments& given) {
  const auto found = run.timed("components", [&](unsigned) {
    return run.on_edges_from(given.threshold, [&](const auto& g) {
      return given.strong ? strong_components(g) : components(g);
    });
  });
  const component_list all = components_of(run, found);
  const id_of_vertex id = run.ids();
  std::vector<std::vector<std::string>> rows;
  std::vector<json> shown;
  for (std::size_t i = 0; i < std::min(all.largest.size(), given.top); ++i) {
    const auto [label, vertices] = all.largest[i];
    rows.push_back({id(label).shown(), grouped(vertices)});
    shown.push_back(json_object({{"component", id(label)}, {"vertices", vertices}}));
  }
  run.report.text = as_table({"component of", "vertices"}, rows);
  run.report.text += fmt::format(
      "{}{}{}\n", counted(all.count, "component"), given.strong ? ", strongly connected" : "",
      given.threshold ? fmt::format(", by edges of weight {} or more", *given.threshold) : "");
  run.report.parameters = {
      {"strong", given.strong},
      {"threshold", given.threshold ? json(*given.threshold) : json::raw("null")}};
  run.report.result = {{"count", all.count},
                       {"largest", all.largest.empty() ? 0 : all.largest.front().vertices},
                       {"sizes", json_list(shown)}};
  run.check_by([&](const process_run& whole) {
    return fault_in_labels(whole, given.threshold, given.strong, run.all(found.labels));
  });
  run.write({run.id_column("component", found.labels)});
}

template <class Run>
void find_core_numbers(Run& run, const kernel_choice& given) {
  const auto found =
      run.timed("core numbers", [&](unsigned) { return core_numbers(run.undirected()); });
  // The number of vertices of the k-core, by k.
  value_counts sizes = run.counts(found.cores, found.degeneracy + std::size_t{1});
  for (std::size_t k = sizes.size() - 1; k-- > 0;) sizes[k] += sizes[k + 1];
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = sizes.size(); k-- > 0 && rows.size() < given.top;)
    rows.push_back({grouped(k), grouped(sizes[k])});
  run.report.text = as_table({"k", "vertices of the k-core"}, rows);
  run.report.text += fmt::format("degeneracy {}\n", found.degeneracy);
  run.report.result = {{"degeneracy", found.degeneracy}, {"core_sizes", json_list(sizes)}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_core_numbers(whole.undirected(), run.all(found.cores));
  });
  run.write({run.column("core", column_kind::whole, found.cores)});
}

template <class Run>
void find_independent_set(Run& run, const kernel_choice& given) {
  const graph::independent_set_options options{.seed = given.graph.seed};
  const auto found = run.timed(
      "independent set", [&](unsigned) { return independent_set(run.undirected(), options); });
  run.report.text = fmt::format("{} in the set\n", counted(found.size, "vertex", "vertices"));
  run.report.parameters.push_back({"seed", options.seed});
  run.report.result = {{"size", found.size}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_independent_set(whole.undirected(), run.all(found.members));
  });
  run.write({run.column("member", column_kind::whole, found.members)});
}

template <class Run>
void find_colouring(Run& run, const kernel_choice& given) {
  const graph::colouring_options options{.seed = given.graph.seed};
  const auto found =
      run.timed("colouring", [&](unsigned) { return colouring(run.undirected(), options); });
  const value_counts sizes = run.counts(found.colours, found.count);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t c = 0; c < std::min(sizes.size(), given.top); ++c)
    rows.push_back({grouped(c), grouped(sizes[c])});
  run.report.text = as_table({"colour", "vertices"}, rows);
  run.report.text += fmt::format("{}\n", counted(found.count, "colour"));
  run.report.parameters.push_back({"seed", options.seed});
  run.report.result = {{"colours", found.count}, {"sizes", json_list(sizes)}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_colouring(whole.undirected(), run.all(found.colours), found.count);
  });
  run.write({run.column("colour", column_kind::whole, found.colours)});
}

// Runs the command matching without --maximum.
template <class Run>
void find_maximal_matching(Run& run, const matching_arguments& given) {
  const graph::matching_options options{.weighted = given.weighted, .seed = given.graph.seed};
  const auto found = run.timed("matching", [&](unsigned) {
    return run.on_undirected_graph([&](const auto& g) { return matching(g, options); });
  });
  const std::size_t covered = 2 * found.size;
  run.report.text = fmt::format(
      "{} matched; their {} are a vertex cover, at most twice as large as a minimum one\n",
      counted(found.size, "edge"), counted(covered, "end"));
  run.report.parameters.push_back({"maximum", false});
  run.report.parameters.push_back({"seed", options.seed});
  run.report.result = {{"size", found.size}, {"cover", covered}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_matching(whole.edges(), run.all(found.mates));
  });
  run.write({run.id_column("mate", found.mates)});
}

// In one process: runs the kernel of --maximum or of --compare if it was given, and returns whether
// it was; defined in matching.cpp and triangles.cpp. On ranks: returns false.
bool runs_alone(process_run& run, const matching_arguments& given);
bool runs_alone(process_run& run, const triangles_arguments& given);

template <class Run>
void find_matching(Run& run, const matching_arguments& given) {
  if (!runs_alone(run, given)) find_maximal_matching(run, given);
}

inline void describe_triangles(kernel_report& report, std::uint64_t total) {
  report.text = counted(total, "triangle") + '\n';
  report.result = {{"triangles", total}};
}

template <class Run>
void find_triangle_count(Run& run, const triangles_arguments&) {
  const std::uint64_t total =
      run.timed("triangles", [&](unsigned) { return count_triangles(run.undirected()); });
  describe_triangles(run.report, total);
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_triangles(whole.undirected(), total);
  });
}

template <class Run>
void find_triangles_by_vertex(Run& run, const triangles_arguments&) {
  const auto found =
      run.timed("triangles", [&](unsigned) { return triangles_by_vertex(run.undirected()); });
  std::vector<std::vector<std::string>> rows;
  std::vector<json> most;
  for (const auto& [v, triangles] : run.highest(found.triangles)) {
    const vertex_id name = run.ids()(v);
    const double clustering = run.value(found.clustering, v);
    rows.push_back({name.shown(), grouped(triangles), fmt::format("{:.6f}", clustering)});
    most.push_back(
        json_object({{"vertex", name}, {"triangles", triangles}, {"clustering", clustering}}));
  }
  run.report.text = as_table({"vertex", "triangles", "clustering"}, rows);
  run.report.text +=
      fmt::format("{}; average clustering {:.6f}, transitivity {:.6f}\n",
                  counted(found.total, "triangle"), found.average_clustering, found.transitivity);
  run.report.result = {{"triangles", found.total},
                       {"average_clustering", found.average_clustering},
                       {"transitivity", found.transitivity},
                       {"vertices", json_list(most)}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_triangles(whole.undirected(), found.total, run.all(found.triangles),
                                     run.all(found.clustering));
  });
  run.write({run.column("triangles", column_kind::whole, found.triangles),
             run.column("clustering", column_kind::real, found.clustering)});
}

template <class Run>
void find_triangles(Run& run, const triangles_arguments& given) {
  if (runs_alone(run, given)) return;
  given.by_vertex || !given.output.empty() ? find_triangles_by_vertex(run, given)
                                           : find_triangle_count(run, given);
}

inline iteration_facts facts_of(const spectral_arguments& given, const graph::spectral_end& end) {
  return {given.options.tolerance, end.iterations, end.residual};
}

// Calls kernel(g, options) in each trial.
template <class Run, class Kernel>
auto measure_spectral(Run& run, const spectral_arguments& given, const char* what,
                      const Kernel& kernel) {
  auto found = run.timed(what, [&](unsigned trial) {
    watched_passes watch(run.graph.edge_count(), run.trial_text(trial, ", "), run.current);
    graph::katz_options options = given.options;
    options.weighted = given.weighted;
    options.observer = &watch;
    return run.on_graph([&](const auto& g) { return kernel(g, options); });
  });
  describe_iteration(run.report, facts_of(given, found));
  return found;
}

template <class Run>
void show_scores(Run& run, const auto& scores) {
  score_table shown = top_scores(run.highest(scores), run.ids(), "score");
  run.report.text = std::move(shown.text);
  run.report.result.push_back({"scores", shown.listed});
  run.write({run.column("score", column_kind::real, scores)});
}

template <class Run>
void rank_by_eigenvector(Run& run, const spectral_arguments& given) {
  const auto found = measure_spectral(
      run, given, "eigenvector",
      [](const auto& g, const auto& options) { return eigenvector_centrality(g, options); });
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_eigenvector(whole.edges(), run.all(found.scores),
                                       facts_of(given, found).checked_tolerance());
  });
  show_scores(run, found.scores);
}

template <class Run>
void rank_by_katz(Run& run, const spectral_arguments& given) {
  const auto found = measure_spectral(run, given, "Katz", [](const auto& g, const auto& options) {
    return katz_centrality(g, options);
  });
  run.report.parameters.push_back({"alpha", found.alpha});
  run.report.summary += fmt::format("alpha {:.6g}\n", found.alpha);
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_katz(whole.edges(), run.all(found.scores), found.alpha,
                                facts_of(given, found).checked_tolerance());
  });
  show_scores(run, found.scores);
}

template <class Run>
void rank_by_hits(Run& run, const spectral_arguments& given) {
  const auto found = measure_spectral(
      run, given, "HITS", [](const auto& g, const auto& options) { return hits(g, options); });
  const score_table hubs = top_scores(run.highest(found.scores), run.ids(), "hub");
  const score_table authorities =
      top_scores(run.highest(found.authorities), run.ids(), "authority");
  run.report.text = hubs.text + (hubs.text.empty() ? "" : "\n") + authorities.text;
  run.report.result.push_back({"hubs", hubs.listed});
  run.report.result.push_back({"authorities", authorities.listed});
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_hits(whole.edges(), run.all(found.scores), run.all(found.authorities),
                                facts_of(given, found).checked_tolerance());
  });
  run.write({run.column("hub", column_kind::real, found.scores),
             run.column("authority", column_kind::real, found.authorities)});
}

}  // namespace cli
