// SPDX-License-Identifier: Apache-2.0
// How similar are the neighbourhoods of two vertices? Vertices with similar neighbourhoods, such as
// persons with many common friends, are likely to be linked in the future (Liben-Nowell, Kleinberg:
// The Link-Prediction Problem for Social Networks, 2003). With N(v) the set of neighbours of v, the
// measures of vertices u and v are
//
//   common neighbours   |N(u) ∩ N(v)|
//   Jaccard             |N(u) ∩ N(v)| / |N(u) ∪ N(v)|; 0 if both sets are empty
//   Adamic-Adar         the sum of 1 / ln |N(w)| over the w in N(u) ∩ N(v): a common neighbour
//                       counts more if it has few neighbours (Adamic, Adar: Friends and Neighbors
//                       on the Web, 2003)
//
// Self-loops are ignored and parallel edges count once; weights are not used. A measure is 0 for
// vertices without a common neighbour, and never NaN or infinite.
//
// Method: for a pair, an intersection of two rows. For the most similar vertices of u, the rows of
// all neighbours of u are read, and each vertex in them gets a sum in a table; only vertices at
// distance 2, and neighbours with a common neighbour, are in the table. Sums are whole numbers. For
// this, terms of Adamic-Adar are rounded to multiples of a unit, a power of two. The unit is chosen
// so that a sum of n terms fits 63 bits, where n is the length of the longest row. So scores do not
// depend on the order of additions, and pairs of equal similarity have equal scores.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

enum class similarity_measure { jaccard, adamic_adar, common_neighbors };

struct similarity_options {
  similarity_measure measure = similarity_measure::jaccard;
  loop_options loops = {};
};

// The measure of each pair of different vertices. Cost: for each pair, a pass over the two rows;
// Adamic-Adar also reads the rows of the common neighbours. Throws std::invalid_argument for a
// number that is not a vertex and for a pair of a vertex with itself, and interrupted if a stop is
// requested by options.loops.stop.
plain_array<double> similarities(const undirected_view& g, std::span<const edge> pairs,
                                 const similarity_options& options = {});

struct most_similar_options {
  similarity_measure measure = similarity_measure::jaccard;
  std::size_t count = 10;  // number of vertices found for each vertex; at least 1
  // Whether neighbours of a vertex are compared with it. Link prediction looks for vertices that
  // are not neighbours yet.
  bool neighbors = false;
  loop_options loops = {};
};

struct most_similar_result {
  // For each vertex, one of the vertices that are the most similar to it; if there is none,
  // no_vertex with the score 0.
  struct column {
    plain_array<vertex> vertices;
    plain_array<double> scores;
  };
  // The most similar vertices, the next ones, …: options.count columns, or n - 1 in a graph of n
  // vertices if that is less. Vertices of equal scores are in ascending order. A vertex without a
  // common neighbour is in no column.
  std::vector<column> columns;
};

// Cost: for each vertex, a pass over the rows of its neighbours. Memory: for each vertex, 12 bytes
// a column and another 4 bytes. Each worker takes at most 16 bytes a vertex, or 24 for Adamic-Adar;
// it takes less if each vertex has only a few vertices within two steps. Throws
// std::invalid_argument if options.count is 0, and interrupted if a stop is requested by
// options.loops.stop.
most_similar_result most_similar(const undirected_view& g,
                                 const most_similar_options& options = {});

}  // namespace arcas::inline v0::graph
