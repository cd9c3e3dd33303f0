// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/prefix_sum.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace arcas::graph {
namespace {

// Values added up at a time: half of a first level cache of 32 KiB.
constexpr std::size_t block_size = 2048;

}  // namespace

void add_up(std::span<std::uint64_t> values, const loop_options& loops) {
  const std::size_t blocks = (values.size() + block_size - 1) / block_size;
  const auto block = [&](std::size_t b) {
    const std::size_t first = b * block_size;
    return values.subspan(first, std::min(block_size, values.size() - first));
  };
  std::vector<std::uint64_t> sums(blocks);
  whole_for(blocks, loops, [&](std::size_t b) {
    const auto part = block(b);
    sums[b] = std::accumulate(part.begin(), part.end(), std::uint64_t{0});
  });
  std::exclusive_scan(sums.begin(), sums.end(), sums.begin(), std::uint64_t{0});
  whole_for(blocks, loops, [&](std::size_t b) {
    const auto part = block(b);
    std::uint64_t sum = sums[b];
    for (std::uint64_t& value : part) value = sum += value;
  });
}

}  // namespace arcas::graph
