// SPDX-License-Identifier: Apache-2.0
// A maximal independent set: vertices of which no two are neighbours, and to which no vertex can be
// added.
//
// Method: vertices are taken in a random order, each one unless a neighbour has been taken. The
// parallel form is that of greedy_order.h (Luby 1986; Blelloch, Fineman, Shun 2012), in which the
// expected number of visits of a vertex is small. Self-loops are ignored. The set is maximal, not
// maximum, which would be hard to find.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct independent_set_options {
  std::uint64_t seed = 27491095;  // of the order; the same seed gives the same set
  loop_options loops = {};
};

struct independent_set_result {
  plain_array<std::uint8_t> members;  // 1 for each vertex of the set
  std::size_t size = 0;
};

// Memory: 17 bytes a vertex. Throws interrupted if a stop is requested by options.loops.stop.
independent_set_result independent_set(const undirected_view& g,
                                       const independent_set_options& options = {});

}  // namespace arcas::inline v0::graph
