// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_steps.h>
#include <arcas/graph/whole_loop.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::graph {
namespace {

void require_sense(const pagerank_options& options) {
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
}

struct sums_of_passes {
  using value_type = pagerank_sums;
  pagerank_sums identity() const { return {}; }
  pagerank_sums operator()(const pagerank_sums& a, const pagerank_sums& b) const { return a + b; }
};

// Adds up step(v) over all vertices.
template <class Step>
pagerank_sums over_vertices(std::size_t n, const loop_options& loops, const Step& step) {
  return whole_reduce(n, sums_of_passes{}, loops,
                      [&](std::size_t v) { return step(static_cast<vertex>(v)); });
}

template <graph_view G>
pagerank_result power_iteration(const G& g, const pagerank_options& options) {
  require_sense(options);
  const std::size_t n = g.vertex_count();
  pagerank_result result{plain_array<double>(n), 0, 0};
  if (n == 0) return result;
  plain_array<double> share(n);
  plain_array<double> next_share(n);

  pagerank_pass pass{result.scores.all(), {}, share.all(), options.damping};
  pagerank_sums sums =
      over_vertices(n, options.loops, [&](vertex v) { return start_vertex(g, v, pass); });
  do {
    pass.share = share.all();
    pass.next_share = next_share.all();
    pass.base = base_score(n, options.damping, sums.dangling);
    sums = over_vertices(n, options.loops, [&](vertex v) { return pull_vertex(g, v, pass); });
    std::swap(share, next_share);
    result.residual = sums.residual;
    ++result.iterations;
    if (options.observer) options.observer->iteration_done(result.iterations, result.residual);
  } while (result.residual > options.tolerance && result.iterations < options.max_iterations);
  return result;
}

}  // namespace

pagerank_result pagerank(const directed_graph& g, const pagerank_options& options) {
  return power_iteration(g, options);
}

pagerank_result pagerank(const undirected_graph& g, const pagerank_options& options) {
  return power_iteration(g, options);
}

}  // namespace arcas::graph
