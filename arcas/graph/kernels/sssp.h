// SPDX-License-Identifier: Apache-2.0
// Single-source shortest paths: how far is each vertex from the source, when a step along an edge
// is as long as the edge's weight? Weights are 0 or more.
//
// Method: delta-stepping (Meyer, Sanders: Δ-stepping: a parallelizable shortest path algorithm,
// 2003). Vertices wait in bins by tentative distance, bin i for those from i * delta on. The lowest
// bin that is not empty is settled: all edges of its vertices are relaxed, in parallel; a vertex
// whose distance becomes less enters the bin of that distance, perhaps this one again. A small
// delta comes close to Dijkstra's algorithm, which relaxes every edge once but has little to do at
// a time; a large one has much to do at a time, some of it in vain.
//
// delta is chosen here: from the mean weight and the mean degree d, as
//   weight * (2.5 / d)^1.5 * (1 + (4 / d)^6),
// rounded down to a power of two. Where degrees are high, a bin is full even if it is narrow, and
// every vertex that is settled too early pays for it with many edges; in a road network it is the
// other way round. (The figures fit the best delta of six graphs, from road to Kronecker.)
//
// A worker that has put vertices into the bin that is being settled goes on with them at once, as
// long as they are few, and without anyone's knowledge (bucket fusion: Zhang, Brahmakshatriya,
// Chen, Dhulipala, Kamil, Amarasinghe, Shun: Optimizing Ordered Graph Algorithms with GraphIt, CGO
// 2020): long thin graphs need ten times fewer loops.
//
// Parents, where asked for, are found when all distances are: of a vertex, the first in-neighbour that is
// as much nearer as its edge weighs. Edges of weight 0 come last, so that no circle of them is a way.
//
// If delta is chosen here and the source reaches at most 128 vertices and at most 1/512 of all vertices, one thread
// runs Dijkstra's algorithm, and the result is the only array of all vertices.
//
// Whole-numbered distances are computed in 32 bits where the longest way fits in them.
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

// Of paths along weights of type W.
template <class W>
using distance = std::conditional_t<std::is_integral_v<W>, std::int64_t, double>;

// The distance of a vertex that cannot be reached.
template <class D>
inline constexpr D infinitely_far =
    std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                         : std::numeric_limits<D>::max();

struct sssp_options {
  double delta = 0;      // width of a bin; 0: chosen from weights and degrees
  bool parents = false;  // whether the result has them, for path_to(): a pass over the in-edges
  loop_options loops = {};
};

template <class W>
struct sssp_result {
  plain_array<distance<W>> distances;  // one a vertex
  plain_array<vertex> parents;         // one a vertex where asked for: the last before it on a
                                       // shortest path; the source's is itself; no_vertex: none
  double delta = 0;                    // the width that was used; 0: without bins
};

namespace detail {
template <class W>
sssp_result<W> shortest_paths(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                              vertex source, const sssp_options& options);
template <class W>
void add_parents(const basic_adjacency<W>& out, const basic_adjacency<W>& in, vertex source,
                 sssp_result<W>& found, const loop_options& loops);
// Throws std::invalid_argument with a sentence where there are no parents, or v is no vertex.
std::vector<vertex> path_by_parents(std::span<const vertex> parents, std::size_t vertex_count,
                                    vertex v);
}  // namespace detail

// Weights are whole, of 32 or 64 bits, or real, of float or double. Throws std::invalid_argument with
// a sentence for a source that is no vertex, a delta below 0, a negative weight that is met, and a
// distance beyond 64 bits or the range of double (vertex_error); and interrupted where
// options.loops.stop asked for an end. A weight that is infinite or a NaN is longer than any path.
template <class W, bool Directed>
sssp_result<W> sssp(const basic_graph<W, Directed>& g, vertex source,
                    const sssp_options& options = {}) {
  return detail::shortest_paths(g.out(), g.in(), source, options);
}

// A shortest path to v, from the source on; empty where v cannot be reached. Of several the one along
// the parents. Throws std::invalid_argument with a sentence where sssp_options.parents was not set, or
// v is no vertex.
template <class W>
std::vector<vertex> path_to(const sssp_result<W>& result, vertex v) {
  return detail::path_by_parents(result.parents.all(), result.distances.size(), v);
}

}  // namespace arcas::inline v0::graph
