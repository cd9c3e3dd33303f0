// SPDX-License-Identifier: Apache-2.0
// How far apart are the vertices that are farthest apart? The diameter of a graph, and the
// eccentricity of each vertex: the greatest number of steps from it to a vertex of its component.
// The diameter is the greatest eccentricity.
//
// Exact, by few searches (Takes, Kosters: Computing the Eccentricity Distribution of Large Graphs,
// Algorithms 2013): a search from v bounds the eccentricity of each w at distance d from v,
//
//   max(d, ecc(v) - d) <= ecc(w) <= ecc(v) + d
//
// The first search starts at the vertex of the highest degree. For the diameter alone, the second
// starts at the vertex farthest from the first source, and the third at the middle of the path from
// the second source to the vertex farthest from it, which is near the centre (the double sweep of
// Magnien, Latapy, Habib: Fast Computation of Empirically Tight Bounds for the Diameter of Massive
// Graphs, 2009). Three searches suffice for the roads of Florida. Further searches start
// alternately at the vertex with the greatest upper bound and at the one with the least lower
// bound; among equals, at the one of the highest degree. They end when all bounds have met or, for
// the diameter alone, when no upper bound exceeds the greatest eccentricity found. If two searches
// settle few eccentricities, the rest comes from 64 searches at once (distances.h); this also
// handles the last 64 candidates for the ends of a diameter of few steps. The diameter takes some
// tens of searches; in the worst case (a cycle) one from each vertex.
//
// Components are searched from the largest to the smallest; for the diameter, components with too
// few vertices are skipped. All workers together search a large component; one worker searches a
// small one. The result does not depend on the number of workers. Directions and weights are
// ignored.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

// Called after each search by all workers, in the thread that called the kernel. An exception that
// it throws leaves the kernel.
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

struct diameter_result {
  std::uint32_t diameter = 0;
  vertex from = 0, to = 0;   // two vertices at that distance; 0 in a graph without vertices
  std::size_t searches = 0;  // number of searches
  plain_array<std::uint32_t> eccentricities;  // one a vertex; set by eccentricities() only
};

// Returns the diameter. Cost: for each search, the search and a pass over the vertices; memory: 12
// bytes a vertex beside those of a search. Throws interrupted if a stop is requested by
// options.loops.stop.
diameter_result diameter(const undirected_view& g, const diameter_options& options = {});
// Returns the eccentricities as well.
diameter_result eccentricities(const undirected_view& g, const diameter_options& options = {});

}  // namespace arcas::inline v0::graph
