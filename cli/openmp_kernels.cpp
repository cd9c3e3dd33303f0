// SPDX-License-Identifier: Apache-2.0
#include "beside_openmp.h"
#include "openmp_loops.h"

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/triangle_passes.h>
#include <omp.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace cli {

using namespace arcas::graph;

static_assert(openmp_block == openmp_loops::block);

pagerank_result pagerank_by_openmp(const directed_graph& g, const pagerank_options& options,
                                   unsigned threads) {
  const openmp_loops loops(threads);
  const auto sum = [&](std::size_t n, detail::pagerank_steps steps) { return loops.sum(n, steps); };
  return detail::pagerank_by(g, options, sum, sum);
}

std::uint64_t triangles_by_openmp(const undirected_graph& g, unsigned threads) {
  return detail::count_triangles_by(g, triangle_order::automatic, openmp_loops(threads));
}

void rest_openmp() {
  omp_pause_resource_all(omp_pause_soft);
}

bool has_openmp() {
  return true;
}

std::string openmp_schedule() {
  // The degrees of real graphs are too uneven for OpenMP's default schedule, static.
  if (!std::getenv("OMP_SCHEDULE")) omp_set_schedule(omp_sched_dynamic, 1);
  omp_sched_t kind{};
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  constexpr std::array<std::string_view, 5> names = {"other", "static", "dynamic", "guided",
                                                     "auto"};
  // The highest bit of a kind is the modifier `monotonic`.
  const auto index = static_cast<std::uint32_t>(kind) & 0x7fffffffu;
  std::string name(names[index < names.size() ? index : 0]);
  return chunk > 0 ? name + ',' + std::to_string(chunk * static_cast<int>(openmp_loops::block))
                   : name;
}

}  // namespace cli
