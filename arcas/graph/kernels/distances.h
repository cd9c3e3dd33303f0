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
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// About the vertices that lead to one vertex, without the vertex itself. Distances in steps are
// integers.
struct distance_facts {
  std::uint64_t reached = 0;  // number of vertices that lead to it
  double sum = 0;             // of their distances
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
// Returns the facts of all vertices.
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
// std::invalid_argument also for a negative weight or a NaN that a search meets, and vertex_error
// for a distance, a sum of distances, or a sum of their inverses beyond the range of double. Cost:
// a search for each vertex. Memory: 8 bytes a vertex for each worker, and a heap.
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

}  // namespace arcas::inline v0::graph
