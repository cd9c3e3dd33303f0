// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// A generous bound on the rounding error of a sum of n doubles with total 1.
double rounding(std::size_t n) {
  return 1e-15 * (100 + static_cast<double>(n));
}

// Returns the right-hand side of the PageRank equation at every vertex. follow(u, f) calls f(v,
// share) for each edge from u to a vertex v, with the probability that a surfer at u follows it.
template <class Follow>
std::vector<double> surfed_once(std::span<const double> scores, double damping,
                                std::span<const double> landing, const Follow& follow) {
  std::vector<double> arriving(scores.size(), 0.0);
  double jumping = 1 - damping;
  for (std::size_t u = 0; u < scores.size(); ++u) {
    bool dangles = true;
    follow(static_cast<vertex>(u), [&](vertex v, double share) {
      dangles = false;
      arriving[v] += damping * scores[u] * share;
    });
    if (dangles) jumping += damping * scores[u];
  }
  for (std::size_t v = 0; v < arriving.size(); ++v) arriving[v] += jumping * landing[v];
  return arriving;
}

// The probability that a jump lands at each vertex.
std::vector<double> landing_of(std::size_t vertices, std::span<const double> personalization) {
  std::vector<double> landing(vertices, 1.0);
  if (!personalization.empty()) landing.assign(personalization.begin(), personalization.end());
  const double total = std::accumulate(landing.begin(), landing.end(), 0.0);
  for (double& share : landing) share /= total;
  return landing;
}

std::string fault_in_scores(std::span<const double> scores, double damping, double slack,
                            std::span<const double> landing) {
  for (std::size_t v = 0; v < scores.size(); ++v) {
    if (!(scores[v] >= (1 - damping) * landing[v] * (1 - 1e-9 - slack))) {
      return "vertex " + std::to_string(v) + " has score " + number_text(scores[v]) +
             ", which is less than its share of the random jumps";
    }
  }
  return {};
}

template <class Follow>
pagerank_verdict verdict_on(std::size_t vertex_count, std::span<const double> scores,
                            double damping, double tolerance,
                            std::span<const double> personalization, const Follow& follow) {
  pagerank_verdict verdict;
  if (scores.size() != vertex_count) {
    verdict.fault = "there are " + std::to_string(scores.size()) + " scores for " +
                    std::to_string(vertex_count) + " vertices";
    return verdict;
  }
  if (scores.empty()) return verdict;
  const std::vector<double> landing = landing_of(scores.size(), personalization);
  // The sum of the scores may be as small as 1 minus the tolerance. The lower bound of each score
  // is therefore reduced in proportion.
  verdict.fault = fault_in_scores(scores, damping, std::min(0.5, 10 * tolerance), landing);
  verdict.total = std::accumulate(scores.begin(), scores.end(), 0.0);
  const std::vector<double> expected = surfed_once(scores, damping, landing, follow);
  for (std::size_t v = 0; v < scores.size(); ++v) {
    verdict.residual += std::abs(scores[v] - expected[v]);
  }
  const double allowed = tolerance + rounding(scores.size());
  if (verdict.fault.empty() && !(verdict.residual <= allowed)) {
    verdict.fault = "the scores miss the PageRank equation by " + number_text(verdict.residual) +
                    ", more than the tolerance";
  }
  if (verdict.fault.empty() && !(std::abs(verdict.total - 1) <= allowed)) {
    verdict.fault = "the scores add up to " + number_text(verdict.total) + ", not to 1";
  }
  return verdict;
}

}  // namespace

pagerank_verdict check_pagerank(const graph_view& g, std::span<const double> scores, double damping,
                                double tolerance, std::span<const double> personalization) {
  return verdict_on(g.vertex_count(), scores, damping, tolerance, personalization,
                    [&](vertex u, const auto& f) {
                      const auto links = g.out_neighbors(u);
                      for (const vertex v : links) f(v, 1 / static_cast<double>(links.size()));
                    });
}

template <class G>
pagerank_verdict check_weighted_pagerank(const G& g, std::span<const double> scores, double damping,
                                         double tolerance,
                                         std::span<const double> personalization) {
  return verdict_on(g.vertex_count(), scores, damping, tolerance, personalization,
                    [&](vertex u, const auto& f) {
                      double all = 0;
                      for (const auto [v, w] : g.out_edges(u)) all += static_cast<double>(w);
                      if (all == 0) return;
                      for (const auto [v, w] : g.out_edges(u)) f(v, static_cast<double>(w) / all);
                    });
}

template pagerank_verdict check_weighted_pagerank(const weighted_directed_graph&,
                                                  std::span<const double>, double, double,
                                                  std::span<const double>);
template pagerank_verdict check_weighted_pagerank(const weighted_undirected_graph&,
                                                  std::span<const double>, double, double,
                                                  std::span<const double>);
template pagerank_verdict check_weighted_pagerank(const real_directed_graph&,
                                                  std::span<const double>, double, double,
                                                  std::span<const double>);
template pagerank_verdict check_weighted_pagerank(const real_undirected_graph&,
                                                  std::span<const double>, double, double,
                                                  std::span<const double>);

}  // namespace arcas::inline v0::graph
