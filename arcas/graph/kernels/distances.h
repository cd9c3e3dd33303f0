// SPDX-License-Identifier: Apache-2.0
// How far is each vertex from the others? Closeness, harmonic centrality and eccentricity come from
// one search from each vertex.
//
//   closeness(u)      r / sum of d(v, u) over the r vertices v that lead to u, times r / (n - 1):
//                     Wasserman and Faust's form for disconnected graphs; 0 if no vertex leads to u
//   harmonic(u)       sum of 1 / d(v, u) over all v that lead to u (Marchiori, Latora 2000)
//   eccentricity(u)   the greatest d(v, u)
//
// d counts steps, or sums weights, in the direction of the edges, as NetworkX defines all three; in
// an undirected graph edges have both directions.
//
// Method: breadth-first searches from up to 64 vertices at once, each with one bit of a word, so
// that the searches share what they read (Then and others: The More the Merrier: Efficient
// Multi-Source Graph Traversal, VLDB 2014). A step pushes from the list of the frontier or, if the
// frontier has many edges, pulls to all vertices that some search has not reached. Carry-save
// addition counts the vertices at each distance for all 64 searches at once. All results follow
// from these counts, so that they do not depend on the number of workers. Each worker searches from
// its own vertices, without locked operations. With weights, a search is Dijkstra's algorithm from
// one vertex, by one worker.
//
// diameter() and eccentricities() find the greatest distances by few searches.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// Facts about the distances to one vertex from all other vertices that lead to it. Distances in
// steps are integers.
struct distance_facts {
  std::uint64_t reached = 0;  // number of vertices that lead to the vertex
  double sum = 0;             // of the distances
  double inverse_sum = 0;     // of 1 / distance, without those at distance 0: harmonic centrality
  double farthest = 0;        // eccentricity

  double closeness(std::size_t vertices) const {
    if (sum == 0) return 0;
    const auto r = static_cast<double>(reached);
    return r / sum * r / static_cast<double>(vertices - 1);
  }
  friend bool operator==(const distance_facts&, const distance_facts&) = default;
};

// Called when the searches from `vertices` more vertices are done; several threads may call at the
// same time.
class distances_observer {
 public:
  virtual void searched(std::size_t vertices) = 0;

 protected:
  ~distances_observer() = default;
};

struct distances_options {
  bool weighted = false;  // the length of an edge is its weight; otherwise 1
  distances_observer* observer = nullptr;
  loop_options loops = {};
};

// Returns the facts of each of these vertices. Cost: at worst a pass over the graph for each 64
// vertices and each distance. Memory: 32 bytes a vertex for each worker. Throws
// std::invalid_argument for an element that is not a vertex, and interrupted if a stop is requested
// by options.loops.stop.
std::vector<distance_facts> distances_to(const graph_view& g, std::span<const vertex> vertices,
                                         const distances_options& options = {});
std::vector<distance_facts> distances_to(const graph_view& g,
                                         const distances_options& options = {});

namespace detail {
template <class W>
std::vector<distance_facts> distances_by_weights(const basic_adjacency<W>& in,
                                                 std::span<const vertex> vertices,
                                                 const distances_options& options);
std::vector<vertex> all_vertices(std::size_t vertex_count);
}  // namespace detail

// For a graph with weights, which are used if options.weighted and must be at least 0. Throws
// std::invalid_argument also for a negative weight or a NaN that a search meets. Throws
// vertex_error for a distance beyond 64 bits or the range of double, and for a sum of distances, or
// of their inverses, beyond the range of double. Cost: a search for each vertex. Memory: 8 bytes a
// vertex for each worker, and a heap.
template <class W, bool Directed>
  requires is_weight<W>
std::vector<distance_facts> distances_to(const basic_graph<W, Directed>& g,
                                         std::span<const vertex> vertices,
                                         const distances_options& options = {}) {
  if (!options.weighted) return distances_to(graph_view(g), vertices, options);
  return detail::distances_by_weights(g.in(), vertices, options);
}
template <class W, bool Directed>
  requires is_weight<W>
std::vector<distance_facts> distances_to(const basic_graph<W, Directed>& g,
                                         const distances_options& options = {}) {
  return distances_to(g, detail::all_vertices(g.vertex_count()), options);
}

// How far apart are the vertices that are farthest apart? The diameter of a graph, and the
// eccentricity of each vertex: the greatest number of steps from it to a vertex of its component.
// The diameter is the greatest eccentricity.
//
// The result is exact, and takes few searches (Takes, Kosters: Computing the Eccentricity
// Distribution of Large Graphs, Algorithms 2013). A search from v bounds the eccentricity of each w
// at distance d from v,
//
//   max(d, ecc(v) - d) <= ecc(w) <= ecc(v) + d
//
// The first search starts at the vertex of the highest degree. For the diameter alone, the second
// starts at the vertex farthest from the first source. The third starts halfway on the path from
// the second source to the vertex farthest from it, and so near the centre (the double sweep of
// Magnien, Latapy, Habib: Fast Computation of Empirically Tight Bounds for the Diameter of Massive
// Graphs, 2009). Three searches suffice for the roads of Florida. Further searches start
// alternately at the vertex with the greatest upper bound and at the one with the least lower
// bound; among equals, at the one of the highest degree. They end when all bounds have met or, for
// the diameter alone, when no upper bound exceeds the greatest eccentricity found. If two searches
// for eccentricities settle few vertices, distances_to() finds the rest, by 64 searches at once. If
// the diameter is short and at most 64 vertices are left, distances_to() searches from all of them.
// The diameter takes tens of searches; in the worst case (a cycle) one from each vertex.
//
// Components are searched from the largest to the smallest; for the diameter, components
// too small to increase it are skipped. All workers together search a large component; one worker
// searches a small one. The result does not depend on the number of workers. Directions and weights
// are ignored.

// Called in the thread that called the kernel, after each search that all workers make together. An
// exception that it throws leaves the kernel.
class diameter_observer {
 public:
  // open: number of vertices whose bounds have not met, in the component being searched.
  virtual void searched(std::size_t searches, std::size_t open, std::uint32_t diameter) = 0;

 protected:
  ~diameter_observer() = default;
};

struct diameter_options {
  diameter_observer* observer = nullptr;
  loop_options loops = {};
};

template <class V>
struct basic_diameter_end {
  std::uint32_t diameter = 0;
  V from = 0, to = 0;        // two vertices at that distance; 0 in a graph without vertices
  std::size_t searches = 0;  // number of searches
};
using diameter_end = basic_diameter_end<vertex>;

struct diameter_result : diameter_end {
  plain_array<std::uint32_t> eccentricities;  // one a vertex; set by eccentricities() only
};

// Returns the diameter. Cost: the searches, and a pass over the vertices after each. Memory: 12
// bytes a vertex, besides the memory of a search. Throws interrupted if a stop is requested by
// options.loops.stop.
diameter_result diameter(const undirected_view& g, const diameter_options& options = {});
// Returns the eccentricities as well.
diameter_result eccentricities(const undirected_view& g, const diameter_options& options = {});

}  // namespace arcas::inline v0::graph
