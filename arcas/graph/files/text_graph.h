// SPDX-License-Identifier: Apache-2.0
// What does the start of a text file say about its edges, and what are they? For all formats of one
// edge a line: each has a function that reads its header, and they share what reads the edges.
#pragma once

#include <arcas/graph/files/edge_text.h>
#include <arcas/graph/graph_file.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arcas::graph {

// What a header counts.
struct header_counts {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;  // where it says so
};

struct text_graph {
  graph_facts facts;
  edge_line_form form;
  text_source body;                     // what follows the header
  std::optional<header_counts> counts;  // none in edge lists
  bool ids_are_vertices = false;        // all from first_id up, whether they occur or not
};

// Each throws input_error for a start that is not of the format.
text_graph open_edge_list(std::string_view text, const std::string& name);
text_graph open_matrix_market(std::string_view text, const std::string& name);
text_graph open_dimacs(std::string_view text, const std::string& name);

bool looks_like_matrix_market(std::string_view text);
bool looks_like_dimacs(std::string_view text);

// An undirected edge once. Throws input_error and interrupted.
template <class V, class W>
basic_edge_list<V, W> edges_of(const text_graph& graph, const loop_options& loops);

// Vertices that so many edges may have, where a number in the file decides: more are taken for a
// mistake, since a graph of them would fill the memory. Throws input_error.
void require_plausible(std::uint64_t vertices, std::uint64_t edges, const std::string& name,
                       std::uint64_t line);

// A name without .zst or .gz, in lower case, has this ending.
bool has_ending(const std::string& name, std::string_view ending);

}  // namespace arcas::graph
