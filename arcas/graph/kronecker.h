// SPDX-License-Identifier: Apache-2.0
// The synthetic social network of the Graph500 and GAP benchmarks: a Kronecker graph (also R-MAT),
// whose degrees are as uneven as those of real ones.
//
// Each of edge_factor * 2^scale edges picks one of the four quadrants of the adjacency matrix with
// probabilities A, B, C and 1 - A - B - C, then one of the quadrants of that one, scale times over.
// Vertices are then renumbered by a fixed shuffle, so that a vertex's number says nothing about its
// degree. (Chakrabarti, Zhan, Faloutsos: R-MAT, SDM 2004; Beamer, Asanović, Patterson: The GAP
// Benchmark Suite, 2015.) Random numbers are a function of seed, edge and step, not of a running
// state, so a seed gives one graph whatever the number of workers. It is not GAP's own graph of
// that scale, which comes from another random number generator, but one of the same distribution.
#pragma once

#include <arcas/graph/builder.h>

#include <cstdint>
#include <span>

namespace arcas::inline v0::graph {

struct kronecker_options {
  unsigned scale = 16;            // 2^scale vertices, isolated ones included; 1 to 31
  unsigned edge_factor = 16;      // edges drawn for each vertex; at least 1
  std::uint64_t seed = 27491095;  // any; this is the one that GAP uses
  double a = 0.57;
  double b = 0.19;
  double c = 0.19;
  loop_options loops = {};
};

// The edges as drawn: directed, with repetitions and self-loops. Throws std::invalid_argument with
// a sentence for options out of range, or interrupted.
edge_list kronecker_edges(const kronecker_options& options);

// Of these, the part that starts with edge `first`, as many as there is room for, on this thread
// alone: for code that makes the list in pieces. Throws std::invalid_argument as kronecker_edges().
void draw_kronecker_edges(const kronecker_options& options, std::uint64_t first,
                          std::span<edge> to);

// The graph that benchmarks use: taken both ways, repetitions and self-loops dropped, as in GAP.
undirected_graph kronecker_graph(const kronecker_options& options);

}  // namespace arcas::inline v0::graph
