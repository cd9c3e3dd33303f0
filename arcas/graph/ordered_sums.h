// SPDX-License-Identifier: Apache-2.0
// How are real numbers added up so that the sum is the same for any number of workers? Each block of vertices by one worker,
// and then the blocks in their order.
#pragma once

#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Enough for a claim, few enough to share out the rows of a small graph.
inline constexpr std::size_t summed_at_once = 256;

// f(i) for each i below n, added up; T has + and starts at T{}. A grain counts vertices here, too.
template <class T, class F>
T ordered_sum(std::size_t n, const loop_options& loops, const F& f) {
  std::vector<T> sums((n + summed_at_once - 1) / summed_at_once);
  loop_options blocks = loops;
  if (loops.grain != 0) blocks.grain = std::max<std::size_t>(1, loops.grain / summed_at_once);
  whole_for(sums.size(), blocks, [&](std::size_t block) {
    const std::size_t end = std::min(n, (block + 1) * summed_at_once);
    T sum{};
    for (std::size_t i = block * summed_at_once; i < end; ++i) sum = sum + f(i);
    sums[block] = sum;
  });
  T all{};
  for (const T& sum : sums) all = all + sum;
  return all;
}

}  // namespace arcas::inline v0::graph::detail
