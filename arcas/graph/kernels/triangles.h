// SPDX-License-Identifier: Apache-2.0
// Triangles: how many sets of three vertices are neighbours of each other? The result is the total
// number of triangles, or the number at each vertex together with its clustering coefficient: of
// all pairs of its neighbours, the share that are neighbours of each other.
//
// Parallel edges count once and self-loops are ignored: the triangles are those of the simple
// graph.
//
// Method: each edge is kept at one of its ends only, the one of lower degree. No vertex then keeps
// more than about sqrt(2 m) of m edges, however many neighbours it has (Chiba, Nishizeki:
// Arboricity and Subgraph Listing Algorithms, 1985; Schank, Wagner: Finding, Counting and Listing
// All Triangles in Large Graphs, 2005). A triangle is found exactly once, at its vertex u of the
// lowest degree. u keeps the edges to the two others: u marks the neighbours that it keeps, and
// counts the marked vertices among those that these neighbours keep.
//
// To decide by degree, vertices are renumbered by falling degree: the vertices of the highest
// degree, whose marks are read most, are then close together. If degrees differ little,
// renumbering would cost more than it saves. Then the vertex numbers decide which end keeps an
// edge.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas::inline v0::graph {

// Which end of an edge keeps it?
enum class triangle_order {
  automatic,  // by degree if degrees differ enough; otherwise as numbered
  by_degree,
  as_numbered
};

struct triangles_options {
  triangle_order order = triangle_order::automatic;
  loop_options loops = {};
};

// Throws interrupted if a stop is requested by options.loops.stop; so does triangles_by_vertex().
std::uint64_t count_triangles(const undirected_view& g, const triangles_options& options = {});

struct triangles_end {
  std::uint64_t total = 0;        // number of triangles
  double average_clustering = 0;  // mean over all vertices; 0 without vertices
  double transitivity = 0;        // 3 * triangles / pairs of neighbours; 0 without pairs
};

struct vertex_triangles_result : triangles_end {
  plain_array<std::uint64_t> triangles;  // one a vertex: number of triangles with the vertex
  plain_array<double> clustering;        // one a vertex; 0 if it has fewer than two neighbours
};

vertex_triangles_result triangles_by_vertex(const undirected_view& g,
                                            const triangles_options& options = {});

}  // namespace arcas::inline v0::graph
