// SPDX-License-Identifier: Apache-2.0
// GraphML (Brandes, Eiglsperger, Lerner: http://graphml.graphdrawing.org), as NetworkX, igraph, Gephi and yEd write it:
// nodes with ids, edges between them, attributes of edges, one of which may be the weight.
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
  std::vector<double> weights;  // one an edge, or none
};

bool looks_like_graphml(std::string_view text);

// Names are the nodes' ids, in ascending order: as numbers where all are and neither options nor the file say that they
// are text. The weight is the attribute that options.weight
// names, else the one with the name "weight". Throws input_error for what is no such file, and for what is not here:
// hyperedges, nested graphs, edges of both kinds. Ports are left out.
graphml_graph open_graphml(std::string_view text, const std::string& name,
                           const file_options& options);

template <class W>
basic_edge_list<W> edges_of(const graphml_graph& graph, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
