// SPDX-License-Identifier: Apache-2.0
// How long would the kernels of pagerank.cpp and triangle_passes.h take in loops of OpenMP? Sources
// that include this header, here and in bench/, are compiled with OpenMP.
#pragma once

#include <arcas/base/index_range.h>

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cli {

// Vertices are distributed by the schedule of omp_set_schedule() or OMP_SCHEDULE, in units of a
// block.
class openmp_loops {
 public:
  // Number of vertices of an iteration. The same chunk function runs under both runtimes, and
  // should not reload its registers for each vertex. A block of 64 vertices costs far more than its
  // claim, and the last blocks end soon.
  static constexpr std::size_t block = 64;

  explicit openmp_loops(unsigned threads) : threads_(threads) {}

  template <class Steps>
  auto sum(std::size_t n, const Steps& steps) const {
    decltype(steps(n, n)) total{};
#pragma omp parallel num_threads(threads_)
    {
      decltype(total) own{};
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

  template <class Own, class Work, class Join>
  void each_with(std::size_t n, const Work& work, const Join& join) const {
#pragma omp parallel num_threads(threads_)
    {
      Own own;
#pragma omp for schedule(runtime) nowait
      for (std::size_t b = 0; b < blocks(n); ++b) {
        for (std::size_t i = b * block; i < std::min(n, (b + 1) * block); ++i) work(own, i);
      }
#pragma omp critical
      join(own);
    }
  }

  // Replaces each value by the sum of all values up to it. Each thread adds up its part, then adds
  // the sum of the parts before it.
  void add_up(std::span<std::uint64_t> values) const {
    std::vector<std::uint64_t> sums(threads_ + std::size_t{1}, 0);
#pragma omp parallel num_threads(threads_)
    {
      const auto thread = static_cast<std::size_t>(omp_get_thread_num());
      const auto threads = static_cast<std::size_t>(omp_get_num_threads());
      const arcas::chunk mine = arcas::part_of(values.size(), threads, thread);
      std::uint64_t sum = 0;
      for (std::uint64_t i = mine.first; i < mine.last; ++i) values[i] = sum += values[i];
      sums[thread + 1] = sum;
#pragma omp barrier
      std::uint64_t before = 0;
      for (std::size_t t = 0; t <= thread; ++t) before += sums[t];
      for (std::uint64_t i = mine.first; i < mine.last; ++i) values[i] += before;
    }
  }

 private:
  static std::size_t blocks(std::size_t n) { return (n + block - 1) / block; }

  unsigned threads_;
};

}  // namespace cli
