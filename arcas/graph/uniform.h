// SPDX-License-Identifier: Apache-2.0
// The uniform random graph of the GAP benchmarks (Erdős and Rényi): both ends of each of
// edge_factor * 2^scale edges are drawn uniformly from all vertices. Degrees hardly differ and
// neighbours are far apart in memory, which makes it the worst case for caches. Random numbers are
// a function of seed and edge, so a seed gives the same graph for any number of workers.
#pragma once

#include <arcas/graph/builder.h>

#include <cstdint>

namespace arcas::inline v0::graph {

struct uniform_options {
  unsigned scale = 16;            // 2^scale vertices, isolated ones included; 1 to 31
  unsigned edge_factor = 16;      // edges drawn for each vertex; at least 1
  std::uint64_t seed = 27491095;  // the default is GAP's seed
  loop_options loops = {};
};

// The edges as drawn: directed, with repetitions and self-loops. Throws std::invalid_argument for
// options out of range, and interrupted.
edge_list uniform_edges(const uniform_options& options);

// The graph of the benchmarks: symmetrised, without repetitions and self-loops, as in GAP.
undirected_graph uniform_graph(const uniform_options& options);

}  // namespace arcas::inline v0::graph
