// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include "../kernel_report.h"
#include "../pagerank_report.h"
#include "../stopwatch.h"

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_bfs.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/betweenness_check.h>
#include <arcas/graph/check/bfs_check.h>
#include <arcas/graph/check/components_check.h>
#include <arcas/graph/check/pagerank_check.h>
#include <arcas/graph/check/sssp_check.h>
#include <arcas/graph/check/triangles_check.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kronecker.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <vector>

namespace cli::ranks {
namespace {

namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;
using graph::vertex;
using spread::distributed_graph;

template <class F>
auto timed(kernel_report& report, const F& f) {
  const stopwatch time;
  auto result = f();
  report.seconds.all.push_back(time.seconds());
  return result;
}

id_of_vertex ids_of(const distributed_graph& g) {
  return [&g](vertex v) { return g.original_id(v); };
}

graph::kronecker_options kronecker_of(const request& asked) {
  return {.scale = asked.choice.graph.kronecker, .edge_factor = asked.choice.graph.edge_factor};
}

// check(g): what is wrong, by the whole graph on this rank.
template <class W = graph::unweighted, class Check>
std::string checked(const request& asked, const Check& check) {
  if (!asked.choice.check) return "";
  if (asked.choice.graph.kronecker != 0) {
    const graph::build_options simple{.drop_duplicates = true, .drop_self_loops = true};
    if constexpr (graph::is_weight<W>) {
      const auto edges = graph::kronecker_edges(kronecker_of(asked));
      return check(graph::build_undirected(graph::with_random_weights(edges), simple));
    } else {
      return check(graph::kronecker_graph(kronecker_of(asked)));
    }
  }
  graph::read_options options;
  if constexpr (graph::is_weight<W>) options.random_weights.emplace();
  return check(graph::read_graph<graph::basic_directed_graph<W>>(asked.choice.graph.file, options));
}

vertex source_of(const distributed_graph& g, const request& asked) {
  if (asked.source) {
    if (const auto v = g.vertex_of(*asked.source)) return *v;
    throw std::invalid_argument(
        fmt::format("--source {}: the graph has no such vertex", *asked.source));
  }
  vertex best = 0;
  const auto& part = g.local();
  for (vertex i = 0; i < part.vertex_count(); ++i) {
    if (part.out_degree(i) > part.out_degree(best)) best = i;
  }
  if (part.vertex_count() == 0) throw std::invalid_argument("the graph has no vertices");
  return g.places().global(arcas::cluster::self(), best);
}

void run_bfs(const distributed_graph& g, const request& asked, kernel_report& report) {
  const vertex source = source_of(g, asked);
  const auto found = timed(report, [&] { return spread::bfs(g, source); });
  describe_levels(report, {g.original_id(source)}, found.reached, found.depth, found.levels,
                  asked.choice.top);
  report.fault = checked(asked, [&](const auto& whole) {
    const vertex sources[] = {source};
    return graph::fault_in_bfs(whole, sources, found.parents, found.levels);
  });
}

void run_sssp(const distributed_graph& g, const request& asked, bool random_weights,
              kernel_report& report) {
  const vertex source = source_of(g, asked);
  const auto found = timed(report, [&] { return spread::sssp(g, source); });
  describe_distances<std::int64_t>(report, g.original_id(source), found.distances,
                                   static_cast<double>(found.delta), random_weights, ids_of(g));
  report.fault = checked<graph::weight>(asked, [&](const auto& whole) {
    return graph::fault_in_distances(whole, source, found.distances);
  });
}

void run_components(const distributed_graph& g, const request& asked, kernel_report& report) {
  const auto found = timed(report, [&] { return spread::components(g); });
  describe_components(report, found.labels, false, asked.choice.top, ids_of(g));
  report.fault = checked(
      asked, [&](const auto& whole) { return graph::fault_in_components(whole, found.labels); });
}

void run_triangles(const distributed_graph& g, const request& asked, kernel_report& report) {
  const std::uint64_t count = timed(report, [&] { return spread::count_triangles(g); });
  describe_triangles(report, count);
  if (!asked.choice.check) return;
  const auto whole = asked.choice.graph.kronecker != 0
                         ? graph::kronecker_graph(kronecker_of(asked))
                         : graph::read_graph<graph::undirected_graph>(asked.choice.graph.file);
  report.fault = graph::fault_in_triangles(whole, count);
}

std::string run_pagerank(const distributed_graph& g, const request& asked,
                         const graph_origin& origin, kernel_report& report) {
  const spread::distributed_pagerank_options options;
  const auto found = timed(report, [&] { return spread::pagerank(g, options); });
  report.text = top_scores_table(found.scores, asked.choice.top, ids_of(g), "score");
  report.text +=
      fmt::format("{}, residual {:.2e}\n", counted(found.iterations, "iteration"), found.residual);
  report.passes = found.iterations;
  report.fault = checked(asked, [&](const auto& whole) {
    return graph::check_pagerank(whole, found.scores, options.damping, options.tolerance).fault;
  });
  return as_json(
      pagerank_figures{.origin = origin,
                       .vertices = g.vertex_count(),
                       .edges = g.arc_count(),
                       .workers = report.ranks,
                       .damping = options.damping,
                       .tolerance = options.tolerance,
                       .seconds = report.seconds,
                       .iterations = found.iterations,
                       .residual = found.residual,
                       .highest = top_scores_json(found.scores, asked.choice.top, ids_of(g)),
                       .checked = asked.choice.check});
}

void run_bc(const distributed_graph& g, const request& asked, kernel_report& report) {
  const std::uint64_t n = g.vertex_count();
  const std::uint64_t k = std::min<std::uint64_t>(asked.sources, n);
  std::vector<vertex> sources;
  for (std::uint64_t i = 0; i < k; ++i) sources.push_back(static_cast<vertex>(i * n / k));
  const auto found = timed(report, [&] { return spread::betweenness(g, sources); });
  describe_betweenness(report, found.scores, {.sources = k}, asked.choice.top, ids_of(g));
  report.passes = k;
  const auto vertices = static_cast<double>(n);
  const double scaled = vertices / static_cast<double>(std::max<std::uint64_t>(k, 1));
  const double pairs = n <= 2 ? 1 : (vertices - 1) * (vertices - 2);
  report.fault = checked(asked, [&](const auto& whole) {
    return graph::fault_in_betweenness(whole, sources, false, scaled / pairs, found.scores);
  });
}

// Both ways of an edge are two arcs, but for self-loops.
std::uint64_t edges_of(const distributed_graph& g) {
  if (!g.is_symmetric()) return g.arc_count();
  const auto loops_here = [g] {
    const auto& part = g.local();
    std::uint64_t loops = 0;
    for (vertex i = 0; i < part.vertex_count(); ++i) {
      const vertex own = g.places().global(arcas::cluster::self(), i);
      const auto ends = part.out_neighbors(i);
      loops += static_cast<std::uint64_t>(std::count(ends.begin(), ends.end(), own));
      const std::size_t hub = part.out_hubs().find(own);
      if (hub == part.out_hubs().hubs.size()) continue;
      const auto hub_ends = part.out_hubs().ends_here(hub);
      loops += static_cast<std::uint64_t>(std::count(hub_ends.begin(), hub_ends.end(), i));
    }
    return loops;
  };
  return (g.arc_count() + arcas::cluster::fold_ranks(std::uint64_t{0}, std::plus<>{}, loops_here)) /
         2;
}

}  // namespace

int run_kernel(const distributed_graph& g, const request& asked, const graph_origin& origin) {
  kernel_report report;
  report.ranks = arcas::cluster::ranks();
  std::string pagerank_json;
  if (asked.kernel == "bfs") run_bfs(g, asked, report);
  if (asked.kernel == "sssp") run_sssp(g, asked, origin.random_weights, report);
  if (asked.kernel == "components") run_components(g, asked, report);
  if (asked.kernel == "triangles") run_triangles(g, asked, report);
  if (asked.kernel == "pagerank") pagerank_json = run_pagerank(g, asked, origin, report);
  if (asked.kernel == "bc") run_bc(g, asked, report);
  // Of PageRank edges are taken in their direction, as `arcas pagerank` does.
  const bool directed = asked.kernel == "pagerank";
  const std::uint64_t edges = directed ? g.arc_count() : edges_of(g);
  if (pagerank_json.empty() || !asked.choice.json || !report.fault.empty()) {
    announce(origin, g.vertex_count(), edges, asked.choice);
    return cli::show(report, origin, g.vertex_count(), edges, asked.choice);
  }
  fmt::print("{}", pagerank_json);
  return 0;
}

}  // namespace cli::ranks
