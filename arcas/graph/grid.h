// SPDX-License-Identifier: Apache-2.0
// A synthetic road network: crossings on a lattice with streets to some of their four neighbours.
// Few streets meet at a crossing and paths are long, as in real road networks and unlike in social
// ones.
//
// Each crossing but the first has a street to the crossing on its left or to the one above, one of
// them at random: a spanning tree, so the graph is connected. The graph has each other street of
// the lattice with the probability `extra`; 0.35 gives a crossing 2.7 streets on average, as in the
// road networks of the 9th DIMACS challenge. Crossings are displaced at random from their lattice
// points, which are 1000 apart, and the weight of a street is its length. Everything is a function
// of seed and crossing, so a seed gives the same graph for any number of workers.
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

// The width and height of a grid with 2^scale crossings.
grid_options grid_of_scale(unsigned scale);

// Lists each street once; vertex y * width + x is the crossing in row y and column x. Throws
// std::invalid_argument for options out of range, and interrupted.
weighted_edge_list grid_edges(const grid_options& options);

weighted_undirected_graph grid_graph(const grid_options& options);

}  // namespace arcas::inline v0::graph
