// SPDX-License-Identifier: Apache-2.0
// Triangles: how many sets of three vertices are all neighbours of each other? In total, and at
// each vertex, with the share of the pairs of its neighbours that are neighbours themselves, its
// clustering coefficient.
//
// Parallel edges count once and self-loops not at all: the triangles are those of the simple graph.
//
// Method: every edge is kept at one of its ends only, the one of lower degree, so that no vertex
// keeps more than about sqrt(2 m) neighbours however many it has (Chiba, Nishizeki: Arboricity and
// Subgraph Listing Algorithms, 1985; Schank, Wagner: Finding, Counting and Listing All Triangles in
// Large Graphs, 2005). A triangle is then found exactly once: at its lowest vertex u, which marks
// the neighbours that it keeps, and looks which of the neighbours kept by those are marked.
//
// Vertices are renumbered by falling degree for this, so that the marks that are asked about most,
// those of the vertices of highest degree, lie close together. Where degrees are even, renumbering
// would not pay, and the vertices' own order takes its place.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas::inline v0::graph {

// Which end of an edge keeps it.
enum class triangle_order {
  automatic,  // by degree where degrees are uneven enough
  by_degree,
  as_numbered
};

struct triangles_options {
  triangle_order order = triangle_order::automatic;
  loop_options loops = {};
};

// Throws interrupted where options.loops.stop asked for an end; so do the others.
std::uint64_t count_triangles(const undirected_view& g, const triangles_options& options = {});

struct vertex_triangles_result {
  plain_array<std::uint64_t> triangles;  // one a vertex: those that it is part of
  plain_array<double> clustering;        // one a vertex: 0 where it has fewer than two neighbours
  std::uint64_t total = 0;               // triangles of the graph
  double average_clustering = 0;         // mean over all vertices; 0 without vertices
  double transitivity = 0;               // 3 * triangles / pairs of neighbours; 0 without pairs
};

vertex_triangles_result triangles_by_vertex(const undirected_view& g,
                                            const triangles_options& options = {});

}  // namespace arcas::inline v0::graph
