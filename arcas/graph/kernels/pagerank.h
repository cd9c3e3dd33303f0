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
// By weights, the surfer follows an edge with a probability in proportion to its weight: a weight is
// a strength, not a length. Weights are 0 or more; a vertex whose weights are all 0 dangles. By
// default weights do not count: those of a road network are lengths.
//
// Personalised, a jump leads to v not with probability 1 / n but in proportion to a weight given
// for v, and so does the way on from a dangling vertex.
//
// Method: power iteration by pulling (Page, Brin, Motwani, Winograd 1999). Scores start at 1 / n;
// in a pass each vertex reads the shares of its in-neighbours and writes nothing but its own
// score and share, so nothing is locked. It ends after the pass that changed the scores by no more
// than the tolerance, added up over the vertices (the residual, an L1 norm). A result with residual
// r is at most r * d / (1 - d) from the exact scores, in the same norm, before they are scaled to
// add up to 1.
//
// A vertex reads the latest shares of its neighbours, of this pass where they have been computed
// already (Gauss and Seidel's method), by relaxed atomic loads: that saves up to half of the passes
// of reading those of the pass before (Jacobi's). After every third pass the scores go on in the
// directions of the last two changes, as far as makes the next change least (Anderson acceleration,
// 1965), and where as many edges lead to each vertex as from it a share d (1 + d) / 2 of them starts
// in proportion to those: that saves up to half of what is left. Which shares are the latest is a
// matter of chance, so two results differ, by less than the tolerance, and so may the number of
// passes; where that matters, Jacobi's method is there, plain, whose scores are the same for any
// number of workers up to rounding: what dangles is added up in whatever order workers come by.
// Shares read in place are floats where the tolerance is so high that their rounding does not show;
// by weights, doubles.
#pragma once

#include <arcas/base/function_reference.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/iteration_observer.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace arcas::inline v0::graph {

enum class pagerank_order {
  in_place,  // the latest shares
  jacobi     // those of the pass before
};

struct pagerank_options {
  bool weighted = false;          // edges count by their weights, else all the same
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
  iteration_observer* observer = nullptr;
};

struct pagerank_result {
  plain_array<double> scores;  // one a vertex
  unsigned iterations = 0;
  double residual = 0;  // above the tolerance where max_iterations ended the run
};

// Throws std::invalid_argument with a sentence for options out of range, or interrupted where
// options.loops.stop asked for an end. No vertices, no scores.
pagerank_result pagerank(const graph_view& g, const pagerank_options& options = {});

namespace detail {
template <class W>
pagerank_result pagerank_by_weights(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                    const graph_view& g, const pagerank_options& options);
}  // namespace detail

// Of a graph with weights, which count if options.weighted. Throws std::invalid_argument, too, for a
// weight below 0 or one that is not finite, and for weights of the edges from a vertex whose sum is not
// finite, or but for 0 below 2^-960. 8 bytes a vertex more.
template <class W, bool Directed>
  requires is_weight<W>
pagerank_result pagerank(const basic_graph<W, Directed>& g, const pagerank_options& options = {}) {
  if (options.weighted) return detail::pagerank_by_weights(g.out(), g.in(), g, options);
  return pagerank(graph_view(g), options);
}

namespace detail {

// Throws as above. Returns the weight of all jumps: the number of vertices, where they are not personalised.
double require_sense(const pagerank_options& options, std::size_t vertices);

// Of weights of jumps.
struct jump_sums {
  double total = 0;
  double wrong = 0;  // one of them that is not at least 0
};
inline jump_sums operator+(const jump_sums& a, const jump_sums& b) {
  return {a.total + b.total, b.wrong >= 0 ? a.wrong : b.wrong};
}
jump_sums sum_of_jumps(std::span<const double> weights);
// Throws as above; `weights`: how many there are.
void require_sense(const jump_sums& jumps, std::size_t weights, std::size_t vertices);

// Of a vertex: its score is so many times its share. Signed, since that is the number a processor
// makes a double of.
inline double shares_of(edge_index out_degree) {
  return static_cast<double>(std::max<std::int64_t>(static_cast<std::int64_t>(out_degree), 1));
}

// What the vertices of a pass add up to.
struct pagerank_sums {
  double residual = 0;  // |new score - old score|
  double dangling = 0;  // new scores of the vertices without out-edges
  double total = 0;     // new scores of all
  // The changes of the scores by this pass times those by itself and by the two before.
  std::array<double, 3> products = {};

  friend constexpr pagerank_sums operator+(pagerank_sums a, const pagerank_sums& b) {
    a.residual += b.residual;
    a.dangling += b.dangling;
    a.total += b.total;
    for (std::size_t i = 0; i < 3; ++i) a.products[i] += b.products[i];
    return a;
  }
};

// Steps of the vertices [first, last); and loops(n, steps), which calls them for chunks of all
// vertices below n and adds up what they return: one for passes over all rows, one for sweeps over
// the vertices. They may be loops of another runtime: the passes under them are the same code.
using pagerank_steps = arcas::detail::function_reference<pagerank_sums, std::size_t, std::size_t>;
using pagerank_loops =
    arcas::detail::function_reference<pagerank_sums, std::size_t, pagerank_steps>;
pagerank_result pagerank_by(const graph_view& g, const pagerank_options& options,
                            pagerank_loops passes, pagerank_loops sweeps,
                            const vertex_homes& homes = {});

}  // namespace detail

}  // namespace arcas::inline v0::graph
