// SPDX-License-Identifier: Apache-2.0
// Which graph does a command run on, and what did it take to get it?
#pragma once

#include "figures.h"
#include "session.h"

#include <arcas/graph/graph_file.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cli {

// As typed: a file, or a generator with its scale.
struct graph_choice {
  std::string file;
  unsigned kronecker = 0;  // scale; 0: not asked for
  unsigned uniform = 0;
  unsigned grid = 0;
  unsigned edge_factor = 16;
  std::uint64_t seed = 27491095;   // the one that GAP uses
  bool undirected = false;         // a directed file is taken both ways
  bool directed = false;           // an edge list that says that it is undirected is not
  arcas::graph::file_options how;  // how the file is to be understood
  bool simple = false;             // without parallel edges and self-loops
  bool random_weights = false;     // where a graph without weights needs some; else all are 1
  // --workers, --grain, --distributor and --levels, for reading and all that follows; empty: not
  // given.
  std::array<std::string, 4> loops;
};

// FILE and the options that go with it: --undirected, --simple, and how the file is to be understood.
void add_file_options(const options& arguments, graph_choice& choice);
// --kronecker, --uniform, --grid, --edge-factor and --seed.
void add_generator_options(const options& arguments, graph_choice& choice);
// How loops run: options that set the ARCAS_ variables of the same names.
void add_loop_options(const options& arguments, graph_choice& choice);
// All of these.
void add_graph_options(const options& arguments, graph_choice& choice);

// As it is in the memory of this process.
using stored_graph =
    std::variant<arcas::graph::directed_graph, arcas::graph::undirected_graph,
                 arcas::graph::weighted_directed_graph, arcas::graph::weighted_undirected_graph,
                 arcas::graph::real_directed_graph, arcas::graph::real_undirected_graph>;
struct loaded_graph : graph_origin {
  stored_graph graph;
};
// of_source: directed if the file is, unless --undirected was given. directed: edges of an undirected source are taken in
// both directions.
enum class graph_direction { of_source, directed, undirected };

// A graph of known kind that is still to be read or made. open_graph() also sets the
// options of loops. Throws with a sentence: std::invalid_argument for no graph, for two and for a
// wrong option of loops, input_error for a wrong file.
struct graph_opening {
  graph_choice choice;
  std::optional<arcas::graph::graph_file> file;  // none: it will be generated
  arcas::graph::graph_facts facts;
  graph_origin origin;
};
// What is known of a file of which only starts have been read.
struct graph_start {
  arcas::graph::graph_facts facts;
  std::uint64_t stored_bytes = 0;
  std::uint64_t unpacked_bytes = 0;  // as far as they are known
};
// Returns nothing for a file that must be read whole.
using start_opener = std::optional<graph_start> (*)(const std::string& path,
                                                    const arcas::graph::file_options& how);
// With a start_opener that knows the file, the opening has no file.
graph_opening open_graph(const graph_choice& choice, session& s, start_opener start = nullptr);

bool is_directed(const graph_opening& opening, graph_direction direction);

// The graph, with weights of that kind. Weights that the source lacks are 1, or drawn from 1 to 255, as in GAP, where
// choice.random_weights. Generated graphs are undirected, without parallel edges and self-loops, as in GAP. A directed file
// that becomes an undirected graph loses its parallel edges, since most files have some edges both
// ways. Throws input_error.
loaded_graph load_graph(graph_opening opening, session& s, graph_direction direction,
                        arcas::graph::weight_kind weights);

// The vertices that a file lists, in ascending order, each once: a name on each line; empty lines and lines that begin with #
// do not count. n: vertices of the graph `of`. Throws std::runtime_error with a sentence for one that the graph has not.
std::vector<arcas::graph::vertex> listed_vertices(const std::string& path,
                                                  const arcas::graph::vertex_names& names,
                                                  std::size_t n, const std::string& of);

}  // namespace cli
