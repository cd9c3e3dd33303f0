// SPDX-License-Identifier: Apache-2.0
#include "kernel_checks.h"

#include <arcas/graph/builder.h>

#include <algorithm>
#include <utility>

namespace cli {

namespace graph = arcas::graph;

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
                                    const betweenness_facts& facts,
                                    std::span<const double> scores) {
  if (sources.empty()) return "";
  return whole.with_graph<std::string>(
      [&]<class W, bool Directed>(const graph::basic_graph<W, Directed>& g) {
        const double factor = betweenness_factor(Directed, facts);
        if constexpr (graph::is_weight<W>) {
          return fault_in_weighted_betweenness(g, sources, facts.endpoints, factor, scores);
        } else {
          return fault_in_betweenness(g, sources, facts.endpoints, factor, scores);
        }
      });
}

}  // namespace cli
