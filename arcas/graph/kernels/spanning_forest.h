// SPDX-License-Identifier: Apache-2.0
// A minimum spanning forest: for each component of a graph, a tree of edges that connects the
// component, with the least possible sum of weights.
//
// Method: Borůvka's (1926), with parallel loops for its steps (Bader, Cong: Fast shared-memory
// algorithms for computing the minimum spanning forest of sparse graphs, 2006). In a step, all
// trees at once take the lightest edge that leaves them; trees that become connected are united,
// and edges within a tree are dropped. There are at most log2(vertices) steps. Of edges of equal
// weight the one with the lesser ends comes first, so the result does not depend on chance.
// Self-loops are ignored; of parallel edges the lightest counts. Negative weights are allowed; -0
// equals 0.
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
  std::vector<basic_edge<vertex, W>> edges;  // `from` is the lesser end; sorted by their ends
  std::size_t trees = 0;                     // number of trees, including those of one vertex
  // The sum of the weights; in a graph without weights, the number of edges.
  std::conditional_t<std::is_floating_point_v<W>, double, std::int64_t> weight = 0;
};

// W is a type of weights of graph_over.h, or unweighted. Memory: at most 32 bytes an edge, and 20
// bytes a vertex. Throws std::invalid_argument for a weight that is a NaN and for weights whose sum
// is beyond 64 bits or the range of double, and interrupted if a stop is requested by
// options.loops.stop.
template <class W>
spanning_forest_result<W> spanning_forest(const basic_undirected_graph<W>& g,
                                          const spanning_forest_options& options = {});

}  // namespace arcas::inline v0::graph
