// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/pagerank.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

double detail::require_sense(const pagerank_options& options, std::size_t vertices) {
  if (!(options.damping >= 0 && options.damping < 1)) {
    throw std::invalid_argument("PageRank damping " + std::to_string(options.damping) +
                                " must be at least 0 and less than 1");
  }
  if (!(options.tolerance >= 0)) {
    throw std::invalid_argument("PageRank tolerance " + std::to_string(options.tolerance) +
                                " must be at least 0");
  }
  if (options.max_iterations == 0)
    throw std::invalid_argument("PageRank iterations must be at least 1");
  const std::span<const double> weights = options.personalization;
  if (weights.empty()) return static_cast<double>(vertices);
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
  if (!std::isnormal(total)) {
    throw std::invalid_argument("PageRank personalization adds up to " + std::to_string(total) +
                                "; the sum must be positive and finite");
  }
  return total;
}

}  // namespace arcas::inline v0::graph
