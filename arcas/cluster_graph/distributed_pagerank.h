// SPDX-License-Identifier: Apache-2.0
// PageRank over all ranks: the scores of arcas/graph/kernels/pagerank.h, up to rounding, by
// pushing. In each pass a rank sends the share of each of its vertices along the out-edges, to be
// added at home.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <vector>

namespace arcas::cluster_graph {

struct distributed_pagerank_options {
  double damping = 0.85;          // 0 ≤ damping < 1
  double tolerance = 1e-6;        // 0 or more; of the residual
  unsigned max_iterations = 100;  // at least 1
};

struct distributed_pagerank_result {
  std::vector<double> scores;  // of all vertices, on the rank that asked
  unsigned iterations = 0;
  double residual = 0;
};

// By one task. Throws std::invalid_argument with a sentence for options out of range.
distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const distributed_pagerank_options& options = {});

}  // namespace arcas::cluster_graph
