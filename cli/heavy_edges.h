// SPDX-License-Identifier: Apache-2.0
// The edges of a threshold as a graph, for the check of its components: without filter_edges() and
// without_arcs_below().
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cli {

arcas::graph::directed_graph heavy_edges(const auto& g, double threshold) {
  namespace graph = arcas::graph;
  std::vector<graph::edge> heavy;
  graph::edges_of_graph(g, true)([&](graph::vertex from, graph::vertex to, double weight) {
    if (weight >= threshold) heavy.push_back({from, to});
  });
  graph::edge_list list{g.vertex_count(), graph::plain_array<graph::edge>(heavy.size()), {}};
  std::ranges::copy(heavy, list.edges.data());
  return build_directed(std::move(list));
}

// What is wrong with the components of any such graph; empty: nothing.
inline std::string fault_in_labels(const arcas::graph::graph_view& g, bool strong,
                                   std::span<const arcas::graph::vertex> labels) {
  return strong ? arcas::graph::fault_in_strong_components(g, labels)
                : arcas::graph::fault_in_components(g, labels);
}

}  // namespace cli
