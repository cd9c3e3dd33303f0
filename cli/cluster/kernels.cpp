// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include "../kernel_report.h"
#include "../progress.h"

#include <arcas/cluster_graph/distributed_bfs.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kronecker.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli::ranks {
namespace {

namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;
using graph::vertex;
using spread::distributed_graph;

graph::kronecker_options kronecker_of(const request& asked) {
  return {.scale = asked.choice.graph.kronecker, .edge_factor = asked.choice.graph.edge_factor};
}

struct ranks_run {
  const distributed_graph& g;
  const request& asked;
  const graph_origin& origin;
  kernel_report report;

  std::size_t top() const { return asked.choice.top; }
  id_of_vertex ids() const {
    return [this](vertex v) { return vertex_id{std::to_string(g.original_id(v))}; };
  }

  // Calls f() as often as --trials says; returns what the last call returned.
  template <class F>
  auto timed(const F& f) {
    for (unsigned trial = 1;; ++trial) {
      const stopwatch time;
      auto result = f();
      report.seconds.all.push_back(time.seconds());
      if (trial == asked.choice.trials) return result;
    }
  }

  // With --check: fault(whole) says what is wrong, by the whole graph on this rank.
  template <class W = graph::unweighted, class Fault>
  void check(const Fault& fault) {
    if (asked.choice.check) report.fault = fault_by_whole<W>(fault);
  }

  // With --output: a row for each vertex, its id and then these columns.
  void write(std::vector<table_column> columns) const {
    if (asked.choice.output.empty()) return;
    columns.insert(columns.begin(), id_column("vertex", [](std::size_t row) { return row; }));
    write_table(asked.choice.output, columns, g.vertex_count());
  }
  template <class Of>
  table_column id_column(std::string_view name, const Of& vertex_of) const {
    return {name, column_kind::id, [id = ids(), vertex_of](std::size_t row) {
              return id(static_cast<vertex>(vertex_of(row)));
            }};
  }

 private:
  template <class W, class Fault>
  std::string fault_by_whole(const Fault& fault) const {
    if (asked.choice.graph.kronecker != 0) {
      const graph::build_options simple{.drop_duplicates = true, .drop_self_loops = true};
      if constexpr (graph::is_weight<W>) {
        const auto edges = graph::kronecker_edges(kronecker_of(asked));
        return fault(graph::build_undirected(graph::with_random_weights(edges), simple));
      } else {
        return fault(graph::kronecker_graph(kronecker_of(asked)));
      }
    }
    graph::read_options options;
    if constexpr (graph::is_weight<W>) options.random_weights.emplace();
    return fault(
        graph::read_graph<graph::basic_directed_graph<W>>(asked.choice.graph.file, options));
  }
};

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

void run_bfs(ranks_run& run) {
  const vertex source = source_of(run.g, run.asked);
  const auto found = run.timed([&] { return spread::bfs(run.g, source); });
  describe_levels(run.report, {run.ids()(source)}, found.reached, found.depth, found.levels,
                  run.top());
  run.check([&](const auto& whole) {
    const vertex sources[] = {source};
    return graph::fault_in_bfs(whole, sources, found.parents, found.levels);
  });
  const auto reached = [&](std::size_t v) { return found.levels[v] != graph::unreached; };
  run.write({{"parent", column_kind::id,
              [&, id = run.ids()](std::size_t v) {
                return reached(v) ? id(found.parents[v]) : table_cell();
              }},
             {"level", column_kind::whole, [&](std::size_t v) {
                return reached(v) ? table_cell(found.levels[v]) : table_cell();
              }}});
}

void run_sssp(ranks_run& run) {
  const vertex source = source_of(run.g, run.asked);
  const auto found = run.timed([&] { return spread::sssp(run.g, source); });
  describe_distances<std::int64_t>(run.report, run.ids()(source), found.distances,
                                   static_cast<double>(found.delta), run.origin.random_weights,
                                   run.ids());
  run.check<graph::weight>(
      [&](const auto& whole) { return graph::fault_in_distances(whole, source, found.distances); });
  run.report.result.push_back({"paths", json_list({})});
  run.write({{"distance", column_kind::whole, [&](std::size_t v) {
                const std::int64_t distance = found.distances[v];
                return distance == graph::infinitely_far<std::int64_t> ? table_cell()
                                                                       : table_cell(distance);
              }}});
}

void run_components(ranks_run& run) {
  const auto found = run.timed([&] { return spread::components(run.g); });
  describe_components(run.report, found.labels, false, run.top(), run.ids());
  run.check([&](const auto& whole) { return graph::fault_in_components(whole, found.labels); });
  run.write({run.id_column("component", [&](std::size_t v) { return found.labels[v]; })});
}

void run_triangles(ranks_run& run) {
  const request& asked = run.asked;
  const std::uint64_t count = run.timed([&] { return spread::count_triangles(run.g); });
  describe_triangles(run.report, count);
  if (!asked.choice.check) return;
  const auto whole = asked.choice.graph.kronecker != 0
                         ? graph::kronecker_graph(kronecker_of(asked))
                         : graph::read_graph<graph::undirected_graph>(asked.choice.graph.file);
  run.report.fault = graph::fault_in_triangles(whole, count);
}

void run_pagerank(ranks_run& run) {
  const spread::distributed_pagerank_options options;
  const auto found = run.timed([&] { return spread::pagerank(run.g, options); });
  describe_pagerank(run.report, found.scores,
                    {options.damping, options.tolerance, found.iterations, found.residual},
                    run.top(), run.ids());
  run.report.parameters.push_back({"order", "jacobi"});
  run.report.parameters.push_back({"weighted", false});
  run.report.run.push_back({"shares", json_list({})});
  run.check([&](const auto& whole) {
    return graph::check_pagerank(whole, found.scores, options.damping, options.tolerance).fault;
  });
  run.write({{"score", column_kind::real, [&](std::size_t v) { return found.scores[v]; }}});
}

void run_bc(ranks_run& run) {
  const std::uint64_t n = run.g.vertex_count();
  const std::uint64_t k = std::min<std::uint64_t>(run.asked.sources, n);
  std::vector<vertex> sources;
  for (std::uint64_t i = 0; i < k; ++i) sources.push_back(static_cast<vertex>(i * n / k));
  const auto found = run.timed([&] { return spread::betweenness(run.g, sources); });
  describe_betweenness(run.report, found.scores, {.sources = k, .form = {}}, run.top(), run.ids());
  run.report.parameters.push_back({"weighted", false});
  run.report.passes = k;
  const auto vertices = static_cast<double>(n);
  const double scaled = vertices / static_cast<double>(std::max<std::uint64_t>(k, 1));
  const double pairs = n <= 2 ? 1 : (vertices - 1) * (vertices - 2);
  run.check([&](const auto& whole) {
    return graph::fault_in_betweenness(whole, sources, false, scaled / pairs, found.scores);
  });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return found.scores[v]; }}});
}

}  // namespace

int run_kernel(const distributed_graph& g, const request& asked, const graph_origin& origin) {
  ranks_run run{g, asked, origin, {}};
  run.report.ranks = arcas::cluster::ranks();
  if (asked.kernel == "bfs") run_bfs(run);
  if (asked.kernel == "sssp") run_sssp(run);
  if (asked.kernel == "components") run_components(run);
  if (asked.kernel == "triangles") run_triangles(run);
  if (asked.kernel == "pagerank") run_pagerank(run);
  if (asked.kernel == "bc") run_bc(run);
  // Of a symmetric graph, which has no self-loops, an edge is two arcs; but PageRank counts edges in
  // their direction, as `arcas pagerank` does.
  const bool two_arcs = g.is_symmetric() && asked.kernel != "pagerank";
  const std::uint64_t edges = g.arc_count() / (two_arcs ? 2 : 1);
  announce(origin, g.vertex_count(), edges, asked.choice);
  return show(run.report, origin, g.vertex_count(), edges, asked.choice);
}

}  // namespace cli::ranks
