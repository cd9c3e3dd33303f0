// SPDX-License-Identifier: Apache-2.0
// GraphML (Brandes, Eiglsperger, Lerner: http://graphml.graphdrawing.org), as NetworkX, igraph,
// Gephi and yEd write it: nodes with ids, edges between them, and attributes of edges, of which one
// may be the weight.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

struct graphml_graph {
  graph_facts facts;
  std::string name;
  std::uint64_t vertices = 0;
  vertex_names names;
  plain_array<edge> edges;
  std::vector<double> weights;  // one for each edge, or empty
};

bool looks_like_graphml(std::string_view text);

// The names of vertices are the nodes' ids, in ascending order. They are numbers if all ids are
// numbers and neither options nor the file declare them as text. The weight is the attribute
// with the name options.weight, by default "weight". Throws input_error for invalid files, and for
// features that are not supported: hyperedges, nested graphs, directed and undirected edges in one
// graph. Ports are ignored.
graphml_graph open_graphml(std::string_view text, const std::string& name,
                           const file_options& options);

template <class W>
basic_edge_list<W> edges_of(const graphml_graph& graph, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
