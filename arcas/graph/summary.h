// SPDX-License-Identifier: Apache-2.0
// What kind of graph is this? Its counts, and how its degrees are distributed.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/loops/options.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct degree_summary {
  edge_index least = 0;
  edge_index most = 0;
  double mean = 0;
  edge_index median = 0;        // of an even number of vertices, the upper one
  edge_index percentile99 = 0;  // the least that 99 % of the vertices do not exceed
  // Vertices by degree: 0, 1, 2 to 3, 4 to 7, …: [b] has the degrees of b binary digits.
  std::array<std::uint64_t, 65> by_digits = {};
};

struct graph_summary {
  std::uint64_t vertices = 0;
  edge_index edges = 0;
  edge_index self_loops = 0;
  edge_index parallel_edges = 0;  // edges that drop_duplicates would drop
  std::uint64_t isolated = 0;     // vertices on no edge, self-loops included
  degree_summary out;             // a self-loop of an undirected graph counts once
  degree_summary in;              // the same as out, in an undirected graph
  double least_weight = 0;        // 0 without weights or edges; so are the next
  double greatest_weight = 0;
  double total_weight = 0;  // of the edges, each counted once; infinite: beyond the range of double
  std::uint64_t bytes = 0;  // that the graph takes in memory
};

// Throws interrupted. G: a directed or undirected graph, of any weight type.
template <class G>
graph_summary summary_of(const G& g, const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
