// SPDX-License-Identifier: Apache-2.0
// A minimum spanning forest: for each component of a graph a tree of its edges that connects it, the sum of
// whose weights is the least there is.
//
// Method: Borůvka's (1926), its steps in parallel loops (Bader, Cong: Fast shared-memory algorithms for computing
// the minimum spanning forest of sparse graphs, 2006). Each tree takes the lightest edge that leaves it, all
// trees at once; trees that are connected thereby become one, and edges within a tree are dropped. At most
// log2(vertices) steps. Of edges of one weight the one with the lesser ends comes first, so the result does not
// depend on chance. Self-loops are left out; of parallel edges the lightest counts. Negative weights are allowed; -0 is 0.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::graph {

struct spanning_forest_options {
  loop_options loops = {};
};

template <class W>
struct spanning_forest_result {
  std::vector<basic_edge<vertex, W>> edges;  // `from` is the lesser end; in the order of their ends
  std::size_t trees = 0;                     // with those of one vertex
  // The sum of the weights; the number of edges where there are none.
  std::conditional_t<std::is_floating_point_v<W>, double, std::int64_t> weight = 0;
};

// W: the types of weights of graph_over.h, or unweighted. Memory: 32 bytes an edge at most and 20 bytes a vertex. Throws
// interrupted where options.loops.stop asked for an end, and std::invalid_argument with a sentence for a weight that is a NaN and for
// weights whose sum is beyond 64 bits or the range of double.
template <class W>
spanning_forest_result<W> spanning_forest(const basic_undirected_graph<W>& g,
                                          const spanning_forest_options& options = {});

}  // namespace arcas::inline v0::graph
