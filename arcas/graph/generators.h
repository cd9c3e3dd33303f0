// SPDX-License-Identifier: Apache-2.0
// Synthetic graphs: a social network (kronecker_graph), a random graph (uniform_graph) and a
// road network (grid_graph). Random numbers are a function of the seed and the edge or crossing, so
// a seed gives the same graph for any number of workers.
#pragma once

#include <arcas/graph/builder.h>

#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// The synthetic social network of the Graph500 and GAP benchmarks: a Kronecker graph (also R-MAT),
// whose degrees are as uneven as in real social networks.
//
// Each of edge_factor * 2^scale edges picks one of the four quadrants of the adjacency matrix with
// the probabilities a, b, c and 1 - a - b - c, then a quadrant of that quadrant, `scale` times in
// all. Vertices are then renumbered by a fixed shuffle, so that a vertex's number says nothing
// about its degree. (Chakrabarti, Zhan, Faloutsos: R-MAT, SDM 2004; Beamer, Asanović, Patterson:
// The GAP Benchmark Suite, 2015.) The graph differs from GAP's graph of the same scale, which comes
// from another random number generator, but has the same distribution.

struct kronecker_options {
  unsigned scale = 16;            // 2^scale vertices, isolated ones included; 1 to 31
  unsigned edge_factor = 16;      // edges drawn for each vertex; at least 1
  std::uint64_t seed = 27491095;  // the default is GAP's seed
  double a = 0.57;
  double b = 0.19;
  double c = 0.19;
  loop_options loops = {};
};

// The edges as drawn: directed, with repetitions and self-loops. Throws std::invalid_argument for
// options out of range, and interrupted.
edge_list kronecker_edges(const kronecker_options& options);

// Fills `to`, on the calling thread, with the edges of kronecker_edges(options) from number `first`
// on: for code that makes the list in pieces. Throws std::invalid_argument as kronecker_edges()
// does.
void draw_kronecker_edges(const kronecker_options& options, std::uint64_t first,
                          std::span<edge> to);

// The graph of the benchmarks: symmetrised, without repetitions and self-loops, as in GAP.
undirected_graph kronecker_graph(const kronecker_options& options);

// The uniform random graph of the GAP benchmarks (Erdős and Rényi): both ends of each of
// edge_factor * 2^scale edges are drawn uniformly from all vertices. Degrees hardly differ and
// neighbours are far apart in memory, which makes it the worst case for caches.

struct uniform_options {
  unsigned scale = 16;            // 2^scale vertices, isolated ones included; 1 to 31
  unsigned edge_factor = 16;      // edges drawn for each vertex; at least 1
  std::uint64_t seed = 27491095;  // the default is GAP's seed
  loop_options loops = {};
};

// The edges as drawn: directed, with repetitions and self-loops. Throws std::invalid_argument for
// options out of range, and interrupted.
edge_list uniform_edges(const uniform_options& options);

// Draws edges in pieces, like draw_kronecker_edges().
void draw_uniform_edges(const uniform_options& options, std::uint64_t first, std::span<edge> to);

// The graph of the benchmarks: symmetrised, without repetitions and self-loops, as in GAP.
undirected_graph uniform_graph(const uniform_options& options);

// A synthetic road network: crossings on a lattice with streets to some of their four neighbours.
// Few streets meet at a crossing and paths are long, as in real road networks and unlike in social
// networks.
//
// Each crossing but the first has a street to the crossing on its left or to the crossing above,
// chosen at random. These streets form a spanning tree, so the graph is connected. Each remaining
// street of the lattice exists with the probability `extra`; 0.35 gives a crossing 2.7 streets on
// average, as in the road networks of the 9th DIMACS challenge. Crossings are displaced at random
// from their lattice points, which are 1000 apart, and the weight of a street is its length.

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

// Appends the streets that grid_edges(options) lists for the crossings of row y, which is less than
// the height. Throws std::invalid_argument as grid_edges() does.
void append_grid_edges(const grid_options& options, std::uint32_t y,
                       std::vector<weighted_edge>& to);

weighted_undirected_graph grid_graph(const grid_options& options);

}  // namespace arcas::inline v0::graph
