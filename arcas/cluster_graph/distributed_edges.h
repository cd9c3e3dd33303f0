// SPDX-License-Identifier: Apache-2.0
// Edges over all ranks, each rank with some of them, in no particular order: what generators and
// files give, and what a graph is made of. Handles are copied and captured like numbers.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/text_numbers.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <optional>
#include <string>
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
  // Whether edges get weights, and their type. Without weights in the file they are drawn.
  graph::weight_kind weights = graph::weight_kind::none;
  // Of a text that ranks read in parts: where `weights` is whole and one of them is no whole number, all are real.
  bool or_real = false;
  bool undirected = false;  // directed edges become undirected; parallel edges count once
  bool simple = false;      // parallel edges and self-loops are dropped
  draw_options draws = {};  // for weights
  // Where the caller's rank is told what reading a text has shown; or null.
  graph::reading_notes* notes = nullptr;

  template <class Archive>
  void serialize(Archive& a) {
    a(file.directed, file.from, file.to, file.weight, file.text_ids, file.header, file.decimal,
      file.skip_bad_rows, file.ending, file.most_unpacked, weights, or_real, undirected, simple,
      draws);
  }
};

// The edges of one rank.
template <class W>
struct edges_part {
  std::vector<graph::basic_edge<graph::vertex, W>> edges;
  // What the file calls this rank's vertices; empty where they are called by their numbers.
  std::vector<std::uint64_t> ids;
  detail::name_slices texts;  // where the file calls them by text
};

// W: graph::unweighted, graph::weight or graph::real_weight.
template <class W = graph::unweighted>
struct distributed_edges {
  cluster::distributed<edges_part<W>> part;
  std::uint64_t vertices = 0;  // every end of an edge is below it
  bool directed = true;        // as the file states

  edges_part<W>& local() const { return part.local(); }
  void end() const { part.end(); }
};

// All that follows is for one task; all ranks take part.

// The edges of graph::kronecker_edges(), each rank drawing its own; with the weights of
// graph::with_random_weights() where W is a weight. Throws std::invalid_argument for options out of
// range.
template <class W = graph::unweighted>
distributed_edges<W> draw_kronecker_edges(unsigned scale, unsigned edge_factor,
                                          const draw_options& draws = {});

// Reads the edges of a file in parts: no rank has more of it than its share and a bounded buffer. All ranks must be able to
// open the file. It may be
//   - a text with one edge a line, or many that are read as one: the files part-* of a folder, or those that a pattern
//     with * names. Each rank parses its part of the lines. zstd frames are unpacked by the ranks that need them; one
//     rank unpacks what is gzip or one long frame, and sends the others lines;
//   - the arrays of a .sg or .wsg file: each rank reads its part of the arcs, and of the names of vertices. An undirected
//     edge is read at its lesser end.
// Vertices are numbered as by graph::read_graph(). If W is a weight, edges without weights get random ones. Throws
// input_error for a fault: that of the first wrong line. Returns nullopt where each rank must read the whole file: another
// format.
template <class W = graph::unweighted>
std::optional<distributed_edges<W>> read_edges(const std::string& path,
                                               const file_reading& how = {});

}  // namespace arcas::inline v0::cluster_graph
