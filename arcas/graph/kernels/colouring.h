// SPDX-License-Identifier: Apache-2.0
// A colouring: a colour for each vertex, different from those of its neighbours, with few colours.
//
// Method: in order of falling degree, each vertex takes the least colour that no neighbour has
// (largest first: Welsh and Powell 1967). In parallel (Jones and Plassmann: A Parallel Graph
// Coloring Heuristic, 1993; Hasenplaugh, Kaler, Schardl, Leiserson: Ordering Heuristics for
// Parallel Graph Coloring, SPAA 2014) a vertex is coloured when all neighbours before it in the
// order have their colours, so that the result is that of the serial method. The number of colours
// is at most the highest degree plus one; the minimum is hard to find. Self-loops are ignored.
//
// independent_set() is below.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct colouring_options {
  std::uint64_t seed = 27491095;  // of the order among vertices of equal degree; decides the result
  loop_options loops = {};
};

struct colouring_result {
  plain_array<std::uint32_t> colours;  // one a vertex, from 0
  std::uint32_t count = 0;             // number of colours
};

// Memory: 20 bytes a vertex, and for each worker a bit for each neighbour of a vertex. Throws
// interrupted if a stop is requested by options.loops.stop.
colouring_result colouring(const undirected_view& g, const colouring_options& options = {});

// A maximal independent set: vertices of which no two are neighbours, and to which no vertex can be
// added.
//
// Method: vertices are considered in a random order, and each joins the set unless a neighbour has
// already joined. The parallel form is that of settling.h (Luby 1986; Blelloch, Fineman, Shun
// 2012), in which the expected number of visits of a vertex is small. Self-loops are ignored. The
// set is maximal; a maximum set would be hard to find.

struct independent_set_options {
  std::uint64_t seed = 27491095;  // of the order; the same seed gives the same set
  loop_options loops = {};
};

struct independent_set_result {
  plain_array<std::uint8_t> members;  // 1 for each vertex of the set
  std::size_t size = 0;
};

// Memory: 9 bytes a vertex. Throws interrupted if a stop is requested by options.loops.stop.
independent_set_result independent_set(const undirected_view& g,
                                       const independent_set_options& options = {});

}  // namespace arcas::inline v0::graph
