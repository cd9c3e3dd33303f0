// SPDX-License-Identifier: Apache-2.0
#include "pagerank_openmp.h"

#include <arcas/graph/kernels/pagerank_passes.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace cli {
namespace {

using namespace arcas::graph;

// Degrees of real graphs are too uneven for OpenMP's static default. A chunk of this many vertices
// costs far more than its claim, and there are enough of them for the last to be short.
// Vertices of an iteration: the same chunk function runs under both, and what it keeps in registers
// should not be fetched for each vertex.
constexpr std::size_t block = 64;

void choose_schedule() {
  if (!std::getenv("OMP_SCHEDULE")) omp_set_schedule(omp_sched_dynamic, 1);
}

class openmp_loops {
 public:
  explicit openmp_loops(unsigned threads) : threads_(threads) {}

  template <class Steps>
  auto sum(std::size_t n, const Steps& steps) const {
    decltype(steps(n, n)) total;
#pragma omp parallel num_threads(threads_)
    {
      decltype(total) own;
#pragma omp for schedule(runtime) nowait
      for (std::size_t b = 0; b < blocks(n); ++b) {
        own = own + steps(b * block, std::min(n, (b + 1) * block));
      }
#pragma omp critical
      total = total + own;
    }
    return total;
  }
  template <class Changes>
  void each(std::size_t n, const Changes& changes) const {
#pragma omp parallel for num_threads(threads_) schedule(runtime)
    for (std::size_t b = 0; b < blocks(n); ++b) changes(b * block, std::min(n, (b + 1) * block));
  }

 private:
  static std::size_t blocks(std::size_t n) {
    return (n + block - 1) / block;
  }

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
  return chunk > 0 ? name + ',' + std::to_string(chunk * static_cast<int>(block)) : name;
}

}  // namespace cli
