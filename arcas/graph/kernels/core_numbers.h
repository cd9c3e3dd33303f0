// SPDX-License-Identifier: Apache-2.0
// Core numbers: how deep inside the graph is each vertex?
//
// The k-core is the largest subgraph in which every vertex has at least k neighbours. The core
// number of a vertex is the greatest k whose k-core contains it. Parallel edges count once;
// self-loops are ignored.
//
// Method: peeling. For k = 0, 1, … all vertices with at most k remaining neighbours are removed,
// and then those that fall to k thereby, until none is left. A vertex that is removed at k has core
// number k (Seidman 1983; in parallel: Kabir, Madduri: Parallel k-core Decomposition on Multicore
// Platforms, 2017). A compare-and-swap lowers a vertex's count of remaining neighbours. The worker
// that lowers it to k removes the vertex at once, with a stack of its own, so that each k takes one
// loop, however long the chains of removals are. After each k the list of remaining vertices is
// shortened; values of k at which no vertex is removed are skipped.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas::inline v0::graph {

struct core_options {
  loop_options loops = {};
};

struct core_result {
  plain_array<std::uint32_t> cores;  // one a vertex
  std::uint32_t degeneracy = 0;      // the greatest core number
};

// Throws interrupted if a stop is requested by options.loops.stop.
core_result core_numbers(const undirected_view& g, const core_options& options = {});

}  // namespace arcas::inline v0::graph
