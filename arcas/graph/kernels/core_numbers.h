// SPDX-License-Identifier: Apache-2.0
// Core numbers: how deep inside the graph is each vertex?
//
// The k-core is the largest part of the graph in which every vertex has k neighbours or more within
// that part; a vertex's core number is the greatest k whose k-core it belongs to. Parallel edges
// count once and self-loops not at all.
//
// Method: peeling. For k = 0, 1, … all vertices with k neighbours left or fewer are taken away, and
// those that fall to k thereby, until none is left; what goes away at k has core number k (Seidman
// 1983; in parallel: Kabir, Madduri: Parallel k-core Decomposition on Multicore Platforms, 2017).
// A vertex's count of neighbours left is lowered by compare-and-swap; the worker that lowers it to
// k takes the vertex along at once, on a stack of its own, so that a k costs one loop however long
// its chains are. Between two values of k the list of those left is made shorter, and values at
// which no vertex goes are skipped.
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
  std::uint32_t degeneracy = 0;      // the greatest of them
};

// Throws interrupted where options.loops.stop asked for an end.
core_result core_numbers(const undirected_view& g, const core_options& options = {});

}  // namespace arcas::inline v0::graph
