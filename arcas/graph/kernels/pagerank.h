// SPDX-License-Identifier: Apache-2.0
// PageRank: how likely is a random surfer to be at each vertex?
//
// With probability d, the damping, the surfer follows one of the out-edges of the vertex, each
// equally likely; else, and always where there is no out-edge (a dangling vertex), it jumps to a
// vertex anywhere, all equally likely. The scores are the one distribution over the n vertices with
//
//   score(v) = (1 - d) / n + d * (dangling / n + sum over in-neighbours u of score(u) /
//   out_degree(u))
//
// where dangling is the sum of the scores of the dangling vertices. They add up to 1. Parallel
// edges count as often as they are there, and a self-loop is an out-edge like others.
//
// Personalised, a jump leads to v not with probability 1 / n but in proportion to a weight given
// for v, and so does the way on from a dangling vertex.
//
// Method: power iteration by pulling (Page, Brin, Motwani, Winograd 1999). All scores start at 1 /
// n; in a pass each vertex reads the shares of its in-neighbours and writes nothing but its own
// score and share, so nothing is locked. It ends after the pass that changed the scores by no more
// than the tolerance, added up over the vertices (the residual, an L1 norm). A result with residual
// r is at most r * d / (1 - d) from the exact scores, in the same norm, before they are scaled to
// add up to 1.
//
// A vertex reads the latest shares of its neighbours, of this pass where they have been computed
// already (Gauss and Seidel's method), by relaxed atomic loads: that saves up to half of the passes
// of reading those of the pass before (Jacobi's). After every third pass the scores go on in the
// directions of the last two changes, as far as makes the next change least (Anderson acceleration,
// 1965), and where as many edges lead to each vertex as from it they start in proportion to those:
// that saves up to half of what is left. Which shares are the latest is a matter of chance, so two
// results differ, by less than the tolerance, and so may the number of passes; where that matters,
// Jacobi's method is there, plain, whose scores are the same for any number of workers up to
// rounding: what dangles is added up in whatever order workers come by. Shares read in place are
// floats where the tolerance is so high that their rounding does not show. Not here: edge weights.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <span>

namespace arcas::graph {

// Called after each pass, by the thread that called the kernel.
class pagerank_observer {
 public:
  virtual void iteration_done(unsigned iterations, double residual) = 0;

 protected:
  ~pagerank_observer() = default;
};

enum class pagerank_order {
  in_place,  // the latest shares
  jacobi     // those of the pass before
};

struct pagerank_options {
  double damping = 0.85;          // 0 ≤ damping < 1
  double tolerance = 1e-6;        // 0 or more; of the residual
  unsigned max_iterations = 100;  // at least 1
  // A weight for each vertex, 0 or more, not all 0; or none, where all are equal.
  std::span<const double> personalization = {};
  pagerank_order order = pagerank_order::in_place;
  // On several NUMA nodes: arrays lie, and loops run, where their vertices are at home
  // (vertex_homes.h); best with a graph that is placed.
  bool locality = false;
  loop_options loops = {};  // of the passes
  pagerank_observer* observer = nullptr;
};

struct pagerank_result {
  plain_array<double> scores;  // one a vertex
  unsigned iterations = 0;
  double residual = 0;  // above the tolerance where max_iterations ended the run
};

// Throws std::invalid_argument with a sentence for options out of range, or interrupted where
// options.loops.stop asked for an end. No vertices, no scores.
pagerank_result pagerank(const directed_graph& g, const pagerank_options& options = {});
pagerank_result pagerank(const undirected_graph& g, const pagerank_options& options = {});

}  // namespace arcas::graph
