// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality over all ranks: the scores of arcas/graph/kernels/betweenness.h, up to
// rounding, from some sources or all. Method: Brandes' two sweeps, one source at a time, level by
// level: on the way out each vertex sends its number of shortest ways along its edges, on the way
// back (1 + delta) / sigma against them; both are added at home. Not here: ends of ways as parts of
// them, and several sources at once.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <span>
#include <vector>

namespace arcas::cluster_graph {

struct distributed_betweenness_options {
  // Scores are divided by the number of pairs they are about; else, in an undirected graph, each
  // pair counts once.
  bool normalized = true;
};

struct distributed_betweenness_result {
  std::vector<double> scores;  // of all vertices, on the rank that asked
};

// By one task, from each of the sources; scaled as if from all. Throws std::invalid_argument with a
// sentence for a source that is no vertex.
distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const distributed_betweenness_options& options = {});

}  // namespace arcas::cluster_graph
