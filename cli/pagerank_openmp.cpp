// SPDX-License-Identifier: Apache-2.0
#include "pagerank_openmp.h"

#include <arcas/graph/kernels/pagerank_steps.h>
#include <omp.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

namespace cli {
namespace {

using namespace arcas::graph;

// Degrees of real graphs are too uneven for OpenMP's static default. A chunk of this many vertices
// costs far more than its claim, and there are enough of them for the last to be short.
constexpr int usual_chunk = 64;

void choose_schedule() {
  if (!std::getenv("OMP_SCHEDULE")) omp_set_schedule(omp_sched_dynamic, usual_chunk);
}

// Adds up step(v) over all vertices.
template <class Step>
pagerank_sums over_vertices(std::size_t n, const Step& step, unsigned threads) {
  double residual = 0;
  double dangling = 0;
#pragma omp parallel for num_threads(threads) schedule(runtime) reduction(+ : residual, dangling)
  for (std::size_t v = 0; v < n; ++v) {
    const pagerank_sums part = step(static_cast<vertex>(v));
    residual += part.residual;
    dangling += part.dangling;
  }
  return {residual, dangling};
}

}  // namespace

void require_openmp() {}

pagerank_result pagerank_by_openmp(const directed_graph& g, const pagerank_options& options,
                                   unsigned threads) {
  choose_schedule();
  const std::size_t n = g.vertex_count();
  pagerank_result result{plain_array<double>(n), 0, 0};
  plain_array<double> share(n);
  plain_array<double> next_share(n);

  pagerank_pass pass{result.scores.all(), {}, share.all(), options.damping};
  pagerank_sums sums = over_vertices(
      n, [&](vertex v) { return start_vertex(g, v, pass); }, threads);
  do {
    pass.share = share.all();
    pass.next_share = next_share.all();
    pass.base = base_score(n, options.damping, sums.dangling);
    sums = over_vertices(
        n, [&](vertex v) { return pull_vertex(g, v, pass); }, threads);
    std::swap(share, next_share);
    result.residual = sums.residual;
    ++result.iterations;
    if (options.observer) options.observer->iteration_done(result.iterations, result.residual);
  } while (result.residual > options.tolerance && result.iterations < options.max_iterations);
  return result;
}

void rest_openmp() {
  omp_pause_resource_all(omp_pause_soft);
}

std::string openmp_schedule() {
  choose_schedule();
  omp_sched_t kind{};
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  constexpr std::array<std::string_view, 5> names = {"other", "static", "dynamic", "guided",
                                                     "auto"};
  // The highest bit of a kind says "monotonic".
  const auto index = static_cast<std::uint32_t>(kind) & 0x7fffffffu;
  std::string name(names[index < names.size() ? index : 0]);
  return chunk > 0 ? name + ',' + std::to_string(chunk) : name;
}

}  // namespace cli
