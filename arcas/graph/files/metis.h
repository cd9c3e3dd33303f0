// SPDX-License-Identifier: Apache-2.0
// Undirected graphs as METIS (Karypis and Kumar, 1998) has them: "vertices edges [format
// [constraints]]", then a line for each vertex: what the format says it has of its own (a size,
// weights), which is skipped, and its neighbours, counted from 1, each with a weight where the
// format says so. An empty line is an isolated vertex; lines that start with % are comments.
#pragma once

#include <arcas/graph/files/edge_text.h>
#include <arcas/graph/graph_file.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::graph {

struct metis_text {
  graph_facts facts;
  text_source body;  // what follows the header
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t header_line = 0;
  std::uint64_t own_numbers = 0;  // of a vertex, before its neighbours
};

// Throws input_error.
metis_text open_metis(std::string_view text, const std::string& name);

// Each edge once, and a self-loop as often as it is listed. Throws input_error, also where an edge
// is listed at one of its ends only, and interrupted.
template <class V, class W>
basic_edge_list<V, W> edges_of(const metis_text& graph, const loop_options& loops);

}  // namespace arcas::graph
