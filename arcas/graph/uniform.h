// SPDX-License-Identifier: Apache-2.0
// The random graph of the GAP benchmarks (Erdős and Rényi): both ends of each of edge_factor *
// 2^scale edges are any vertices, all equally likely. Degrees hardly differ and neighbours are far
// apart in memory, which makes it the worst case of caches. Random numbers are a function of seed
// and edge, so a seed gives one graph whatever the number of workers.
#pragma once

#include <arcas/graph/builder.h>

#include <cstdint>

namespace arcas::inline v0::graph {

struct uniform_options {
  unsigned scale = 16;            // 2^scale vertices, isolated ones included; 1 to 31
  unsigned edge_factor = 16;      // edges drawn for each vertex; at least 1
  std::uint64_t seed = 27491095;  // any; this is the one that GAP uses
  loop_options loops = {};
};

// The edges as drawn: directed, with repetitions and self-loops. Throws std::invalid_argument with
// a sentence for options out of range, or interrupted.
edge_list uniform_edges(const uniform_options& options);

// The graph that benchmarks use: taken both ways, repetitions and self-loops dropped, as in GAP.
undirected_graph uniform_graph(const uniform_options& options);

}  // namespace arcas::inline v0::graph
