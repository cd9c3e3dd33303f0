// SPDX-License-Identifier: Apache-2.0
// A summary of a graph: its counts and its distribution of degrees.
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
  edge_index median = 0;        // the upper degree if two are in the middle
  edge_index percentile99 = 0;  // the least degree that 99 % of the vertices do not exceed
  // Histogram of degrees: by_digits[b] counts the vertices whose degree has b binary digits. So [0]
  // is for degree 0, [1] for 1, [2] for 2 and 3, [3] for 4 to 7.
  std::array<std::uint64_t, 65> by_digits = {};
};

struct graph_summary {
  std::uint64_t vertices = 0;
  edge_index edges = 0;
  edge_index self_loops = 0;
  edge_index parallel_edges = 0;  // edges that drop_duplicates would drop
  std::uint64_t isolated = 0;     // vertices without any edge, not even a self-loop
  degree_summary out;             // a self-loop of an undirected graph counts once
  degree_summary in;              // equal to `out` in an undirected graph
  double least_weight = 0;        // 0 without weights or edges; so are the next two
  double greatest_weight = 0;
  double total_weight = 0;  // each edge counted once; infinite above the range of double
  std::uint64_t bytes = 0;  // memory of the graph, in bytes
};

// G is a directed or undirected graph of any weight type. Throws interrupted.
template <class G>
graph_summary summary_of(const G& g, const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
