// SPDX-License-Identifier: Apache-2.0
// The k shortest simple paths from one vertex to another: no vertex occurs twice on a path, and no
// two paths have the same vertices in the same order.
//
// Method: Yen's (1971) with Lawler's rule (1972). For each path that is found, and each of its
// vertices from the one on where it left an earlier path, a search finds the shortest path that
// leaves there: it keeps the vertices before, avoids them afterwards, and takes no edge that a
// found path takes there. These searches run at the same time, each by one worker. A search is A*
// (Hart, Nilsson, Raphael 1968) with the exact distances to the end, which delta-stepping against
// the edges has computed, so that it visits few vertices beside the path that it finds. Of equally
// long paths the lexicographically least of those found comes first; the result does not depend on
// the number of workers. Of parallel edges the lightest counts. Lengths of real weights are
// compared up to rounding. A path whose length is not below infinitely_far does not count.
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

// Returns the paths, the shortest first; fewer than k if there are no more. Weights must be at
// least 0; real weights are summed from the start of a path on. Cost: at most one search for each
// vertex of each path. Memory: 16 bytes a vertex, and as many for each worker. Throws
// std::invalid_argument for an end that is not a vertex, for a negative weight that a search meets,
// and for a length of one of the k paths beyond 64 bits or the range of double; throws interrupted
// if a stop is requested by options.loops.stop.
template <class W, bool Directed>
std::vector<weighted_path<W>> k_shortest_paths(const basic_graph<W, Directed>& g, vertex from,
                                               vertex to, std::size_t k,
                                               const shortest_paths_options& options = {}) {
  return detail::k_shortest_paths(g.out(), g.in(), from, to, k, options);
}

}  // namespace arcas::inline v0::graph
