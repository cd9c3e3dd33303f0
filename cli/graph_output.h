// SPDX-License-Identifier: Apache-2.0
// How is a graph written to a file? What convert, generate and extract have in common.
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
  bool draw_weights = false;     // of a generated graph
  bool json = false;
  bool estimate = false;  // the memory it would take, in place of a file
};

// OUT, --json and --estimate.
void add_output_options(const options& arguments, output_arguments& given);
// FILE, which is required, OUT and how both are understood.
void add_file_to_file_options(const options& arguments, output_arguments& given);

// Which vertices of a graph are written, with the edges between them. `undirected`: the graph with its edges both ways,
// simple.
using vertex_chooser = std::function<std::vector<arcas::graph::vertex>(
    const arcas::graph::graph_view& g, const arcas::graph::undirected_view& undirected,
    const arcas::graph::vertex_names& names)>;

// Loads the graph with the weights that the arguments and the format of OUT ask for, and writes it, or the part of it that
// is chosen. What cannot be written is refused before the graph is read. Throws with a sentence, and then there is no
// file. Returns an exit code.
int save(graph_opening opening, const output_arguments& given, session& s,
         const vertex_chooser& choose = {});

}  // namespace cli
