// SPDX-License-Identifier: Apache-2.0
// The k greatest of the values of all ranks. One task calls it; all ranks take part:
//
//   top_k(array, k)    std::vector of {index, value}, the greatest value first
//   top_k(map, k)      std::vector of {key, value}, of a hash_map
//   top_k(…, k, less)  in the order of `less`, which is portable
//
// Ties are broken arbitrarily. Each rank sends at most k values.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/hash_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// Keeps the k greatest of the added values, in a heap whose first is the smallest of them.
template <class K, class V, class Less>
class greatest {
 public:
  using entry = std::pair<K, V>;
  greatest(std::size_t k, const Less& less) : k_(k), less_(less) {}

  void add(const K& key, const V& value) {
    if (entries_.size() == k_) {
      if (k_ == 0 || !less_(entries_.front().second, value)) return;
      std::pop_heap(entries_.begin(), entries_.end(), greater());
      entries_.pop_back();
    }
    entries_.emplace_back(key, value);
    std::push_heap(entries_.begin(), entries_.end(), greater());
  }
  // Returns the values, the greatest first, and keeps none.
  std::vector<entry> take() {
    std::sort(entries_.begin(), entries_.end(), greater());
    return std::move(entries_);
  }

 private:
  auto greater() const {
    return [this](const entry& a, const entry& b) { return less_(b.second, a.second); };
  }

  std::size_t k_;
  Less less_;
  std::vector<entry> entries_;
};

// add_own(best) adds the values of a rank to `best`, on that rank.
template <class K, class V, class Less, class AddOwn>
std::vector<std::pair<K, V>> greatest_of_all(std::size_t k, const Less& less,
                                             const AddOwn& add_own) {
  using entries = std::vector<std::pair<K, V>>;
  require_portable<Less>();
  const auto merge = [k, less](const entries& a, const entries& b) {
    greatest<K, V, Less> best(k, less);
    for (const auto& [key, value] : a) best.add(key, value);
    for (const auto& [key, value] : b) best.add(key, value);
    return best.take();
  };
  return fold_ranks(entries{}, merge, [k, less, add_own] {
    greatest<K, V, Less> best(k, less);
    add_own(best);
    return best.take();
  });
}

}  // namespace detail

template <detail::portable T, class Less = std::less<>>
std::vector<std::pair<std::uint64_t, T>> top_k(const global_array<T>& a, std::size_t k,
                                               const Less& less = {}) {
  return detail::greatest_of_all<std::uint64_t, T>(k, less, [a](auto& best) {
    for (std::uint64_t i = 0; i < a.local_size(); ++i) {
      best.add(a.global_index(i), a.local_element(i));
    }
  });
}

template <class K, class V, class Hash, class Less = std::less<>>
std::vector<std::pair<K, V>> top_k(const hash_map<K, V, Hash>& m, std::size_t k,
                                   const Less& less = {}) {
  return detail::greatest_of_all<K, V>(k, less, [m](auto& best) {
    for (const auto& [key, value] : m.local()) best.add(key, value);
  });
}

}  // namespace arcas::inline v0::cluster
