// SPDX-License-Identifier: Apache-2.0
// A maximal independent set: vertices of which no two are neighbours, and to which none can be added.
//
// Method: vertices are taken in a random order, each if none of its neighbours has been; the parallel form
// is that of greedy_order.h (Luby 1986; Blelloch, Fineman, Shun 2012), which needs few looks at each
// vertex in expectation. A vertex with a self-loop is taken like any other: loops are ignored. The set
// is maximal, not the largest there is, which is hard to find.
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

// Memory: 17 bytes a vertex. Throws interrupted where options.loops.stop asked for an end.
independent_set_result independent_set(const undirected_view& g,
                                       const independent_set_options& options = {});

}  // namespace arcas::inline v0::graph
