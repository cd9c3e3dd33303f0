// SPDX-License-Identifier: Apache-2.0
#include "pagerank_openmp.h"

#include <arcas/graph/kernels/pagerank_passes.h>
#include <omp.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace cli {
namespace {

using namespace arcas::graph;

// Degrees of real graphs are too uneven for OpenMP's static default. A chunk of this many vertices
// costs far more than its claim, and there are enough of them for the last to be short.
constexpr int usual_chunk = 64;

void choose_schedule() {
  if (!std::getenv("OMP_SCHEDULE")) omp_set_schedule(omp_sched_dynamic, usual_chunk);
}

class openmp_loops {
 public:
  explicit openmp_loops(unsigned threads) : threads_(threads) {}

  template <class Step>
  pagerank_sums sum(std::size_t n, const Step& step) const {
    double residual = 0;
    double dangling = 0;
    double total = 0;
#pragma omp parallel for num_threads(threads_) schedule(runtime) \
    reduction(+ : residual, dangling, total)
    for (std::size_t v = 0; v < n; ++v) {
      const pagerank_sums part = step(static_cast<vertex>(v));
      residual += part.residual;
      dangling += part.dangling;
      total += part.total;
    }
    return {residual, dangling, total};
  }
  template <class Step>
  void each(std::size_t n, const Step& step) const {
#pragma omp parallel for num_threads(threads_) schedule(runtime)
    for (std::size_t v = 0; v < n; ++v) step(static_cast<vertex>(v));
  }

 private:
  unsigned threads_;
};

}  // namespace

void require_openmp() {}

pagerank_result pagerank_by_openmp(const directed_graph& g, const pagerank_options& options,
                                   unsigned threads) {
  choose_schedule();
  return pagerank_by(g, options, openmp_loops(threads));
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
