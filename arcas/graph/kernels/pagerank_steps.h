// SPDX-License-Identifier: Apache-2.0
// What does PageRank do at one vertex? Plain functions without a loop, so that the same lines run
// under any loop: see pagerank.h for the method.
//
// A pass reads the shares of the pass before and writes new ones into a second array, so the
// vertices of a pass may be done in any order, by any threads, without a data race.
#pragma once

#include <arcas/graph/csr.h>

#include <cmath>
#include <cstddef>
#include <span>

namespace arcas::graph {

struct pagerank_pass {
  std::span<double> score;        // vertex v's own: read and written by its step only
  std::span<const double> share;  // score over out-degree, after the pass before
  std::span<double> next_share;   // the same after this pass: [v] is written by the step of v
  double damping = 0;
  double base = 0;  // what every vertex gets whoever links to it, see base_score()
};

// What the steps of one pass add up to.
struct pagerank_sums {
  double residual = 0;  // sum of |new score - old score|
  double dangling = 0;  // new scores of the vertices without out-neighbours

  friend constexpr pagerank_sums operator+(pagerank_sums a, pagerank_sums b) noexcept {
    return {a.residual + b.residual, a.dangling + b.dangling};
  }
};

// The random surfer's jump from anywhere, and the jump from dangling vertices, spread evenly.
inline double base_score(std::size_t vertices, double damping, double dangling) {
  return (1 - damping + damping * dangling) / static_cast<double>(vertices);
}

// Gives v its new score and the share of it that each out-neighbour will read; returns what
// dangles.
template <graph_view G>
double share_out(const G& g, vertex v, double score, const pagerank_pass& pass) {
  pass.score[v] = score;
  const edge_index degree = g.out_degree(v);
  pass.next_share[v] = degree == 0 ? 0 : score / static_cast<double>(degree);
  return degree == 0 ? score : 0;
}

// The step of the pass that comes before all others: all vertices start equal.
template <graph_view G>
pagerank_sums start_vertex(const G& g, vertex v, const pagerank_pass& pass) {
  return {0, share_out(g, v, 1 / static_cast<double>(g.vertex_count()), pass)};
}

// The step of every later pass.
template <graph_view G>
pagerank_sums pull_vertex(const G& g, vertex v, const pagerank_pass& pass) {
  double incoming = 0;
  for (const vertex u : g.in_neighbors(v)) incoming += pass.share[u];
  const double score = pass.base + pass.damping * incoming;
  const double change = std::abs(score - pass.score[v]);
  return {change, share_out(g, v, score, pass)};
}

}  // namespace arcas::graph
