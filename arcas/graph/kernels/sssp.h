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
// rounded down to a power of two. If degrees are high, a narrow bin is full, and a vertex that is
// settled too early costs many edges; in a road network the opposite holds. (The numbers fit the
// best delta of six graphs, from road to Kronecker.)
//
// A worker that has put vertices into the bin being settled continues with them at once, without
// synchronisation, while they are few (bucket fusion: Zhang, Brahmakshatriya, Chen, Dhulipala,
// Kamil, Amarasinghe, Shun: Optimizing Ordered Graph Algorithms with GraphIt, CGO 2020): graphs of
// many levels need a tenth of the loops.
//
// Parents, if requested, are found after all distances: the parent of a vertex is the first
// in-neighbour whose distance plus the edge's weight is the vertex's distance. Edges of weight 0
// come last, so that a cycle of such edges never becomes a path.
//
// If delta is chosen here and the source reaches at most 128 vertices and at most 1/512 of all
// vertices, one thread runs Dijkstra's algorithm, and the result is the only array of all vertices.
//
// Integer distances are computed in 32 bits if the longest path fits in 32 bits.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <limits>
#include <span>
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
// Throws std::invalid_argument if there are no parents, or if v is not a vertex.
std::vector<vertex> path_by_parents(std::span<const vertex> parents, std::size_t vertex_count,
                                    vertex v);
}  // namespace detail

// Weights are integers of 32 or 64 bits, float or double. Throws std::invalid_argument for a source
// that is not a vertex, for a delta below 0, for a negative weight that a search meets, and
// (vertex_error) for a distance beyond 64 bits or the range of double; throws interrupted if a stop
// is requested by options.loops.stop. An edge whose weight is infinite or a NaN is never on a path.
template <class W, bool Directed>
sssp_result<W> sssp(const basic_graph<W, Directed>& g, vertex source,
                    const sssp_options& options = {}) {
  return detail::shortest_paths(g.out(), g.in(), source, options);
}

// Returns a shortest path to v, from the source on, along the parents; empty if v cannot be
// reached. Throws std::invalid_argument if sssp_options.parents was not set, or if v is not a
// vertex.
template <class W>
std::vector<vertex> path_to(const sssp_result<W>& result, vertex v) {
  return detail::path_by_parents(result.parents.all(), result.distances.size(), v);
}

}  // namespace arcas::inline v0::graph
