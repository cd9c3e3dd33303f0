// SPDX-License-Identifier: Apache-2.0
// Edges over all ranks: each rank has some of them, in no particular order. Generators and files
// produce them, and graphs are built from them. A distributed_edges is a handle, which is copied
// and captured like a number.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/vertex_names.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// Options of random draws: edges of generators, and weights from 1 to most_weight.
struct draw_options {
  std::uint64_t seed = 27491095;  // GAP's seed
  graph::weight most_weight = 255;
};

// Options for reading a file into a graph over ranks.
struct file_reading {
  graph::file_options file = {};
  // Whether edges get weights, and the type of weights. If the file has none, they are drawn.
  graph::weight_kind weights = graph::weight_kind::none;
  // For a text that ranks read in parts, with `weights` whole: if any weight is not a whole number,
  // all weights are read as real.
  bool or_real = false;
  bool undirected = false;  // directed edges become undirected; parallel edges count once
  bool simple = false;      // parallel edges and self-loops are dropped
  draw_options draws = {};  // for weights
  // If not null, gets the notes on reading a text, on the caller's rank.
  graph::reading_notes* notes = nullptr;

  template <class Archive>
  void serialize(Archive& a) {
    a(file.directed, file.from, file.to, file.weight, file.text_ids, file.header, file.decimal,
      file.skip_bad_rows, file.ending, file.most_unpacked, weights, or_real, undirected, simple,
      draws);
  }
};

namespace detail {

// The names of a rank's vertices, in pieces that arrive in any order; a piece has consecutive local
// numbers.
class name_slices {
 public:
  void add(local_vertex local, graph::text_table names) {
    slices_.emplace_back(local, std::move(names));
  }
  // All names, in the order of the local numbers. Afterwards this object is empty.
  graph::text_table joined();

 private:
  std::vector<std::pair<local_vertex, graph::text_table>> slices_;
};

}  // namespace detail

// The edges of one rank.
template <class W>
struct edges_part {
  std::vector<graph::basic_edge<vertex, W>> edges;
  // The file's ids of this rank's vertices; empty if the ids are the numbers of the vertices.
  std::vector<std::uint64_t> ids;
  detail::name_slices texts;  // the file's names, if they are text
};

using vertex_pair = graph::basic_edge<vertex, graph::unweighted>;

// W: graph::unweighted, graph::weight or graph::real_weight.
template <class W = graph::unweighted>
struct distributed_edges {
  cluster::distributed<edges_part<W>> part;
  std::uint64_t vertices = 0;  // number of vertices; each end of an edge is smaller
  bool directed = true;        // as the file states

  edges_part<W>& local() const { return part.local(); }
  void end() const { part.end(); }
};

// One task calls each function below; all ranks take part.

// The edges of graph::kronecker_edges(), with the weights of graph::with_random_weights() if W is a
// weight. Each rank draws its own edges. Throws std::invalid_argument for options out of range.
// Scales are 1 to 31; with 64-bit numbers (vertex_places.h), all for which 2^scale is at most
// most_vertices().
template <class W = graph::unweighted>
distributed_edges<W> draw_kronecker_edges(unsigned scale, unsigned edge_factor,
                                          const draw_options& draws = {});

// The same for the edges of graph::uniform_edges().
template <class W = graph::unweighted>
distributed_edges<W> draw_uniform_edges(unsigned scale, unsigned edge_factor,
                                        const draw_options& draws = {});

// The edges of graph::grid_edges() for a grid of 2^scale crossings; weights are lengths. Each rank
// lists the edges of its rows of crossings.
template <class W = graph::unweighted>
distributed_edges<W> draw_grid_edges(unsigned scale, std::uint64_t seed = draw_options{}.seed);

// Reads the edges of a file in parts: no rank holds more than its share and a bounded buffer. All
// ranks must be able to open the file, which may be
//   - a text with one edge on each line, or several texts that are read as one: the files part-* of
//     a folder, or those that match a pattern with *. Each rank parses its part of the lines. zstd
//     frames are unpacked by the ranks that need them. gzip, or one long frame, is unpacked by one
//     rank, which sends lines to the others;
//   - the arrays of a .sg or .wsg file: each rank reads its part of the arcs, and of the names of
//     vertices. Of the two arcs of an undirected edge, the one from the smaller end is kept.
// Vertices are numbered as by graph::read_graph(). If W is a weight, edges without weights get
// random ones. Throws input_error for a fault; of several wrong lines, for the first. Returns
// nullopt for any other format, which each rank must read as a whole file.
template <class W = graph::unweighted>
std::optional<distributed_edges<W>> read_edges(const std::string& path,
                                               const file_reading& how = {});

}  // namespace arcas::inline v0::cluster_graph
