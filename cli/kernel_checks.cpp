// SPDX-License-Identifier: Apache-2.0
#include "kernel_checks.h"

#include <arcas/graph/builder.h>

#include <algorithm>
#include <utility>

namespace cli {
namespace {

// The graph of the edges with at least this weight. A check does not use filter_edges() and
// without_arcs_below(), which the kernels use.
graph::directed_graph heavy_edges(const process_run& whole, double threshold) {
  std::vector<graph::edge> heavy;
  whole.edges()([&](vertex from, vertex to, double weight) {
    if (weight >= threshold) heavy.push_back({from, to});
  });
  graph::edge_list list{
      whole.graph.vertex_count(), graph::plain_array<graph::edge>(heavy.size()), {}};
  std::ranges::copy(heavy, list.edges.data());
  return build_directed(std::move(list));
}

// The factor by which a check scales raw sums over the sources. It is written from NetworkX's
// definition.
double betweenness_factor(bool directed, std::uint64_t vertices, std::size_t sources,
                          const bc_arguments& given) {
  const auto n = static_cast<double>(vertices);
  const double estimate = n / static_cast<double>(sources);
  if (given.counts) return directed ? estimate : estimate / 2;
  if (given.endpoints) return n < 2 ? estimate : estimate / (n * (n - 1));
  return n <= 2 ? estimate : estimate / ((n - 1) * (n - 2));
}

}  // namespace

std::string fault_in_labels(const process_run& whole, const std::optional<double>& threshold,
                            bool strong, std::span<const vertex> labels) {
  const auto fault = strong ? graph::fault_in_strong_components : graph::fault_in_components;
  return threshold ? fault(heavy_edges(whole, *threshold), labels) : fault(whole.links, labels);
}

graph::pagerank_verdict verdict_on_pagerank(const process_run& whole,
                                            std::span<const double> scores, double damping,
                                            double tolerance, std::span<const double> jumps) {
  return whole.with_graph<graph::pagerank_verdict>(
      [&]<class W>(const graph::basic_directed_graph<W>& g) {
        if constexpr (graph::is_weight<W>) {
          return check_weighted_pagerank(g, scores, damping, tolerance, jumps);
        } else {
          return check_pagerank(g, scores, damping, tolerance, jumps);
        }
      });
}

std::string fault_in_betweenness_of(const process_run& whole, std::span<const vertex> sources,
                                    const bc_arguments& given, std::span<const double> scores) {
  if (sources.empty()) return "";
  return whole.with_graph<std::string>(
      [&]<class W, bool Directed>(const graph::basic_graph<W, Directed>& g) {
        const double factor =
            betweenness_factor(Directed, whole.graph.vertex_count(), sources.size(), given);
        if constexpr (graph::is_weight<W>) {
          return fault_in_weighted_betweenness(g, sources, given.endpoints, factor, scores);
        } else {
          return fault_in_betweenness(g, sources, given.endpoints, factor, scores);
        }
      });
}

}  // namespace cli
