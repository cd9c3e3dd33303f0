// SPDX-License-Identifier: Apache-2.0
// Which graph does a command run on, and what did it take to get it?
#pragma once

#include "figures.h"
#include "session.h"

#include <arcas/graph/graph_file.h>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cli {

// As typed: a file, or a generator with its scale.
struct graph_choice {
  std::string file;
  unsigned kronecker = 0;  // scale; 0: not asked for
  unsigned uniform = 0;
  unsigned grid = 0;
  unsigned edge_factor = 16;
  std::uint64_t seed = 27491095;  // the one that GAP uses
  bool undirected = false;        // a directed file is taken both ways
  bool simple = false;            // without parallel edges and self-loops
};

// FILE and the options that go with it: --undirected and --simple.
void add_file_options(CLI::App& arguments, graph_choice& choice);
// --kronecker, --uniform, --grid, --edge-factor and --seed.
void add_generator_options(CLI::App& arguments, graph_choice& choice);
// All of these.
void add_graph_options(CLI::App& arguments, graph_choice& choice);

template <class G>
struct loaded_graph : graph_origin {
  G graph;
};
using graph_input = loaded_graph<arcas::graph::directed_graph>;

// A graph of which it is known what it is. Throws with a sentence: std::invalid_argument for no
// graph or two, input_error for a wrong file.
struct graph_opening {
  graph_choice choice;
  std::optional<arcas::graph::graph_file> file;  // none: it will be generated
  arcas::graph::graph_facts facts;
  graph_origin origin;
};
graph_opening open_graph(const graph_choice& choice, session& s);

// G: directed_graph, undirected_graph, their weighted forms, or any_graph, any_weighted_graph and
// any_real_graph, which are directed where the file is, unless --undirected says otherwise.
// Generated graphs are undirected, without parallel edges and self-loops, as in GAP. Weights that
// are nowhere are drawn from 1 to 255, as in GAP. `build` adds to what the options drop; a directed
// file that becomes an undirected graph loses its parallel edges, since most files have some edges
// both ways. Throws input_error.
template <class G>
loaded_graph<G> load_graph(graph_opening opening, session& s,
                           arcas::graph::build_options build = {});

template <class G>
loaded_graph<G> load_graph(const graph_choice& choice, session& s,
                           arcas::graph::build_options build = {}) {
  return load_graph<G>(open_graph(choice, s), s, build);
}

// The graph of a file of directed edges.
graph_input read_graph(const std::string& file, session& s);

}  // namespace cli
