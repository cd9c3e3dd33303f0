// SPDX-License-Identifier: Apache-2.0
// Runs, checks and reports the kernels over ranks, in the same form as the commands of a single process.
#include "../heavy_edges.h"
#include "../paths_report.h"
#include "ranks_run.h"

#include <arcas/cluster_graph/distributed_bfs.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <variant>

namespace cli::ranks {
namespace {

namespace cluster = arcas::cluster;
namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;

// counts_of() of all ranks' values.
value_counts counts_on_ranks(const spread::vertex_values<std::uint32_t>& values,
                             std::size_t below) {
  const auto add = [](value_counts a, const value_counts& b) {
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
    return a;
  };
  if (values.empty()) return value_counts(below);
  return cluster::fold_ranks(value_counts(below), add,
                             [values, below] { return counts_of(values.local(), below); });
}

void search(ranks_run& run, const request& given) {
  std::vector<vertex> sources = run.named("--source", given.sources);
  const bool one_a_trial = sources.size() < 2;
  const auto by_trial = one_a_trial ? run.trial_sources(given.sources) : std::vector<vertex>();
  const auto found = run.timed("breadth-first search", [&](unsigned trial) {
    if (one_a_trial) sources = {by_trial[trial - 1]};
    return spread::bfs(run.spread(), sources);
  });
  const id_of_vertex id = run.ids();
  std::vector<vertex_id> ids;
  for (const vertex v : sources) ids.push_back(id(v));
  describe_levels(run.report, ids, found.reached, found.depth,
                  counts_on_ranks(found.levels, level_count(found)), run.choice.top);
  run.check_by<graph::any_graph>([&](const auto& whole) {
    return graph::fault_in_bfs(whole, sources, found.parents.gathered(), found.levels.gathered());
  });
  run.write({{"parent", column_kind::id, found.parents, graph::no_vertex},
             {"level", column_kind::whole, found.levels, graph::unreached}});
}

// To each of --path-to; none to a vertex that cannot be reached.
template <class W>
using found_paths = std::vector<std::vector<graph::weighted_path<W>>>;

template <class W>
found_paths<W> single_paths(ranks_run& run, const spread::distributed_sssp_result<W>& found,
                            vertex source, const std::vector<vertex>& ends) {
  found_paths<W> paths;
  for (const vertex end : ends) {
    const auto path = spread::path_to(run.spread(), found, source, end);
    paths.emplace_back();
    if (!path.empty()) paths.back().push_back({path, found.distances.at(end)});
  }
  return paths;
}

template <class W>
void check_distances(ranks_run& run, const spread::distributed_sssp_result<W>& found, vertex source,
                     const std::vector<vertex>& ends, std::size_t most,
                     const found_paths<W>& paths) {
  using G = std::variant<graph::basic_directed_graph<W>, graph::basic_undirected_graph<W>>;
  run.check_by<G>([&](const auto& whole) {
    const auto distances = found.distances.gathered();
    std::string fault = graph::fault_in_distances(whole, source, distances);
    if (fault.empty() && !found.parents.empty())
      fault = graph::fault_in_shortest_paths(whole, source, distances, found.parents.gathered());
    for (std::size_t i = 0; i < ends.size() && fault.empty(); ++i)
      fault = fault_in_paths(whole, source, ends[i], most, paths[i]);
    return fault;
  });
}

template <class W>
std::vector<ranks_column> distance_columns(const spread::distributed_sssp_result<W>& found) {
  using D = graph::distance<W>;
  ranks_column distances{"distance", column_kind::real, found.distances};
  if constexpr (std::is_integral_v<D>) {
    distances.kind = column_kind::whole;
    distances.missing = graph::infinitely_far<D>;
  }
  std::vector<ranks_column> columns = {distances};
  if (!found.parents.empty())
    columns.push_back({"parent", column_kind::id, found.parents, graph::no_vertex});
  return columns;
}

// Of all ranks.
template <class D>
distance_summary<D> summary_of(const spread::vertex_values<D>& distances) {
  return cluster::fold_ranks(distance_summary<D>{}, std::plus<>{}, [distances] {
    distance_summary<D> own;
    distances.for_each_local([&](vertex v, D distance) { own.add(v, distance); });
    return own;
  });
}

template <class W>
void measure(ranks_run& run, const request& given) {
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const vertex source = sources.back();
  found_paths<W> paths;
  const auto found = run.timed("shortest paths", [&](unsigned trial) {
    const vertex start = sources[trial - 1];
    paths.clear();
    for (const vertex end : given.paths > 1 ? ends : std::vector<vertex>())
      paths.push_back(spread::k_shortest_paths<W>(run.spread(), start, end, given.paths));
    return spread::sssp<W>(run.spread(), start,
                           {.delta = given.delta, .parents = !run.choice.output.empty()});
  });
  if (given.paths == 1) paths = single_paths(run, found, source, ends);
  describe_distances(run.report, run.ids()(source), summary_of(found.distances), found.delta,
                     run.origin.random_weights, run.ids());
  if (!run.origin.weighted && !run.origin.random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  {
    paths_report report(run.ids(), run.report);
    for (std::size_t i = 0; i < ends.size(); ++i) report.add_all(ends[i], paths[i]);
  }
  check_distances(run, found, source, ends, given.paths, paths);
  run.write(distance_columns(found));
}

spread::distributed_components_result components_of(const spread::distributed_graph& g,
                                                    bool strong) {
  return strong ? spread::strong_components(g) : spread::components(g);
}

void find_components(ranks_run& run, const request& given) {
  const std::optional<double>& threshold = run.choice.threshold;
  const auto found = run.timed("components", [&](unsigned) {
    if (!threshold) return components_of(run.spread(), given.strong);
    const auto heavy = run.spread().without_arcs_below(*threshold);
    auto of_heavy = components_of(heavy, given.strong);
    heavy.end();
    return of_heavy;
  });
  std::vector<graph::component_size> largest;
  for (const auto& [label, size] :
       spread::largest_components(found, std::max<std::size_t>(1, run.choice.top)))
    largest.push_back({label, size});
  describe_components(run.report, found.components, largest, given.strong, threshold,
                      run.choice.top, run.ids());
  run.check_by_weights<graph::any_graph, graph::any_weighted_graph, graph::any_real_graph>(
      [&](const auto& whole) {
        const auto labels = found.labels.gathered();
        if constexpr (has_weights<std::remove_cvref_t<decltype(whole)>>) {
          return fault_in_labels(heavy_edges(whole, *threshold), given.strong, labels);
        } else {
          return fault_in_labels(whole, given.strong, labels);
        }
      });
  run.write({{"component", column_kind::id, found.labels}});
}

void count_triangles(ranks_run& run, const request& given) {
  if (!given.by_vertex && run.choice.output.empty()) {
    const std::uint64_t total =
        run.timed("triangles", [&](unsigned) { return spread::count_triangles(run.spread()); });
    describe_triangles(run.report, total);
    run.check_by<graph::undirected_graph>(
        [&](const auto& whole) { return graph::fault_in_triangles(whole, total); });
    return;
  }
  const auto found =
      run.timed("triangles", [&](unsigned) { return spread::triangles_by_vertex(run.spread()); });
  triangle_facts facts{{}, found.total, found.average_clustering, found.transitivity};
  for (const auto& [v, triangles] : found.triangles.highest(run.choice.top))
    facts.most.push_back({v, triangles, found.clustering.at(v)});
  describe_vertex_triangles(run.report, facts, run.ids());
  run.check_by<graph::undirected_graph>([&](const auto& whole) {
    return graph::fault_in_triangles(whole, found.total, found.triangles.gathered(),
                                     found.clustering.gathered());
  });
  run.write({{"triangles", column_kind::whole, found.triangles},
             {"clustering", column_kind::real, found.clustering}});
}

void peel(ranks_run& run) {
  const auto found =
      run.timed("core numbers", [&](unsigned) { return spread::core_numbers(run.spread()); });
  describe_core_numbers(run.report, counts_on_ranks(found.cores, found.degeneracy + std::size_t{1}),
                        run.choice.top);
  run.check_by<graph::undirected_graph>([&](const auto& whole) {
    return graph::fault_in_core_numbers(whole, found.cores.gathered());
  });
  run.write({{"core", column_kind::whole, found.cores}});
}

template <class W>
graph::pagerank_verdict verdict_on(const graph::basic_directed_graph<W>& g,
                                   std::span<const double> scores, double tolerance,
                                   const spread::distributed_pagerank_options& options) {
  const std::vector<double> jumps = options.personalization.gathered();
  if constexpr (graph::is_weight<W>) {
    return check_weighted_pagerank(g, scores, options.damping, tolerance, jumps);
  } else {
    return check_pagerank(g, scores, options.damping, tolerance, jumps);
  }
}

void rank(ranks_run& run, const request& given) {
  spread::distributed_pagerank_options options = given.pagerank;
  options.weighted = run.choice.weighted;
  const std::vector<vertex> jumps = run.named("--jump-to", given.jumps);
  if (!jumps.empty()) {
    options.personalization = {run.spread().places(), run.spread().vertex_count()};
    for (const vertex v : jumps) options.personalization.set(v, 1);
  }
  const auto found =
      run.timed("PageRank", [&](unsigned) { return spread::pagerank(run.spread(), options); });
  describe_pagerank(run.report, found.scores.highest(run.choice.top), options.damping,
                    {options.tolerance, found.iterations, found.residual}, run.ids());
  run.tell_named("jump_to", "--jump-to", given.jumps);
  run.report.parameters.push_back({"order", "jacobi"});
  run.report.run.push_back({"shares", json_list({})});
  const double tolerance = 2 * std::max(options.tolerance, found.residual);
  const auto fault = [&](const auto& whole) {
    const auto verdict = verdict_on(whole, found.scores.gathered(), tolerance, options);
    run.report.verdict = pagerank_verdict_text(verdict.total, verdict.residual);
    return verdict.fault;
  };
  run.check_by_weights<graph::directed_graph, graph::weighted_directed_graph,
                       graph::real_directed_graph>(fault);
  run.write({{"score", column_kind::real, found.scores}});
}

void rank_by_samples(ranks_run& run, const request& given) {
  const std::uint64_t seed = run.choice.graph.seed;
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    graph::sampled_betweenness_options options = given.betweenness.sampling_options();
    options.seed = seed;
    options.observer = &watch;
    return spread::sampled_betweenness(run.spread(), options);
  });
  describe_sampled_betweenness(run.report, found.scores.highest(run.choice.top), found,
                               given.betweenness, seed, run.ids());
  run.check_by<graph::any_graph>([&](const auto& whole) {
    return graph::fault_in_sampled_betweenness(whole, found.scores.gathered(), found.error);
  });
  run.write({{"betweenness", column_kind::real, found.scores}});
}

void rank_by_paths(ranks_run& run, const request& given) {
  const betweenness_choice& asked = given.betweenness;
  const std::vector<vertex> sources = run.vertices_of(asked.sample, asked.sources);
  const auto found = run.timed("betweenness", [&](unsigned) {
    return spread::betweenness(run.spread(), sources,
                               {.weighted = run.choice.weighted,
                                .normalized = !asked.counts,
                                .endpoints = asked.endpoints});
  });
  const betweenness_facts facts{.vertices = run.graph.vertex_count(),
                                .sources = sources.size(),
                                .normalized = !asked.counts,
                                .endpoints = asked.endpoints,
                                .form = "inside"};
  describe_betweenness(run.report, found.scores.highest(run.choice.top), facts, run.ids());
  run.tell_named("sources", "--source", asked.sources);
  run.report.passes = sources.size();
  const auto fault = [&](const auto& whole) -> std::string {
    if (sources.empty()) return "";
    const double factor = betweenness_factor(!run.spread().is_symmetric(), facts);
    const auto scores = found.scores.gathered();
    if constexpr (has_weights<std::remove_cvref_t<decltype(whole)>>) {
      return fault_in_weighted_betweenness(whole, sources, asked.endpoints, factor, scores);
    } else {
      return fault_in_betweenness(whole, sources, asked.endpoints, factor, scores);
    }
  };
  run.check_by_weights<graph::any_graph, graph::any_weighted_graph, graph::any_real_graph>(fault);
  run.write({{"betweenness", column_kind::real, found.scores}});
}

void act(ranks_run& run, const request& given) {
  const std::string& kernel = given.choice.kernel;
  if (kernel == "bfs") search(run, given);
  const bool fractions = run.spread().weights() == graph::weight_kind::real;
  if (kernel == "sssp")
    fractions ? measure<double>(run, given) : measure<graph::weight>(run, given);
  if (kernel == "components") find_components(run, given);
  if (kernel == "triangles") count_triangles(run, given);
  if (kernel == "kcore") peel(run);
  if (kernel == "pagerank") rank(run, given);
  if (kernel == "bc")
    given.betweenness.is_sampled() ? rank_by_samples(run, given) : rank_by_paths(run, given);
  if (kernel == "eigenvector") rank_by_eigenvector(run, given);
  if (kernel == "katz") rank_by_katz(run, given);
  if (kernel == "hits") rank_by_hits(run, given);
}

}  // namespace

void run_kernel(const opened_graph& opened, session& s) {
  const request& given = asked();
  const spread::distributed_graph& g = opened.graph;
  // PageRank counts directed edges, as in a single process.
  const bool counts_arcs = given.choice.kernel == "pagerank";
  const ranks_graph graph_of_ranks(g, counts_arcs ? g.arc_count() : g.edge_count());
  ranks_run run(graph_of_ranks, opened.origin, given.choice, s);
  run.report.ranks = arcas::cluster::ranks();
  act(run, given);
  if (given.choice.weighted_option)
    run.report.parameters.push_back({"weighted", given.choice.weighted});
  run.show();
}

}  // namespace cli::ranks
