// SPDX-License-Identifier: Apache-2.0
// Gives consecutive numbers to ids that are close together, by a bit set.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/scan.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::graph::detail {

// A bit for each possible id, and the number of inserted ids below each 64-bit word of bits.
class dense_ids {
 public:
  dense_ids(std::uint64_t least, std::uint64_t greatest, const loop_options& loops)
      : least_(least),
        words_(static_cast<std::size_t>((greatest - least) / 64 + 1)),
        below_(words_.size()) {
    whole_for(words_.size(), loops, [&](std::size_t w) { words_[w] = 0; });
  }

  // The memory of the set in bytes, which does not depend on its members.
  static std::uint64_t cost(std::uint64_t least, std::uint64_t greatest) {
    return ((greatest - least) / 64 + 1) * 2 * sizeof(std::uint64_t);
  }

  // Callable from any thread.
  void insert(std::uint64_t id) {
    const std::atomic_ref<std::uint64_t> word(words_[(id - least_) / 64]);
    const std::uint64_t bit = std::uint64_t{1} << ((id - least_) % 64);
    // relaxed, load and fetch_or: bits are only added, and are read after the join of the loop. The
    // load comes first: most ids have been seen before, and a load does not take the cache line
    // from another core.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);  // relaxed: as the load
    }
  }

  // Call once, after the last insert() and before the first rank(). Returns the number of ids.
  std::uint64_t count(const loop_options& loops) {
    whole_for(words_.size(), loops, [&](std::size_t w) {
      below_[w] = static_cast<std::uint64_t>(std::popcount(words_[w]));
    });
    const std::uint64_t last = below_[below_.size() - 1];
    arcas::exclusive_scan(below_.all(), below_.all(), plus<std::uint64_t>{}, loops);
    return below_[below_.size() - 1] + last;
  }

  std::uint64_t rank(std::uint64_t id) const {
    const std::uint64_t place = id - least_;
    const std::uint64_t lower = words_[place / 64] & ((std::uint64_t{1} << (place % 64)) - 1);
    return below_[place / 64] + static_cast<std::uint64_t>(std::popcount(lower));
  }

  std::vector<std::uint64_t> members(std::uint64_t count, const loop_options& loops) const {
    std::vector<std::uint64_t> ids(count);
    whole_for(words_.size(), loops, [&](std::size_t w) {
      std::uint64_t at = below_[w];
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        ids[at++] = least_ + w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest));
      }
    });
    return ids;
  }

 private:
  std::uint64_t least_;
  plain_array<std::uint64_t> words_;
  plain_array<std::uint64_t> below_;
};

}  // namespace arcas::inline v0::graph::detail
