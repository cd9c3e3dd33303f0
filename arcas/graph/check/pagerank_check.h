// SPDX-License-Identifier: Apache-2.0
// Are these the PageRank scores of this graph? Serial, from the definition (the equation at the
// head of kernels/pagerank.h), and sharing no code with the kernel: it pushes along out-edges where
// the kernel pulls along in-edges, so it would also find the two directions of a graph at odds.
#pragma once

#include <arcas/graph/csr.h>

#include <span>
#include <string>

namespace arcas::graph {

struct pagerank_verdict {
  double residual = 0;  // sum over v of |score(v) - right-hand side of the equation at v|
  double total = 0;     // sum of the scores
  std::string fault;    // the first thing that is wrong, as a sentence; empty where all is well

  bool right() const { return fault.empty(); }
};

// Scores are right when there is one for each vertex, each is at least (1 - damping) / n, and both
// the residual and the total's distance from 1 are at most the tolerance (and rounding).
// Jumps lead anywhere, or, personalised, in proportion to a weight for each vertex.
template <class G>
pagerank_verdict check_pagerank(const G& g, std::span<const double> scores, double damping,
                                double tolerance, std::span<const double> personalization = {});

}  // namespace arcas::graph
