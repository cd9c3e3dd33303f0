// SPDX-License-Identifier: Apache-2.0
// How far apart are the vertices that are farthest apart? The diameter of a graph, and the eccentricity of each vertex:
// the greatest number of steps from it to a vertex of its component. The diameter is the greatest eccentricity.
//
// Exact, by few searches (Takes, Kosters: Computing the Eccentricity Distribution of Large Graphs, Algorithms 2013):
// a search from v bounds the eccentricity of each w at distance d from v,
//
//   max(d, ecc(v) - d) <= ecc(w) <= ecc(v) + d
//
// The first search is from the vertex of the highest degree; of the diameter alone the second from the far end of the first,
// and the third from the middle of the way to its own far end, which is near the centre (the double sweep of Magnien, Latapy,
// Habib: Fast Computation of Empirically Tight Bounds for the Diameter of Massive Graphs, 2009): three settle the roads of
// Florida. The next one is from the vertex with the greatest upper bound and with the least lower bound by turns, of the
// highest degree, until all bounds have met, or, for the diameter alone, until no upper bound is above the greatest
// eccentricity found. Eccentricities that two searches settle few of come from 64 searches at once (distances.h), and so do
// the last 64 vertices that may be ends of a diameter of few steps. For the diameter that takes some tens of searches; in the
// worst case (a cycle) one from each vertex. Components are searched from the largest on; those that have too few vertices
// are left out for the diameter. Components of many vertices are searched by all workers, the others each by one. The result
// does not depend on the workers. Not here: directions, which are not looked at, and weights.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

// Called when a search of all workers is done, by the thread that called the kernel. What it throws leaves the kernel.
class diameter_observer {
 public:
  // open: vertices whose bounds have not met, in the component that is searched.
  virtual void searched(std::size_t searches, std::size_t open, std::uint32_t diameter) = 0;

 protected:
  ~diameter_observer() = default;
};

struct diameter_options {
  diameter_observer* observer = nullptr;
  loop_options loops = {};
};

struct diameter_result {
  std::uint32_t diameter = 0;
  vertex from = 0, to = 0;                    // so far apart; of no vertices: 0
  std::size_t searches = 0;                   // that it took
  plain_array<std::uint32_t> eccentricities;  // one a vertex, where asked for
};

// Cost: a search and a pass over the vertices each time; 12 bytes a vertex beside a search's. Throw interrupted where
// options.loops.stop asked for an end.
diameter_result diameter(const undirected_view& g, const diameter_options& options = {});
// With the eccentricities.
diameter_result eccentricities(const undirected_view& g, const diameter_options& options = {});

}  // namespace arcas::inline v0::graph
