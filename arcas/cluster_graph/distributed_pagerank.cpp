// SPDX-License-Identifier: Apache-2.0
// PageRank over all ranks: the scores of arcas/graph/kernels/pagerank.h, up to rounding, by
// pushing. In each pass a rank sends the share of each of its vertices along the out-edges, to be
// added at home.
#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>

#include <arcas/graph/kernels/pagerank.h>

#include <cmath>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

using graph::detail::pagerank_sums;

struct scores_part {
  std::vector<double> scores;
  std::vector<double> incoming;  // shares that have come in this pass
};
using scores = cluster::distributed<scores_part>;

void push_shares(const distributed_graph& g, const scores& state) {
  forall_edges_at_target(
      g,
      [g, state](own_vertex u) {
        return state.local().scores[u.local()] /
               static_cast<double>(g.local().out_degree(u.local()));
      },
      [state](own_vertex v, double share) { state.local().incoming[v.local()] += share; });
}

// This rank's scores from what has come in; `base` is what every vertex gets.
pagerank_sums take_scores(const graph_part& g, scores_part& part, double base, double damping) {
  pagerank_sums s;
  for (vertex i = 0; i < g.vertex_count(); ++i) {
    const double score = base + damping * part.incoming[i];
    s.residual += std::abs(score - part.scores[i]);
    if (g.out_degree(i) == 0) s.dangling += score;
    part.scores[i] = score;
    part.incoming[i] = 0;
  }
  return s;
}

pagerank_sums start(const distributed_graph& g, const scores& state) {
  return sum_of_ranks([g, state] {
    const vertex own = g.local().vertex_count();
    state.local().scores.assign(own, 0);
    state.local().incoming.assign(own, 0);
    return take_scores(g.local(), state.local(), 1.0 / static_cast<double>(g.vertex_count()), 0);
  });
}

}  // namespace

distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const distributed_pagerank_options& options) {
  graph::detail::require_sense({.damping = options.damping,
                                .tolerance = options.tolerance,
                                .max_iterations = options.max_iterations},
                               g.vertex_count());
  distributed_pagerank_result result;
  if (g.vertex_count() == 0) return result;
  const auto n = static_cast<double>(g.vertex_count());
  const double d = options.damping;
  const scores state = scores::make();
  pagerank_sums last = start(g, state);
  do {
    push_shares(g, state);
    const double base = (1 - d) / n + d * last.dangling / n;
    last = sum_of_ranks(
        [g, state, base, d] { return take_scores(g.local(), state.local(), base, d); });
    result.residual = last.residual;
    ++result.iterations;
  } while (result.residual > options.tolerance && result.iterations < options.max_iterations);
  result.scores = gather_vertices<double>(g, [state] { return state.local().scores; });
  state.end();
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
