// SPDX-License-Identifier: Apache-2.0
// Sums of real numbers that are the same for any number of workers. One worker adds up each block
// of vertices; the block sums are then added in ascending order.
#pragma once

#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Number of vertices in a block: large enough for one claim, small enough to distribute the rows of
// a small graph.
inline constexpr std::size_t summed_at_once = 256;

// The sum of f(i) for all i below n. T{} is zero, and T has operator+. loops.grain counts vertices,
// not blocks.
template <class T, class F>
T ordered_sum(std::size_t n, const loop_options& loops, const F& f) {
  std::vector<T> sums((n + summed_at_once - 1) / summed_at_once);
  loop_options blocks = loops;
  if (loops.grain != 0) blocks.grain = std::max<std::size_t>(1, loops.grain / summed_at_once);
  whole_for(sums.size(), blocks, [&](std::size_t block) {
    const std::size_t end = std::min(n, (block + 1) * summed_at_once);
    const F own = f;  // a copy: its captures need not be read again after each write
    T sum{};
    for (std::size_t i = block * summed_at_once; i < end; ++i) sum = sum + own(i);
    sums[block] = sum;
  });
  T all{};
  for (const T& sum : sums) all = all + sum;
  return all;
}

}  // namespace arcas::inline v0::graph::detail
