// SPDX-License-Identifier: Apache-2.0
// Single-source shortest paths: how far is each vertex from the source, if the length of an edge is
// its weight? Weights must be at least 0.
//
// Method: delta-stepping (Meyer, Sanders: Δ-stepping: a parallelizable shortest path algorithm,
// 2003). Vertices wait in bins by tentative distance; bin i has the distances from i * delta on.
// The lowest bin that is not empty is settled: all edges of its vertices are relaxed, in parallel.
// A vertex whose distance decreases enters the bin of the new distance, perhaps the same bin again.
// With a small delta the method is close to Dijkstra's algorithm, which relaxes each edge once but
// has little work at a time; with a large delta there is much work at a time, some of it in vain.
//
// By default delta is chosen from the mean weight and the mean degree d, as
//   weight * (2.5 / d)^1.5 * (1 + (4 / d)^6),
// rounded down to a power of two. If degrees are high, even a narrow bin has many vertices, and
// settling a vertex too early relaxes many edges in vain; neither is true of road networks. (The
// constants are fitted to the best delta of six graphs, from road to Kronecker.)
//
// A worker that has put vertices into the bin being settled continues with them at once, without
// synchronisation, while these are few (bucket fusion: Zhang, Brahmakshatriya, Chen, Dhulipala,
// Kamil, Amarasinghe, Shun: Optimizing Ordered Graph Algorithms with GraphIt, CGO 2020): graphs of
// many levels then need a tenth of the loops.
//
// Parents, if requested, are found after all distances: the parent of a vertex is the first
// in-neighbour whose distance plus the edge's weight is the vertex's distance, if the weight is not
// 0. Other vertices get a parent at their own distance later, beginning at those next to a vertex
// that has a parent, so that parents form no cycle.
//
// Let k be 128, or 1/512 of the vertices if that is less. If the source reaches at most k vertices
// with at most 8 k out-edges, and no delta is given, one thread runs Dijkstra's algorithm, and no
// array but the result has an entry for each vertex.
//
// Integer distances are computed in 32 bits if the longest path fits in 32 bits.
//
// k_shortest_paths() finds the k shortest paths between two vertices.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::graph {

// The type of distances in a graph with weights of type W.
template <class W>
using distance = std::conditional_t<std::is_integral_v<W>, std::int64_t, double>;

// The distance of a vertex that cannot be reached.
template <class D>
inline constexpr D infinitely_far =
    std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                         : std::numeric_limits<D>::max();

struct sssp_options {
  double delta = 0;      // width of a bin; 0: chosen from weights and degrees
  bool parents = false;  // whether the result has parents, for path_to(): a pass over the in-edges
  loop_options loops = {};
};

template <class W>
struct sssp_result {
  plain_array<distance<W>> distances;  // one a vertex
  // One a vertex if requested: the vertex before it on a shortest path. The parent of the source is
  // the source; no_vertex: not reached.
  plain_array<vertex> parents;
  double delta = 0;  // the width that was used; 0: no bins were used
};

namespace detail {
template <class W>
sssp_result<W> shortest_paths(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                              vertex source, const sssp_options& options);
template <class W>
void add_parents(const basic_adjacency<W>& out, const basic_adjacency<W>& in, vertex source,
                 sssp_result<W>& found, const loop_options& loops);
// Throws std::invalid_argument if path_to() cannot return a path.
void require_path(std::uint64_t vertices, bool has_parents, std::uint64_t v);
// See path_to(); parent_of(u) is the parent of u. V: the type of vertices.
template <class V, class ParentOf>
std::vector<V> path_by_parents(V v, const ParentOf& parent_of) {
  std::vector<V> path;
  V before = parent_of(v);
  if (before == std::numeric_limits<V>::max()) return path;  // no_vertex
  for (path.push_back(v); before != path.back(); before = parent_of(before)) path.push_back(before);
  std::ranges::reverse(path);
  return path;
}
}  // namespace detail

// Weights are integers of 32 or 64 bits, float or double. Throws std::invalid_argument for a source
// that is not a vertex, for a delta below 0, and for a negative weight that a search meets. Throws
// vertex_error for a distance beyond 64 bits or the range of double, and interrupted if a stop is
// requested by options.loops.stop. An edge whose weight is infinite or a NaN is never on a path; if
// a vertex is reached only over such edges, vertex_error is thrown.
template <class W, bool Directed>
sssp_result<W> sssp(const basic_graph<W, Directed>& g, vertex source,
                    const sssp_options& options = {}) {
  static_assert(is_weight<W>,
                "arcas: the edges of this graph have no weights: call bfs(g, source), or read a "
                "weighted_directed_graph or weighted_undirected_graph");
  return detail::shortest_paths(g.out(), g.in(), source, options);
}

// Returns a shortest path to v, from the source on, along the parents; empty if v cannot be
// reached. Throws std::invalid_argument if sssp_options.parents was not set, or if v is not a
// vertex.
template <class W>
std::vector<vertex> path_to(const sssp_result<W>& result, vertex v) {
  detail::require_path(result.distances.size(), result.parents.size() != 0, v);
  return detail::path_by_parents(v, [&](vertex u) { return result.parents[u]; });
}

// The k shortest simple paths from one vertex to another: no vertex occurs twice on a path, and no
// two paths have the same vertices in the same order.
//
// Method: Yen's (1971) with Lawler's rule (1972). For each path P that is found, a search starts
// at the vertex where P left an earlier path, and one at each later vertex of P before the end. The
// search from v finds the shortest path that begins as P up to v, goes on by an edge
// that no found path with this beginning takes, and does not return to the beginning. The searches
// run at the same time, each by one worker. A search is A* (Hart, Nilsson, Raphael 1968) with the
// exact distances to the end, which delta-stepping against the edges has computed, so that it
// visits few vertices beside the path that it finds. Among equally long paths found, the
// lexicographically least comes first; the result does not depend on the number of workers. Of
// parallel edges the lightest counts. Lengths of real weights are compared up to rounding.

template <class W, class V = vertex>
struct weighted_path {
  std::vector<V> vertices;
  distance<W> length = 0;

  friend bool operator==(const weighted_path&, const weighted_path&) = default;
};

struct shortest_paths_options {
  loop_options loops = {};
};

namespace detail {
template <class W>
std::vector<weighted_path<W>> k_shortest_paths(const basic_adjacency<W>& out,
                                               const basic_adjacency<W>& in, vertex from, vertex to,
                                               std::size_t k,
                                               const shortest_paths_options& options);
}  // namespace detail

// Returns the paths, the shortest first; fewer than k if there are no more. Weights must be at
// least 0; real weights are summed from the start of a path on. Cost: at most one search for each
// vertex of each path. Memory: 16 bytes a vertex, and for each worker a hash table of the vertices
// that a search visits. Throws std::invalid_argument for an end that is not a vertex, for a
// negative weight that a search meets, and for a length of one of the k paths beyond 64 bits or the
// range of double; throws interrupted if a stop is requested by options.loops.stop.
template <class W, bool Directed>
std::vector<weighted_path<W>> k_shortest_paths(const basic_graph<W, Directed>& g, vertex from,
                                               vertex to, std::size_t k,
                                               const shortest_paths_options& options = {}) {
  return detail::k_shortest_paths(g.out(), g.in(), from, to, k, options);
}

}  // namespace arcas::inline v0::graph
