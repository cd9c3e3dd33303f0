// SPDX-License-Identifier: Apache-2.0
// A colouring: a colour for each vertex, different from those of its neighbours, with few colours.
//
// Method: each vertex in turn, those of high degree first, takes the least colour that no neighbour has
// (largest first: Welsh and Powell 1967); many at once as by Jones and Plassmann (A Parallel Graph Coloring
// Heuristic, 1993; Hasenplaugh, Kaler, Schardl, Leiserson: Ordering Heuristics for Parallel Graph
// Coloring, SPAA 2014): a vertex is coloured in the loop after the last of the
// neighbours before it, so that the result is that of the order. At most one colour more than the highest degree; the fewest
// there are is hard to find. Self-loops are ignored.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas::inline v0::graph {

struct colouring_options {
  std::uint64_t seed = 27491095;  // of the order among vertices of one degree; decides the result
  loop_options loops = {};
};

struct colouring_result {
  plain_array<std::uint32_t> colours;  // one a vertex, from 0
  std::uint32_t count = 0;             // of different colours
};

// Memory: 20 bytes a vertex, and for each worker a bit a colour. Throws interrupted where options.loops.stop
// asked for an end.
colouring_result colouring(const undirected_view& g, const colouring_options& options = {});

}  // namespace arcas::inline v0::graph
