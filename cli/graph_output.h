// SPDX-License-Identifier: Apache-2.0
// How is a graph written to a file? The common part of convert, generate and extract.
#pragma once

#include "graph_input.h"

#include <arcas/graph/graph_view.h>
#include <arcas/graph/vertex_names.h>

#include <functional>
#include <string>
#include <vector>

namespace cli {

struct output_arguments {
  graph_choice graph;
  std::string file;
  std::string weights = "keep";  // or drop, random, real
  bool draw_weights = false;     // --weights of a generated graph
  bool json = false;
  bool estimate = false;  // whether to print the memory that writing would need, and not to write
};

// OUT, --json and --estimate.
void add_output_options(const options& arguments, output_arguments& given);
// FILE, which is required, OUT, and the options of reading, writing and loops.
void add_file_to_file_options(const options& arguments, output_arguments& given);

// Chooses the vertices that are written, with the edges between them. `undirected` is the graph
// without directions, parallel edges and self-loops.
using vertex_chooser = std::function<std::vector<arcas::graph::vertex>(
    const arcas::graph::graph_view& g, const arcas::graph::undirected_view& undirected,
    const arcas::graph::vertex_names& names)>;

// Loads the graph with the weights that the arguments and the format of OUT require, and writes it,
// or the part that `choose` selects. A graph that cannot be written is refused before it is read.
// If it throws, there is no file. Returns an exit code.
int save(graph_opening opening, const output_arguments& given, session& s,
         const vertex_chooser& choose = {});

}  // namespace cli
