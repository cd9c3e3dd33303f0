// SPDX-License-Identifier: Apache-2.0
// Edges over all ranks, each rank with some of them, in no particular order: what generators and
// files give, and what a graph is made of. Handles are copied and captured like numbers.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// What is drawn at random: edges of generators, and weights from 1 to most_weight.
struct draw_options {
  std::uint64_t seed = 27491095;  // the one that GAP uses
  graph::weight most_weight = 255;
};

// How a file becomes a graph over ranks.
struct file_reading {
  graph::file_options file = {};
  // Whether edges get weights, and of which kind: those of the file, or drawn where it has none.
  graph::weight_kind weights = graph::weight_kind::none;
  bool undirected = false;  // a directed file is taken both ways; parallel edges count once
  bool simple = false;      // parallel edges and self-loops are dropped
  draw_options draws = {};  // of weights

  template <class Archive>
  void serialize(Archive& a) {
    a(file.directed, file.from, file.to, file.weight, file.text_ids, file.ending,
      file.most_unpacked, weights, undirected, simple, draws);
  }
};

// Those of one rank.
template <class W>
struct edges_part {
  std::vector<graph::basic_edge<graph::vertex, W>> edges;
  // What the file calls this rank's vertices; empty where they are called by their numbers.
  std::vector<std::uint64_t> ids;
};

// W: graph::unweighted, graph::weight or graph::real_weight.
template <class W = graph::unweighted>
struct distributed_edges {
  cluster::distributed<edges_part<W>> part;
  std::uint64_t vertices = 0;  // every end of an edge is below it
  bool directed = true;        // as their file says

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

// Those of a text file with an edge a line, that all ranks can open: each parses its part of the
// lines (a packed file is unpacked by each, whole). Vertices are numbered as graph::read_graph()
// numbers them, and weights are drawn for edges without where W is a weight. Nothing where the file
// has another format or names of text, or something is wrong in it, which read_graph() then says
// better.
template <class W = graph::unweighted>
std::optional<distributed_edges<W>> read_edge_lines(const std::string& path,
                                                    const file_reading& how = {});

}  // namespace arcas::inline v0::cluster_graph
