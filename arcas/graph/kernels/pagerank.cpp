// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_passes.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/graph/whole_loop.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace arcas::graph {
namespace {

template <class Sums>
struct sums_of_passes {
  using value_type = Sums;
  static constexpr bool commutative = true;
  Sums identity() const { return {}; }
  Sums operator()(const Sums& a, const Sums& b) const { return a + b; }
};

class loops_of_pagerank {
 public:
  template <graph_view G>
  loops_of_pagerank(const G& g, const pagerank_options& options)
      : homes_(g, options.locality, options.loops), loops_(homes_.over_vertices(options.loops)) {}

  template <class T>
  void place(std::span<T> values) const {
    homes_.place(values);
  }

  template <class Steps>
  auto sum(std::size_t n, const Steps& steps) const {
    using sums = decltype(steps(n, n));
    return whole_reduce(n, sums_of_passes<sums>{}, loops_, steps);
  }
  template <class Changes>
  void each(std::size_t n, const Changes& changes) const {
    whole_for(n, loops_, changes);
  }

 private:
  const vertex_homes homes_;
  const loop_options loops_;
};

void require_personalization(std::span<const double> weights, std::size_t vertices) {
  if (weights.empty()) return;
  if (weights.size() != vertices) {
    throw std::invalid_argument("PageRank with " + std::to_string(weights.size()) +
                                " weights of jumps for " + std::to_string(vertices) +
                                " vertices is not possible; give one for each");
  }
  double total = 0;
  for (const double w : weights) {
    if (!(w >= 0)) {
      throw std::invalid_argument("a weight of jumps of " + std::to_string(w) +
                                  " is not possible; give 0 or more");
    }
    total += w;
  }
  if (!(total > 0 && std::isfinite(total))) {
    throw std::invalid_argument("weights of jumps that add up to " + std::to_string(total) +
                                " lead nowhere; give at least one above 0, and finite ones");
  }
}

}  // namespace

void require_sense(const pagerank_options& options, std::size_t vertices) {
  if (!(options.damping >= 0 && options.damping < 1)) {
    throw std::invalid_argument("PageRank damping " + std::to_string(options.damping) +
                                " is not possible; give 0 or more, and less than 1");
  }
  if (!(options.tolerance >= 0)) {
    throw std::invalid_argument("PageRank tolerance " + std::to_string(options.tolerance) +
                                " is not possible; give 0 or more");
  }
  if (options.max_iterations == 0) {
    throw std::invalid_argument("PageRank without an iteration has no result; give 1 or more");
  }
  require_personalization(options.personalization, vertices);
}

pagerank_result pagerank(const directed_graph& g, const pagerank_options& options) {
  return pagerank_by(g, options, loops_of_pagerank(g, options));
}

pagerank_result pagerank(const undirected_graph& g, const pagerank_options& options) {
  return pagerank_by(g, options, loops_of_pagerank(g, options));
}

}  // namespace arcas::graph
