// SPDX-License-Identifier: Apache-2.0
// PageRank: how likely is a random surfer to be at each vertex?
//
// With probability d, the damping, the surfer follows one of the out-edges of the vertex, each with
// the same probability. Otherwise, and always at a vertex without out-edges (a dangling vertex), it
// jumps to a random vertex, each with the same probability. The scores are the only distribution
// over the n vertices with
//
//   score(v) = (1 - d) / n
//            + d * (dangling / n + sum over in-neighbours u of score(u) / out_degree(u)),
//
// where dangling is the sum of the scores of the dangling vertices. The scores add up to 1. Each of
// several parallel edges counts, and a self-loop is an out-edge like others.
//
// With weights, the surfer follows an edge with a probability in proportion to its weight: a weight
// is a strength, not a length. Weights are at least 0; a vertex whose weights are all 0 is
// dangling. By default weights are ignored: those of a road network are lengths.
//
// With personalization, a jump, also one from a dangling vertex, leads to v with a probability in
// proportion to a weight given for v.
//
// Method: power iteration by pulling (Page, Brin, Motwani, Winograd 1999). Scores start at 1 / n.
// The share of a vertex is its score divided by its out-degree. In a pass each vertex reads the
// shares of its in-neighbours and writes only its own share, so that no operation is locked. The
// last pass is the first that changes the scores by no more than the tolerance, summed over the
// vertices (the residual, an L1 norm). A result with residual r is at most r * d / (1 - d) from the
// exact scores, in the same norm, before scores are scaled to add up to 1.
//
// A vertex reads the latest shares of its neighbours, those of the current pass if they have been
// computed already (the method of Gauss and Seidel), by relaxed atomic loads. This saves up to half
// of the passes of Jacobi's method, which reads the shares of the previous pass. After every third
// pass the scores are extrapolated in the directions of the last two changes, so that the next
// change is expected to be least (Anderson acceleration, 1965). If each vertex has as many in-edges
// as out-edges, the scores start differently. A part d * (1 + d) / 2 of their sum is distributed in
// proportion to the degrees, and the rest equally. Extrapolation and this start save up to half of
// the remaining passes. Chance decides which shares are the latest, so two runs may take different
// numbers of passes, and their results may differ within the bound above. Where that matters,
// Jacobi's method without acceleration gives the same scores for any number of workers, except for
// rounding: workers add up the dangling scores in any order. Shares are doubles, or floats if the
// order is in_place, weights are not used, and the tolerance is well above the rounding of floats.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace arcas::inline v0::graph {

// Observes kernels that pass over the graph until the scores no longer change.
// Called after each pass, in the thread that called the kernel. An exception that it throws leaves
// the kernel.
class iteration_observer {
 public:
  virtual void iteration_done(unsigned iterations, double residual) = 0;

 protected:
  ~iteration_observer() = default;
};

enum class pagerank_order {
  in_place,  // reads the latest shares
  jacobi     // reads the shares of the previous pass
};

struct pagerank_options {
  bool weighted = false;          // edges count by their weights; otherwise each as 1
  double damping = 0.85;          // 0 ≤ damping < 1
  double tolerance = 1e-6;        // at least 0; of the residual
  unsigned max_iterations = 100;  // at least 1
  // A weight for each vertex, at least 0 and not all 0; or empty: all vertices are equal.
  std::span<const double> personalization = {};
  pagerank_order order = pagerank_order::in_place;
  // On several NUMA nodes: places the arrays of vertices, and runs the loops over them, on the
  // vertices' home nodes (vertex_homes.h). Works best with a graph that is placed, too.
  bool locality = false;
  loop_options loops = {};  // of the passes
  iteration_observer* observer = nullptr;
};

struct pagerank_end {
  unsigned iterations = 0;
  double residual = 0;  // above the tolerance if max_iterations ended the run
};

struct pagerank_result : pagerank_end {
  plain_array<double> scores;  // one a vertex
};

// Throws std::invalid_argument for options out of range, and interrupted if a stop is requested by
// options.loops.stop. The result of a graph without vertices is empty.
pagerank_result pagerank(const graph_view& g, const pagerank_options& options = {});

namespace detail {
template <class W>
pagerank_result pagerank_by_weights(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                    const graph_view& g, const pagerank_options& options);
}  // namespace detail

// For a graph with weights, which are used if options.weighted. Throws std::invalid_argument also
// for a weight that is below 0 or not finite, and if the sum of the weights of the edges from a
// vertex is not finite, or is below 2^-960 but not 0. Memory: another 8 bytes a vertex.
template <class W, bool Directed>
  requires is_weight<W>
pagerank_result pagerank(const basic_graph<W, Directed>& g, const pagerank_options& options = {}) {
  if (options.weighted) return detail::pagerank_by_weights(g.out(), g.in(), g, options);
  return pagerank(graph_view(g), options);
}

namespace detail {

// Throws as pagerank(). Returns the weight of all jumps: the number of vertices if
// options.personalization is empty.
double require_sense(const pagerank_options& options, std::size_t vertices);

// Sums over the weights of jumps.
struct jump_sums {
  double total = 0;
  double wrong = 0;  // a weight that is not at least 0, if any; otherwise 0
};
inline jump_sums operator+(const jump_sums& a, const jump_sums& b) {
  return {a.total + b.total, b.wrong >= 0 ? a.wrong : b.wrong};
}
jump_sums sum_of_jumps(std::span<const double> weights);
// Throws as pagerank(); `weights` is the number of weights.
void require_sense(const jump_sums& jumps, std::size_t weights, std::size_t vertices);

// The score of a vertex divided by its share. The degree is converted as a signed integer, for
// which processors have an instruction.
inline double shares_of(edge_index out_degree) {
  return static_cast<double>(std::max<std::int64_t>(static_cast<std::int64_t>(out_degree), 1));
}

// Sums over the vertices of a pass.
struct pagerank_sums {
  double residual = 0;  // |new score - old score|
  double dangling = 0;  // new scores of the vertices without out-edges
  double total = 0;     // new scores of all vertices
  // Scalar products of the changes of the scores by this pass with the changes by three passes:
  // this pass, the pass before, and the one before that.
  std::array<double, 3> products = {};

  friend constexpr pagerank_sums operator+(pagerank_sums a, const pagerank_sums& b) {
    a.residual += b.residual;
    a.dangling += b.dangling;
    a.total += b.total;
    for (std::size_t i = 0; i < 3; ++i) a.products[i] += b.products[i];
    return a;
  }
};

// steps(first, last) computes the new shares of these vertices. loops(n, steps) calls steps for
// chunks of all vertices below n and returns the sum of the results. pagerank_by() uses `passes`
// for passes over the rows, and `sweeps` for loops over the vertices alone. They may be loops of
// another runtime, which then runs the same code of a pass.
using pagerank_steps = arcas::detail::function_reference<pagerank_sums, std::size_t, std::size_t>;
using pagerank_loops =
    arcas::detail::function_reference<pagerank_sums, std::size_t, pagerank_steps>;
pagerank_result pagerank_by(const graph_view& g, const pagerank_options& options,
                            pagerank_loops passes, pagerank_loops sweeps,
                            const vertex_homes& homes = {});

}  // namespace detail

}  // namespace arcas::inline v0::graph
