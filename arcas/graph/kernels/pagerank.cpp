// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_passes.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace arcas::graph {

using namespace detail;
namespace {

template <class G>
pagerank_result ranked(const G& g, const pagerank_options& options) {
  const vertex_homes homes(g, options.locality, options.loops);
  return pagerank_by(g, options, whole_loops(homes.over_vertices(options.loops)), homes);
}

void require_personalization(std::span<const double> weights, std::size_t vertices) {
  if (weights.empty()) return;
  if (weights.size() != vertices) {
    throw std::invalid_argument("PageRank personalization has " + std::to_string(weights.size()) +
                                " weights; it must have one for each of the " +
                                std::to_string(vertices) + " vertices");
  }
  double total = 0;
  for (const double w : weights) {
    if (!(w >= 0)) {
      throw std::invalid_argument("PageRank personalization weight " + std::to_string(w) +
                                  " must be at least 0");
    }
    total += w;
  }
  if (!(total > 0 && std::isfinite(total))) {
    throw std::invalid_argument("PageRank personalization adds up to " + std::to_string(total) +
                                "; the sum must be positive and finite");
  }
}

}  // namespace

void detail::require_sense(const pagerank_options& options, std::size_t vertices) {
  if (!(options.damping >= 0 && options.damping < 1)) {
    throw std::invalid_argument("PageRank damping " + std::to_string(options.damping) +
                                " must be at least 0 and less than 1");
  }
  if (!(options.tolerance >= 0)) {
    throw std::invalid_argument("PageRank tolerance " + std::to_string(options.tolerance) +
                                " must be at least 0");
  }
  if (options.max_iterations == 0) {
    throw std::invalid_argument("PageRank iterations must be at least 1");
  }
  require_personalization(options.personalization, vertices);
}

std::array<double, 2> detail::onward(const pagerank_sums& third, const pagerank_sums& second,
                                     const pagerank_sums& first) {
  constexpr double farthest = 20;
  const auto& f = third.products;
  const auto& g = second.products;
  // p: the third change less the second; q: the second less the first.
  const double pp = f[0] - 2 * f[1] + g[0];
  const double pq = f[1] - f[2] - g[0] + g[1];
  const double qq = g[0] - 2 * g[1] + first.products[0];
  const double fp = f[0] - f[1];
  const double fq = f[1] - f[2];
  const double determinant = pp * qq - pq * pq;
  const std::array<double, 2> steps = {(fq * pq - fp * qq) / determinant,
                                       (fp * pq - fq * pp) / determinant};
  // Also where they are no numbers.
  const bool sound = std::abs(steps[0]) <= farthest && std::abs(steps[1]) <= farthest;
  return sound ? steps : std::array<double, 2>{};
}

pagerank_result pagerank(const directed_graph& g, const pagerank_options& options) {
  return ranked(g, options);
}

pagerank_result pagerank(const undirected_graph& g, const pagerank_options& options) {
  return ranked(g, options);
}

}  // namespace arcas::graph
