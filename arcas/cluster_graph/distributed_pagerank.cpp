// SPDX-License-Identifier: Apache-2.0
// PageRank over all ranks, by Jacobi's method (arcas/graph/kernels/pagerank.h) and by pulling: in
// each pass a vertex sums the shares of its in-neighbours (neighbor_values.h). The share of a
// vertex is its score divided by its out-degree. With weights, it is the score divided by the sum
// of the out-edge weights, and is multiplied by the weight of each edge.
#include <arcas/cluster_graph/centralities.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <arcas/graph/kernels/pagerank_run.h>
#include <arcas/graph/kernels/strengths.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

using graph::detail::pagerank_sums;

struct scores_part {
  std::vector<double> scores;
  std::vector<double> shares;    // the score divided by `leaving`
  std::vector<double> arriving;  // sum of the shares of in-edges
  std::vector<double> leaving;   // sum of out-edge weights, or out-degree
};
using scores = cluster::distributed<scores_part>;

// Adds to `leaving` the out-arcs that this rank stores. Those of a hub are added at the hub's home.
void add_leaving(const distributed_graph& g, const scores& state, bool weighted) {
  const graph_part& part = g.local();
  std::vector<double>& leaving = state.local().leaving;
  for (local_vertex i = 0; i < part.vertex_count(); ++i) {
    if (!weighted) leaving[i] = static_cast<double>(part.out_degree(i));
    for (const arc_weight w : part.out.weights_of(i)) leaving[i] += weighted ? w : 0;
  }
  if (!weighted) return;
  const hub_rows& hubs = part.out_hubs();
  for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
    double here = 0;
    for (const arc_weight w : hubs.weights_of(hub)) here += w;
    const vertex v = hubs.hubs[hub];
    cluster::async(g.places().home(v),
                   [state, here, to = g.places().local(v)] { state.local().leaving[to] += here; });
  }
}

// The personalization of this rank's vertices; empty if there is none.
std::span<const double> own_jumps(const vertex_values<double>& personalization) {
  if (personalization.empty()) return {};
  return personalization.local();
}

// Checks the options. Returns the sum of the personalization of all vertices; without
// personalization, the number of vertices.
double require_sense(const graph::pagerank_options& options, const vertex_values<double>& jumps,
                     std::uint64_t vertices) {
  if (!options.personalization.empty())
    throw std::invalid_argument(
        "on ranks, the personalization of PageRank is the argument after the options");
  const double equal = graph::detail::require_sense(options, vertices);
  if (jumps.empty()) return equal;
  // After jumps.end(), throws to the caller here; an exception in a task of each rank, below, would
  // end the job.
  jumps.local();
  const auto wrong = [jumps] { return std::uint64_t{jumps.has_other_length()}; };
  if (const std::uint64_t ranks_that_differ = sum_of_ranks(wrong)) {
    throw std::invalid_argument(
        "PageRank personalization requires one weight for each vertex of a rank: on " +
        std::to_string(ranks_that_differ) + " of the ranks local() has another length");
  }
  const auto sums = sum_of_ranks([jumps] { return graph::detail::sum_of_jumps(jumps.local()); });
  graph::detail::require_sense(sums, jumps.size(), vertices);
  return sums.total;
}

// Computes this rank's scores from the shares that have arrived. Every vertex gets `base` as a
// part of its score; with personalization, `base` times its personalization.
pagerank_sums take_scores(scores_part& part, std::span<const double> jumps, double base,
                          double damping) {
  pagerank_sums s;
  for (std::size_t i = 0; i < part.scores.size(); ++i) {
    const double jump = jumps.empty() ? base : base * jumps[i];
    const double score = jump + damping * part.arriving[i];
    s.residual += std::abs(score - part.scores[i]);
    if (part.leaving[i] == 0) s.dangling += score;
    part.scores[i] = score;
    part.shares[i] = part.leaving[i] > 0 ? score / part.leaving[i] : 0;
  }
  return s;
}

// Throws vertex_error for the smallest vertex whose score cannot be divided by `leaving`.
void require_leaving(const scores& state) {
  struct fault {
    double leaving = 0;
    vertex v = no_vertex;
  };
  const auto first = [](const fault& a, const fault& b) { return a.v <= b.v ? a : b; };
  const fault found = cluster::fold_ranks(fault{}, first, [state, first] {
    const std::vector<double>& leaving = state.local().leaving;
    fault own;
    for (local_vertex i = 0; i < leaving.size(); ++i) {
      if (!graph::detail::strength_is_usable(leaving[i]))
        own = first(own, {leaving[i], own_vertex(i).number()});
    }
    return own;
  });
  if (found.v != no_vertex)
    graph::detail::refuse_strength("PageRank by weights", found.v, found.leaving);
}

pagerank_sums start(const distributed_graph& g, const scores& state, bool weighted) {
  cluster::on_all_ranks([g, state] {
    const local_vertex own = g.local().vertex_count();
    state.local() = {.scores = std::vector<double>(own),
                     .shares = std::vector<double>(own),
                     .arriving = std::vector<double>(own),
                     .leaving = std::vector<double>(own)};
  });
  cluster::on_all_ranks([g, state, weighted] { add_leaving(g, state, weighted); });
  if (weighted) require_leaving(state);
  return sum_of_ranks([g, state] {
    return take_scores(state.local(), {}, 1.0 / static_cast<double>(g.vertex_count()), 0);
  });
}

}  // namespace

distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const graph::pagerank_options& options,
                                     const vertex_values<double>& jumps) {
  graph::detail::pagerank_course course{options, require_sense(options, jumps, g.vertex_count())};
  if (options.weighted) require_strengths(g, "PageRank by weights");
  distributed_pagerank_result result;
  if (g.vertex_count() == 0) return result;
  return all_or_nothing([&] {
    const scores state = scores::make();
    const auto neighbors = neighbor_values<double>::make(g, arc_side::in);
    const auto pass = [&](double base) {
      neighbors.pass([state]() -> const auto& { return state.local().shares; },
                     [state]() -> auto& { return state.local().arriving; },
                     sum_of_neighbors{options.weighted});
      return sum_of_ranks([state, base, jumps, d = options.damping] {
        return take_scores(state.local(), own_jumps(jumps), base, d);
      });
    };
    course.jacobi(start(g, state, options.weighted), pass);
    result = {course.end, {g, [state] { return std::move(state.local().scores); }}};
    return after_end_of(result, neighbors, state);
  });
}

}  // namespace arcas::inline v0::cluster_graph
