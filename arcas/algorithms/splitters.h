// SPDX-License-Identifier: Apache-2.0
// Which bucket does an element belong to? A search tree over splitters, walked without a branch, as
// in Sanders, Winkel: Super scalar sample sort (2004). Private to algorithms/.
//
// Bucket 2b has the elements between splitters b-1 and b, bucket 2b+1 those equal to splitter b;
// the latter need no sorting, so that equal elements are no trouble however many they are.
#pragma once

#include <arcas/algorithms/merge_sort.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace arcas::detail {

template <class T, class Before>
class splitters {
 public:
  using bucket = std::uint16_t;

  // At most `wanted` - 1 of them, drawn from [at, at + n), which must stay as it is while buckets
  // are asked for. wanted: a power of two.
  splitters(const T* at, std::size_t n, std::size_t wanted, const Before& before)
      : before_(before) {
    // The seed is no secret: the same input is sorted in the same way.
    std::minstd_rand random(static_cast<unsigned>(n));
    std::uniform_int_distribution<std::size_t> any(0, n - 1);
    std::vector<const T*> sample(wanted * sampled_for_each);
    for (const T*& s : sample) s = at + any(random);
    std::sort(sample.begin(), sample.end(),
              [&](const T* a, const T* b) { return before_(*a, *b); });
    for (std::size_t b = 1; b < wanted; ++b) {
      const T* next = sample[b * sampled_for_each];
      if (chosen_.empty() || before_(*chosen_.back(), *next)) chosen_.push_back(next);
    }
    // Only where an element is so frequent that it was drawn twice.
    seeks_equal_ = chosen_.size() + 1 != wanted;
    leaves_ = std::bit_ceil(chosen_.size() + 1);
    fill_tree();
  }

  std::size_t buckets() const { return 2 * leaves_; }
  static bool is_sorted_already(std::size_t b) { return b % 2 != 0; }

  // of[i] = the bucket of at[i].
  void classify(const T* at, std::size_t n, bucket* of) const {
    std::size_t i = 0;
    for (; i + together <= n; i += together) classify_some<together>(at + i, of + i);
    for (; i < n; ++i) classify_some<1>(at + i, of + i);
  }

 private:
  // Splitters are quantiles of a sample so many times as large.
  static constexpr std::size_t sampled_for_each = 8;
  // Walks through the tree that the processor overlaps.
  static constexpr std::size_t together = 8;

  // A copy, where that is cheap, spares the tree a load.
  class key {
   public:
    key() = default;
    explicit key(const T* at) {
      if constexpr (is_plain<T>) {
        kept_ = *at;
      } else {
        kept_ = at;
      }
    }
    const T& get() const {
      if constexpr (is_plain<T>) {
        return kept_;
      } else {
        return *kept_;
      }
    }

   private:
    std::conditional_t<is_plain<T>, T, const T*> kept_;
  };

  // Node i has children 2i and 2i+1; leaves_ + b is the leaf of splitter b. The last splitter
  // stands for those that are missing.
  void fill_tree() {
    const auto chosen = [&](std::size_t b) { return chosen_[std::min(b, chosen_.size() - 1)]; };
    tree_.resize(leaves_);
    for (std::size_t i = 1; i < leaves_; ++i) {
      const std::size_t depth = std::bit_width(i) - 1;
      const std::size_t width = leaves_ >> depth;
      tree_[i] = key(chosen((i - (std::size_t{1} << depth)) * width + width / 2 - 1));
    }
    for (std::size_t b = 0; b < leaves_; ++b) ends_.emplace_back(chosen(b));
  }

  template <std::size_t N>
  void classify_some(const T* at, bucket* of) const {
    std::array<std::size_t, N> node;
    node.fill(1);
    for (std::size_t level = leaves_; level > 1; level /= 2) {
      for (std::size_t j = 0; j < N; ++j) {
        node[j] = 2 * node[j] + (before_(tree_[node[j]].get(), at[j]) ? 1 : 0);
      }
    }
    for (std::size_t j = 0; j < N; ++j) {
      const std::size_t b = node[j] - leaves_;
      const bool equal = seeks_equal_ && b < chosen_.size() && !before_(at[j], ends_[b].get());
      of[j] = static_cast<bucket>(2 * b + (equal ? 1 : 0));
    }
  }

  const Before& before_;
  std::vector<const T*> chosen_;
  bool seeks_equal_ = false;
  std::size_t leaves_ = 1;
  std::vector<key> tree_;
  std::vector<key> ends_;
};

}  // namespace arcas::detail
