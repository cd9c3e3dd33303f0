// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/number_text.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

double detail::require_sense(const pagerank_options& options, std::size_t vertices) {
  if (!(options.damping >= 0 && options.damping < 1)) {
    throw std::invalid_argument("PageRank damping " + number_text(options.damping) +
                                " must be at least 0 and less than 1");
  }
  if (!(options.tolerance >= 0)) {
    throw std::invalid_argument("PageRank tolerance " + number_text(options.tolerance) +
                                " must be at least 0");
  }
  if (options.max_iterations == 0)
    throw std::invalid_argument("PageRank iterations must be at least 1");
  const std::span<const double> weights = options.personalization;
  if (weights.empty()) return static_cast<double>(vertices);
  const jump_sums jumps = sum_of_jumps(weights);
  require_sense(jumps, weights.size(), vertices);
  return jumps.total;
}

detail::jump_sums detail::sum_of_jumps(std::span<const double> weights) {
  jump_sums sums;
  for (const double w : weights) sums = sums + jump_sums{w, w >= 0 ? 0 : w};
  return sums;
}

void detail::require_sense(const jump_sums& jumps, std::size_t weights, std::size_t vertices) {
  if (weights != vertices) {
    throw std::invalid_argument("PageRank personalization has " + std::to_string(weights) +
                                " weights; it must have one for each of the " +
                                std::to_string(vertices) + " vertices");
  }
  if (!(jumps.wrong >= 0)) {
    throw std::invalid_argument("PageRank personalization weight " + number_text(jumps.wrong) +
                                " must be at least 0");
  }
  if (!std::isnormal(jumps.total)) {
    throw std::invalid_argument("PageRank personalization adds up to " + number_text(jumps.total) +
                                "; the sum must be positive and finite");
  }
}

}  // namespace arcas::inline v0::graph
