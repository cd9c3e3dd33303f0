// SPDX-License-Identifier: Apache-2.0
// Which graph does a command run on, and how is it read or generated?
#pragma once

#include "figures.h"
#include "session.h"

#include <arcas/graph/graph_file.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cli {

// The graph that the command line names: a file, or a generator with its scale.
struct graph_choice {
  std::string file;
  unsigned kronecker = 0;  // scale; 0: not given
  unsigned uniform = 0;
  unsigned grid = 0;
  unsigned edge_factor = 16;
  std::uint64_t seed = 27491095;  // the seed that GAP uses
  bool undirected = false;        // whether a directed file becomes an undirected graph
  bool directed = false;          // whether an edge list is directed, whatever its header says
  graph::file_options how;        // how the file is read
  bool simple = false;            // whether parallel edges and self-loops are dropped
  bool random_weights = false;    // whether weights that a graph lacks are drawn; else they are 1
  // --workers, --grain, --distributor and --levels. They apply to all loops, also to those that
  // read the graph. An empty string: not given.
  std::array<std::string, 4> loops;
};

// Adds FILE and its options: --undirected, --simple, and those that say how the file is read.
void add_file_options(const options& arguments, graph_choice& choice);
// Adds --kronecker, --uniform, --grid, --edge-factor and --seed. `draws` are the options with which
// the command draws by --seed, besides the generators (options::needs()).
void add_generator_options(const options& arguments, graph_choice& choice,
                           std::vector<std::string> draws = {});
// Adds the options of loops, which set the ARCAS_ variables of the same names.
void add_loop_options(const options& arguments, graph_choice& choice);
// Adds the options of all three functions above.
void add_graph_options(const options& arguments, graph_choice& choice);

// The graph in the memory of this process.
using stored_graph = std::variant<graph::directed_graph, graph::undirected_graph,
                                  graph::weighted_directed_graph, graph::weighted_undirected_graph,
                                  graph::real_directed_graph, graph::real_undirected_graph>;
struct loaded_graph : graph_origin {
  stored_graph graph;
};
// of_source: the graph is directed if the file is, unless --undirected was given. directed: edges
// of an undirected source are taken in both directions.
enum class graph_direction { of_source, directed, undirected };

// A graph whose kind is known and that has not been read or generated yet.
struct graph_opening {
  graph_choice choice;
  std::optional<graph::graph_file> file;  // none: generated, or read in parts by ranks
  graph::graph_facts facts;
  graph_origin origin;
};
// The facts on a file of which only the beginning has been read.
struct graph_start {
  graph::graph_facts facts;
  std::uint64_t stored_bytes = 0;
  std::uint64_t unpacked_bytes = 0;  // as far as they are known
};
// Returns nothing for a file that must be read whole.
using start_opener = std::optional<graph_start> (*)(const std::string& path,
                                                    const graph::file_options& how);
// Finds out the kind of the graph, and sets the options of loops. If `start` returns the facts on
// the file, the opening's `file` is empty. Throws std::invalid_argument if no graph is named, if
// several are, and for a wrong option of loops; throws input_error for a wrong file.
graph_opening open_graph(const graph_choice& choice, session& s, start_opener start = nullptr);

bool is_directed(const graph_opening& opening, graph_direction direction);

// Reads or generates the graph, with weights of kind `weights`. Weights that the source lacks are
// 1, or drawn from 1 to 255, as in GAP, if choice.random_weights is set. Generated graphs are
// undirected, without parallel edges and self-loops, as in GAP. A directed file that becomes an
// undirected graph loses its parallel edges, since most files have some edges in both directions.
// Throws input_error.
loaded_graph load_graph(graph_opening opening, session& s, graph_direction direction,
                        graph::weight_kind weights);

}  // namespace cli
