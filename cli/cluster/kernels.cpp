// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include "../figures.h"
#include "../json.h"
#include "../stopwatch.h"

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
#include <numeric>
#include <stdexcept>

namespace cli::ranks {
namespace {

namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;
using graph::vertex;
using spread::distributed_graph;

template <class F>
auto timed(told& t, const F& f) {
  const stopwatch time;
  auto result = f();
  t.seconds = time.seconds();
  return result;
}

// check(g): what is wrong, by the whole graph on this rank.
template <class W = graph::unweighted, class Check>
std::string checked(const request& asked, const Check& check) {
  if (!asked.check) return "";
  if (asked.kronecker != 0) {
    const auto edges =
        graph::kronecker_edges({.scale = asked.kronecker, .edge_factor = asked.edge_factor});
    const graph::build_options simple{.drop_duplicates = true, .drop_self_loops = true};
    if constexpr (graph::is_weight<W>) {
      return check(graph::build_undirected(graph::with_random_weights(edges), simple));
    } else {
      return check(
          graph::kronecker_graph({.scale = asked.kronecker, .edge_factor = asked.edge_factor}));
    }
  }
  graph::read_options options;
  if constexpr (graph::is_weight<W>) options.random_weights.emplace();
  return check(graph::read_graph<graph::basic_directed_graph<vertex, W>>(asked.file, options));
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

told run_bfs(const distributed_graph& g, const request& asked) {
  told t;
  const vertex source = source_of(g, asked);
  const auto found = timed(t, [&] { return spread::bfs(g, source); });
  const std::uint64_t id = g.original_id(source);
  t.text = fmt::format("source {}: {} reached, depth {}\n", id, vertices_text(found.reached),
                       found.depth);
  t.json = json_object()
               .count("source", id)
               .count("reached", found.reached)
               .count("depth", found.depth)
               .str();
  t.fault = checked(asked, [&](const auto& whole) {
    const vertex sources[] = {source};
    return graph::fault_in_bfs(whole, sources, found.parents, found.levels);
  });
  return t;
}

told run_sssp(const distributed_graph& g, const request& asked) {
  told t;
  const vertex source = source_of(g, asked);
  const auto found = timed(t, [&] { return spread::sssp(g, source); });
  const std::uint64_t id = g.original_id(source);
  std::int64_t farthest = 0;
  for (const std::int64_t d : found.distances) {
    if (d != graph::infinitely_far<std::int64_t>) farthest = std::max(farthest, d);
  }
  t.text = fmt::format("source {}: {} reached, the farthest {} away\n", id,
                       vertices_text(found.reached), farthest);
  t.json = json_object()
               .count("source", id)
               .count("reached", found.reached)
               .count("farthest", static_cast<std::uint64_t>(farthest))
               .count("delta", static_cast<std::uint64_t>(found.delta))
               .str();
  t.fault = checked<graph::weight>(asked, [&](const auto& whole) {
    return graph::fault_in_distances(whole, source, found.distances);
  });
  return t;
}

told run_components(const distributed_graph& g, const request& asked) {
  told t;
  const auto found = timed(t, [&] { return spread::components(g); });
  std::vector<std::uint64_t> sizes(found.labels.size());
  for (const vertex label : found.labels) ++sizes[label];
  const std::uint64_t largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  t.text = fmt::format("{}, the largest of {}\n", counted(found.components, "component"),
                       vertices_text(largest));
  t.json = json_object().count("components", found.components).count("largest", largest).str();
  t.fault = checked(
      asked, [&](const auto& whole) { return graph::fault_in_components(whole, found.labels); });
  return t;
}

told run_triangles(const distributed_graph& g, const request& asked) {
  told t;
  const std::uint64_t count = timed(t, [&] { return spread::count_triangles(g); });
  t.text = counted(count, "triangle") + "\n";
  t.json = json_object().count("triangles", count).str();
  if (asked.check) {
    const auto whole =
        asked.kronecker != 0
            ? graph::kronecker_graph({.scale = asked.kronecker, .edge_factor = asked.edge_factor})
            : graph::read_graph<graph::undirected_graph>(asked.file);
    t.fault = graph::fault_in_triangles(whole, count);
  }
  return t;
}

// The vertices of the highest scores, in lines and as JSON.
void list_top(const distributed_graph& g, const std::vector<double>& scores, unsigned top,
              told& t) {
  std::vector<vertex> order(scores.size());
  std::iota(order.begin(), order.end(), vertex{0});
  const auto shown = static_cast<std::ptrdiff_t>(std::min<std::size_t>(top, order.size()));
  std::partial_sort(order.begin(), order.begin() + shown, order.end(), [&](vertex a, vertex b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  std::vector<std::string> listed;
  for (auto v = order.begin(); v != order.begin() + shown; ++v) {
    const std::uint64_t id = g.original_id(*v);
    t.text += fmt::format("{:>12}  {:.6g}\n", id, scores[*v]);
    listed.push_back(json_object().count("vertex", id).number("score", scores[*v]).str());
  }
  t.json = json_object().json("top", json_list(listed)).str();
}

told run_pagerank(const distributed_graph& g, const request& asked) {
  told t;
  const spread::distributed_pagerank_options options;
  const auto found = timed(t, [&] { return spread::pagerank(g, options); });
  t.text =
      fmt::format("{}, residual {:.2e}\n", counted(found.iterations, "iteration"), found.residual);
  list_top(g, found.scores, asked.top, t);
  t.fault = checked(asked, [&](const auto& whole) {
    return graph::check_pagerank(whole, found.scores, options.damping, options.tolerance).fault;
  });
  return t;
}

told run_bc(const distributed_graph& g, const request& asked) {
  told t;
  const std::uint64_t n = g.vertex_count();
  const std::uint64_t k = std::min<std::uint64_t>(asked.sources, n);
  std::vector<vertex> sources;
  for (std::uint64_t i = 0; i < k; ++i) sources.push_back(static_cast<vertex>(i * n / k));
  const auto found =
      timed(t, [&] { return spread::betweenness(g, sources, {.normalized = false}); });
  t.text = fmt::format("from {}\n", vertices_text(k));
  list_top(g, found.scores, asked.top, t);
  const double scaled = static_cast<double>(n) / static_cast<double>(std::max<std::uint64_t>(k, 1));
  t.fault = checked(asked, [&](const auto& whole) {
    return graph::fault_in_betweenness(whole, sources, false, (g.is_symmetric() ? 0.5 : 1) * scaled,
                                       found.scores);
  });
  return t;
}

}  // namespace

told run_kernel(const distributed_graph& g, const request& asked) {
  if (asked.kernel == "bfs") return run_bfs(g, asked);
  if (asked.kernel == "sssp") return run_sssp(g, asked);
  if (asked.kernel == "components") return run_components(g, asked);
  if (asked.kernel == "triangles") return run_triangles(g, asked);
  if (asked.kernel == "pagerank") return run_pagerank(g, asked);
  return run_bc(g, asked);
}

}  // namespace cli::ranks
