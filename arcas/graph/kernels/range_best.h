// SPDX-License-Identifier: Apache-2.0
// What is the least, or the greatest, value in any range of an array? A table has the best value of
// any 2^l consecutive blocks of 32 values, for each l. With it an answer takes constant time
// (Bender, Farach-Colton: The LCA Problem Revisited, 2000).
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Better()(a, b): whether a is preferred to b.
template <class Better>
class range_best {
 public:
  range_best(plain_array<vertex> values, const loop_options& loops) : values_(std::move(values)) {
    const std::size_t blocks = values_.size() / block;
    levels_.emplace_back(blocks);
    whole_for(blocks, loops, [&](std::size_t b) {
      vertex best = values_[b * block];
      for (std::size_t i = 1; i < block; ++i) best = better(best, values_[b * block + i]);
      levels_[0][b] = best;
    });
    for (std::size_t width = 2; width <= blocks; width *= 2) {
      plain_array<vertex> wider(blocks - width + 1);
      const plain_array<vertex>& half = levels_.back();
      whole_for(wider.size(), loops,
                [&](std::size_t b) { wider[b] = better(half[b], half[b + width / 2]); });
      levels_.push_back(std::move(wider));
    }
  }

  // Returns the best value of [first, last), which must not be empty.
  vertex of(std::size_t first, std::size_t last) const {
    vertex best = values_[first];
    const std::size_t first_block = (first + block - 1) / block, last_block = last / block;
    if (first_block >= last_block) return over(first, last, best);
    best = over(first, first_block * block, best);
    best = over(last_block * block, last, best);
    const auto level = static_cast<std::size_t>(std::bit_width(last_block - first_block)) - 1;
    best = better(best, levels_[level][first_block]);
    return better(best, levels_[level][last_block - (std::size_t{1} << level)]);
  }

 private:
  static constexpr std::size_t block = 32;

  static vertex better(vertex a, vertex b) { return Better()(b, a) ? b : a; }
  vertex over(std::size_t first, std::size_t last, vertex best) const {
    for (std::size_t i = first; i < last; ++i) best = better(best, values_[i]);
    return best;
  }

  plain_array<vertex> values_;
  std::vector<plain_array<vertex>> levels_;  // levels_[l][b]: the best of 2^l blocks from b on
};

}  // namespace arcas::inline v0::graph::detail
