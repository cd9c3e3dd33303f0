// SPDX-License-Identifier: Apache-2.0
// A synthetic road network: crossings on a lattice with streets to some of their four neighbours.
// Few streets meet at a crossing and every way is long, as in real road networks and unlike in
// social ones.
//
// Each crossing but the first has a street to the crossing on its left or to the one above, one of
// them at random: a spanning tree, so the graph is connected. Each other street of the lattice is
// there with the probability `extra`; 0.35 gives a crossing 2.7 streets on average, as in the road
// networks of the 9th DIMACS challenge. Crossings stand a random bit off their lattice points, and
// a street's weight is its length, 1000 from point to point. All is a function of seed and
// crossing, so a seed gives one graph whatever the number of workers.
#pragma once

#include <arcas/graph/builder.h>

#include <cstdint>

namespace arcas::inline v0::graph {

struct grid_options {
  std::uint32_t width = 256;  // at least 1; width * height at most 2^31
  std::uint32_t height = 256;
  double extra = 0.35;  // 0 to 1
  std::uint64_t seed = 27491095;
  loop_options loops = {};
};

// The width and height of 2^scale crossings.
grid_options grid_of_scale(unsigned scale);

// Each street once; vertex y * width + x is the crossing in row y and column x. Throws
// std::invalid_argument with a sentence for options out of range, or interrupted.
weighted_edge_list grid_edges(const grid_options& options);

weighted_undirected_graph grid_graph(const grid_options& options);

}  // namespace arcas::inline v0::graph
