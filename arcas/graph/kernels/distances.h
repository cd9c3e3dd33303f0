// SPDX-License-Identifier: Apache-2.0
// How far is each vertex from the others? Closeness, harmonic centrality, eccentricity: three ends of one
// search from each vertex.
//
//   closeness(u)      r / sum of d(v, u) over the r vertices v that lead to u, times r / (n - 1): Wasserman and
//                     Faust's form for graphs that are not connected; 0 where none leads to u
//   harmonic(u)       sum of 1 / d(v, u) over all v that lead to u (Marchiori, Latora 2000)
//   eccentricity(u)   the greatest d(v, u)
//
// d counts steps, or adds up weights, in the direction of the edges, as NetworkX defines all three; of an undirected
// graph in both.
//
// Method: breadth-first searches from up to 64 vertices at once, one bit of a word each, so that the searches share what
// they read (Then and others: The More the Merrier: Efficient Multi-Source Graph Traversal, VLDB 2014). A step pushes
// from the list of the frontier, or, where its edges are many, pulls to all vertices that some search has
// not found. How many vertices are at each distance is counted for all 64 at once, by carry-save addition; all results follow
// from these counts, so that they do not depend on the workers. Each worker searches from vertices of its own, without
// a locked operation. By weights a search is Dijkstra's algorithm from one vertex, by one worker.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// About the vertices that lead to one, without itself. Distances in steps are whole numbers.
struct distance_facts {
  std::uint64_t reached = 0;  // how many there are
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

// Called when searches from so many more vertices are done; by several threads, also at once.
class distances_observer {
 public:
  virtual void searched(std::size_t vertices) = 0;

 protected:
  ~distances_observer() = default;
};

struct distances_options {
  bool weighted = false;  // edges are as long as their weights, else all the same
  distances_observer* observer = nullptr;
  loop_options loops = {};
};

// Of each of these vertices. Cost: a pass over the graph for each 64 of them and each distance, at worst. Memory: 32 bytes a
// vertex for each worker. Throws std::invalid_argument with a sentence for one that is no vertex, and interrupted where
// options.loops.stop asked for an end.
std::vector<distance_facts> distances_to(const graph_view& g, std::span<const vertex> vertices,
                                         const distances_options& options = {});
// Of all.
std::vector<distance_facts> distances_to(const graph_view& g,
                                         const distances_options& options = {});

namespace detail {
template <class W>
std::vector<distance_facts> distances_by_weights(const basic_adjacency<W>& in,
                                                 std::span<const vertex> vertices,
                                                 const distances_options& options);
std::vector<vertex> all_vertices(std::size_t vertex_count);
}  // namespace detail

// Of a graph with weights, which count if options.weighted: from 0 on. Throws std::invalid_argument, too, for others that
// are met, and vertex_error for a distance or a sum of distances, or of their inverses, beyond the range of double. Cost: a search for each vertex; memory: 8 bytes a vertex for each worker, and a heap.
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
