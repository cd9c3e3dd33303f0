// SPDX-License-Identifier: Apache-2.0
// What does PageRank do at one vertex? Plain functions without a loop, so that the same lines run
// under any loop: see pagerank.h for the method, pagerank_passes.h for their order.
//
// These steps read the shares of the pass before (Jacobi's method), so that the vertices of one
// loop may be done in any order, by any threads, and nothing is shared but what is only read. Those
// that read the latest shares stand in pagerank_in_place.h.
#pragma once

#include <arcas/graph/csr.h>

#include <cmath>
#include <cstddef>
#include <span>

namespace arcas::graph {

// What all steps of a pass have in common.
struct pagerank_terms {
  double damping = 0;
  double base = 0;                     // what each vertex gets whoever links to it: base_score()
  std::span<const double> jumps = {};  // personalised: base is multiplied by jumps[v] n

  double base_of(vertex v) const {
    return jumps.empty() ? base : base * jumps[v] * static_cast<double>(jumps.size());
  }
};

struct pagerank_pass : pagerank_terms {
  std::span<double> score;        // vertex v's own: read and written by its step only
  std::span<const double> share;  // score over out-degree, after the pass before
  std::span<double> next_share;   // the same after this pass: [v] is written by the step of v
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
  const double score = 1 / static_cast<double>(g.vertex_count());
  return {0, share_out(g, v, score, pass), score};
}

// read(u), added up over a row. Four sums at a time: an addition waits for the one before it for
// longer than a share takes to come from a near cache.
template <class Read>
auto sum_of_shares(std::span<const vertex> row, Read read) {
  decltype(read(0)) a = 0, b = 0, c = 0, d = 0;
  const vertex* at = row.data();
  const vertex* const end = at + row.size();
  for (; end - at >= 4; at += 4) {
    a += read(at[0]);
    b += read(at[1]);
    c += read(at[2]);
    d += read(at[3]);
  }
  for (; at != end; ++at) a += read(*at);
  return (a + b) + (c + d);
}

// The step of every later pass.
template <graph_view G>
pagerank_sums pull_vertex(const G& g, vertex v, const pagerank_pass& pass) {
  const double linked =
      sum_of_shares(g.in_neighbors(v), [share = pass.share.data()](vertex u) { return share[u]; });
  const double score = pass.base_of(v) + pass.damping * linked;
  const double change = std::abs(score - pass.score[v]);
  return {change, share_out(g, v, score, pass), score};
}

}  // namespace arcas::graph
