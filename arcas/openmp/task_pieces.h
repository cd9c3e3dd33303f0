// SPDX-License-Identifier: Apache-2.0
// The partition of a taskloop into tasks, for both entry layers.
#pragma once

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

// The first `longer` of `count` pieces have `each` + 1 iterations, the others `each`. With a strict
// grainsize the last piece may have fewer.
struct pieces {
  std::uint64_t count;
  std::uint64_t each;
  std::uint64_t longer;

  // Partitions n > 0 iterations. asked: the grainsize if is_grain, otherwise the number of tasks;
  // 0: one task per thread.
  static pieces cut(std::uint64_t n, bool is_grain, bool is_strict, std::uint64_t asked,
                    unsigned threads) {
    const auto evenly = [n](std::uint64_t count) { return pieces{count, n / count, n % count}; };
    if (is_grain) {
      const std::uint64_t grain = std::max<std::uint64_t>(1, asked);
      if (is_strict) return {(n - 1) / grain + 1, grain, 0};
      return evenly(std::max<std::uint64_t>(1, n / grain));
    }
    return evenly(std::clamp<std::uint64_t>(asked != 0 ? asked : threads, 1, n));
  }

  // The number of iterations of piece p, if `left` iterations are in no earlier piece.
  std::uint64_t size(std::uint64_t p, std::uint64_t left) const {
    return std::min(left, each + (p < longer ? 1 : 0));
  }
};

}  // namespace arcas::inline v0::detail::openmp
