// SPDX-License-Identifier: Apache-2.0
// What does PageRank do at one vertex? Plain functions without a loop, so that the same lines run
// under any loop: see pagerank.h for the method, pagerank_passes.h for their order.
//
// The vertices of one loop may be done in any order, by any threads: a step reads the shares of
// others and writes its own, into a second array or, by atomic stores, in place.
#pragma once

#include <arcas/graph/csr.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <span>

namespace arcas::graph {

// What all steps of a pass have in common.
struct pagerank_terms {
  std::span<double> score;  // vertex v's own: read and written by its step only
  double damping = 0;
  double base = 0;                     // what each vertex gets whoever links to it: base_score()
  std::span<const double> jumps = {};  // personalised: base is multiplied by jumps[v] n
  double scale = 1;                    // what stored scores and shares are to be multiplied by
  double inverse = 1;                  // of the scale
};

// A pass that reads the shares of the pass before: Jacobi's method.
struct pagerank_pass : pagerank_terms {
  std::span<const double> share;  // score over out-degree, after the pass before
  std::span<double> next_share;   // the same after this pass: [v] is written by the step of v

  double read(vertex u) const { return share[u]; }
  void write(vertex v, double value) const { next_share[v] = value; }
};

// A pass that reads the latest shares: Gauss and Seidel's method, or what the workers make of it.
// Shares of float halve what is read at random; of double they are exact.
template <class Share>
struct in_place_pass : pagerank_terms {
  std::span<Share> share;

  double read(vertex u) const {
    // relaxed: whichever of its shares u has given, the scores converge to the same.
    return static_cast<double>(std::atomic_ref(share[u]).load(std::memory_order_relaxed));
  }
  void write(vertex v, double value) const {
    // relaxed: as in read().
    std::atomic_ref(share[v]).store(static_cast<Share>(value), std::memory_order_relaxed);
  }
};

// What the steps of one pass add up to.
struct pagerank_sums {
  double residual = 0;  // sum of |new score - old score|
  double dangling = 0;  // new scores of the vertices without out-neighbours
  double total = 0;     // new scores of all

  friend constexpr pagerank_sums operator+(pagerank_sums a, pagerank_sums b) noexcept {
    return {a.residual + b.residual, a.dangling + b.dangling, a.total + b.total};
  }
};

// The random surfer's jump from anywhere, and the jump from dangling vertices, spread evenly.
inline double base_score(std::size_t vertices, double damping, double dangling) {
  return (1 - damping + damping * dangling) / static_cast<double>(vertices);
}

// Gives v its new score and the share of it that each out-neighbour will read; returns what
// dangles.
template <graph_view G, class Pass>
double share_out(const G& g, vertex v, double score, const Pass& pass) {
  const double stored = score * pass.inverse;
  pass.score[v] = stored;
  const edge_index degree = g.out_degree(v);
  pass.write(v, degree == 0 ? 0 : stored / static_cast<double>(degree));
  return degree == 0 ? score : 0;
}

// The step of the pass that comes before all others: all vertices start equal.
template <graph_view G, class Pass>
pagerank_sums start_vertex(const G& g, vertex v, const Pass& pass) {
  const double score = 1 / static_cast<double>(g.vertex_count());
  return {0, share_out(g, v, score, pass), score};
}

// Four sums at a time: an addition waits for the one before it for longer than a share takes to
// come from a near cache.
template <class Pass>
double sum_of_shares(std::span<const vertex> row, Pass pass) {
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  std::size_t i = 0;
  for (; i + 4 <= row.size(); i += 4) {
    a += pass.read(row[i]);
    b += pass.read(row[i + 1]);
    c += pass.read(row[i + 2]);
    d += pass.read(row[i + 3]);
  }
  for (; i < row.size(); ++i) a += pass.read(row[i]);
  return (a + b) + (c + d);
}

// The step of every later pass.
template <graph_view G, class Pass>
pagerank_sums pull_vertex(const G& g, vertex v, const Pass& pass) {
  const double base = pass.jumps.empty()
                          ? pass.base
                          : pass.base * pass.jumps[v] * static_cast<double>(pass.jumps.size());
  const double linked = pass.scale * sum_of_shares(g.in_neighbors(v), pass);
  const double score = base + pass.damping * linked;
  const double change = std::abs(score - pass.scale * pass.score[v]);
  return {change, share_out(g, v, score, pass), score};
}

}  // namespace arcas::graph
