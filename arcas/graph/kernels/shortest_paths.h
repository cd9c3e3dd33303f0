// SPDX-License-Identifier: Apache-2.0
// The k shortest simple paths from one vertex to another: no vertex twice on a path, no two paths with the same vertices.
//
// Method: Yen's (1971) with Lawler's rule (1972). Each path that is found is left at each of its vertices behind the
// one where it left an earlier one, by an edge that no found path takes there, for the shortest way to the end that avoids
// the vertices before. These searches run at the same time, a worker each; they are A* (Hart, Nilsson, Raphael
// 1968) with the exact distances to the end, which are found first, by delta-stepping against the edges, so that a search
// sees little more than the way that it finds. Of paths of one length the one with the lesser vertices comes first among
// those that were found; the result does not depend on the workers. Of parallel edges the lightest counts. Lengths of real weights
// decide up to rounding. A path whose length is not below infinitely_far is none.
#pragma once

#include <arcas/graph/kernels/sssp.h>

#include <cstddef>
#include <vector>

namespace arcas::inline v0::graph {

template <class W>
struct weighted_path {
  std::vector<vertex> vertices;
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

// The shortest first; fewer than k where there are no more. Weights are 0 or more; real ones are added up from the start of a path on.
// Cost: at most a search for each vertex of each path. Memory: 16 bytes a vertex, and as many for each worker. Throws
// std::invalid_argument with a sentence for an end that is no vertex, a negative weight that is met, and a length of one of
// the k paths beyond 64 bits or the range of double, and interrupted
// where options.loops.stop asked for an end.
template <class W, bool Directed>
std::vector<weighted_path<W>> k_shortest_paths(const basic_graph<W, Directed>& g, vertex from,
                                               vertex to, std::size_t k,
                                               const shortest_paths_options& options = {}) {
  return detail::k_shortest_paths(g.out(), g.in(), from, to, k, options);
}

}  // namespace arcas::inline v0::graph
