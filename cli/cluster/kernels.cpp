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
#include <limits>
#include <optional>
#include <type_traits>
#include <variant>

namespace cli::ranks {
namespace {

namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;

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
  describe_levels(run.report, ids, found.reached, found.depth, found.levels, run.choice.top);
  run.check_by<graph::any_graph>([&](const auto& whole) {
    return graph::fault_in_bfs(whole, sources, found.parents, found.levels);
  });
  const auto reached = [&](std::size_t v) { return found.levels[v] != graph::unreached; };
  run.write(
      {{"parent", column_kind::id,
        [&](std::size_t v) { return reached(v) ? std::int64_t{found.parents[v]} : no_value; }},
       {"level", column_kind::whole,
        [&](std::size_t v) { return reached(v) ? std::int64_t{found.levels[v]} : no_value; }}});
}

// The paths of --path-to; an empty path to an unreachable vertex.
template <class W>
std::vector<std::vector<vertex>> describe_paths(ranks_run& run,
                                                const spread::distributed_sssp_result<W>& found,
                                                vertex source, const std::vector<vertex>& ends) {
  std::vector<std::vector<vertex>> paths;
  paths_report report(run.ids(), run.report);
  for (const vertex end : ends) {
    paths.push_back(spread::path_to(run.spread(), found, source, end));
    if (paths.back().empty()) {
      report.none(end);
    } else {
      report.add(paths.back(), found.distances[end]);
    }
  }
  return paths;
}

template <class W>
void check_distances(ranks_run& run, const spread::distributed_sssp_result<W>& found, vertex source,
                     const std::vector<std::vector<vertex>>& paths) {
  using G = std::variant<graph::basic_directed_graph<W>, graph::basic_undirected_graph<W>>;
  run.check_by<G>([&](const auto& whole) {
    std::string fault = graph::fault_in_distances(whole, source, found.distances);
    if (fault.empty() && !found.parents.empty())
      fault = graph::fault_in_shortest_paths(whole, source, found.distances, found.parents);
    for (const std::vector<vertex>& path : paths) {
      if (!fault.empty() || path.empty()) continue;
      const double length[] = {static_cast<double>(found.distances[path.back()])};
      fault = graph::fault_in_shortest_simple_paths(whole.vertex_count(),
                                                    graph::edges_of_graph(whole, true), source,
                                                    path.back(), 1, {&path, 1}, length);
    }
    return fault;
  });
}

template <class W>
std::vector<ranks_column> distance_columns(const spread::distributed_sssp_result<W>& found) {
  using D = graph::distance<W>;
  const auto value = [&found](std::size_t v, auto none) {
    const D d = found.distances[v];
    return d == graph::infinitely_far<D> ? none : static_cast<decltype(none)>(d);
  };
  std::vector<ranks_column> columns;
  if constexpr (std::is_integral_v<D>) {
    columns.push_back(
        {"distance", column_kind::whole, [value](std::size_t v) { return value(v, no_value); }});
  } else {
    columns.push_back(real_column("distance", [value](std::size_t v) {
      return value(v, std::numeric_limits<double>::quiet_NaN());
    }));
  }
  if (found.parents.empty()) return columns;
  columns.push_back({"parent", column_kind::id, [&found](std::size_t v) {
                       const vertex parent = found.parents[v];
                       return parent == graph::no_vertex ? no_value : std::int64_t{parent};
                     }});
  return columns;
}

template <class W>
void measure(ranks_run& run, const request& given) {
  using D = graph::distance<W>;
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const vertex source = sources.back();
  const auto found = run.timed("shortest paths", [&](unsigned trial) {
    return spread::sssp<W>(run.spread(), sources[trial - 1],
                           {.delta = given.delta, .parents = !run.choice.output.empty()});
  });
  describe_distances<D>(run.report, run.ids()(source), found.distances, found.delta,
                        run.origin.random_weights, run.ids());
  if (!run.origin.weighted && !run.origin.random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  check_distances(run, found, source, describe_paths(run, found, source, ends));
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
  describe_components(run.report, found.labels, given.strong, threshold, run.choice.top, run.ids());
  const auto fault = [&](const auto& whole) {
    return fault_in_labels(heavy_edges(whole, *threshold), given.strong, found.labels);
  };
  if (!threshold) {
    run.check_by<graph::any_graph>(
        [&](const auto& whole) { return fault_in_labels(whole, given.strong, found.labels); });
  } else if (run.spread().weights() == graph::weight_kind::real) {
    run.check_by<graph::any_real_graph>(fault);
  } else {
    run.check_by<graph::any_weighted_graph>(fault);
  }
  run.write({{"component", column_kind::id,
              [&](std::size_t v) { return std::int64_t{found.labels[v]}; }}});
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
  describe_vertex_triangles(run.report,
                            {found.triangles, found.clustering, found.total,
                             found.average_clustering, found.transitivity},
                            run.choice.top, run.ids());
  run.check_by<graph::undirected_graph>([&](const auto& whole) {
    return graph::fault_in_triangles(whole, found.total, found.triangles, found.clustering);
  });
  run.write({{"triangles", column_kind::whole,
              [&](std::size_t v) { return static_cast<std::int64_t>(found.triangles[v]); }},
             real_column("clustering", [&](std::size_t v) { return found.clustering[v]; })});
}

void peel(ranks_run& run) {
  const auto found =
      run.timed("core numbers", [&](unsigned) { return spread::core_numbers(run.spread()); });
  describe_core_numbers(run.report, found.cores, found.degeneracy, run.choice.top);
  run.check_by<graph::undirected_graph>(
      [&](const auto& whole) { return graph::fault_in_core_numbers(whole, found.cores); });
  run.write(
      {{"core", column_kind::whole, [&](std::size_t v) { return std::int64_t{found.cores[v]}; }}});
}

template <class W>
graph::pagerank_verdict verdict_on(const graph::basic_directed_graph<W>& g,
                                   std::span<const double> scores, double tolerance,
                                   const spread::distributed_pagerank_options& options) {
  if constexpr (graph::is_weight<W>) {
    return check_weighted_pagerank(g, scores, options.damping, tolerance, options.personalization);
  } else {
    return check_pagerank(g, scores, options.damping, tolerance, options.personalization);
  }
}

void rank(ranks_run& run, const request& given) {
  spread::distributed_pagerank_options options = given.pagerank;
  options.weighted = run.choice.weighted;
  std::vector<double> jumps(given.jumps.empty() ? 0 : run.graph.vertex_count());
  for (const vertex v : run.named("--jump-to", given.jumps)) jumps[v] = 1;
  options.personalization = jumps;
  const auto found =
      run.timed("PageRank", [&](unsigned) { return spread::pagerank(run.spread(), options); });
  describe_pagerank(run.report, found.scores,
                    {options.damping, options.tolerance, found.iterations, found.residual},
                    run.choice.top, run.ids());
  run.report.parameters.push_back({"order", "jacobi"});
  run.report.run.push_back({"shares", json_list({})});
  const double tolerance = 2 * std::max(options.tolerance, found.residual);
  const auto fault = [&](const auto& whole) {
    const auto verdict = verdict_on(whole, found.scores, tolerance, options);
    run.report.verdict = pagerank_verdict_text(verdict.total, verdict.residual);
    return verdict.fault;
  };
  if (options.weighted && run.spread().weights() == graph::weight_kind::real) {
    run.check_by<graph::real_directed_graph>(fault);
  } else if (options.weighted) {
    run.check_by<graph::weighted_directed_graph>(fault);
  } else {
    run.check_by<graph::directed_graph>(fault);
  }
  run.write({real_column("score", [&](std::size_t v) { return found.scores[v]; })});
}

void rank_by_paths(ranks_run& run, const request& given) {
  const std::vector<vertex> sources = run.vertices_of(given.sample, given.sources);
  const auto found = run.timed("betweenness", [&](unsigned) {
    return spread::betweenness(run.spread(), sources,
                               {.normalized = !given.counts, .endpoints = given.endpoints});
  });
  const betweenness_facts facts{.sources = sources.size(),
                                .normalized = !given.counts,
                                .endpoints = given.endpoints,
                                .form = {}};
  describe_betweenness(run.report, found.scores, facts, run.choice.top, run.ids());
  run.report.parameters.push_back({"weighted", false});
  run.report.passes = sources.size();
  run.check_by<graph::any_graph>([&](const auto& whole) -> std::string {
    if (sources.empty()) return "";
    const double factor =
        betweenness_factor(whole.vertex_count(), !run.spread().is_symmetric(), facts);
    return graph::fault_in_betweenness(whole, sources, given.endpoints, factor, found.scores);
  });
  run.write({real_column("betweenness", [&](std::size_t v) { return found.scores[v]; })});
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
  if (kernel == "bc") rank_by_paths(run, given);
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
  if (given.choice.weighted_option && counts_arcs) {
    run.report.parameters.push_back({"weighted", given.choice.weighted});
  }
  run.show();
}

}  // namespace cli::ranks
