// SPDX-License-Identifier: Apache-2.0
// How often does each key occur, on all ranks together? Counts of a key are combined on the rank
// that counts it, and sent together.
//
//   auto words = counting_set<std::string>::make();   {.slots = n}: see combiner.h
//   words.async_insert(k)    counts k once, or n times: async_insert(k, n); done when the enclosing
//                            finish() returns
//   words.count(k)           the count of k; 0 if it was never inserted
//   words.size()             number of different keys;  words.total(): sum of all counts
//   words.top(n)             std::vector of {key, count}, the most frequent first
//   words.for_each(f)        f(key, count) for all keys, on their ranks; as in hash_map.h
//   words.clear(), words.end()
//
// A loop over many keys should call poll() now and then (ranks/spawn.h): an update that is combined
// sends nothing, so without poll() this rank would receive no messages.
//
// size() and the operations below it must be called after the finish() in which keys were inserted.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/structures/combiner.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/hash_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

// The k greatest of the values of all ranks. One task calls it; all ranks take part:
//
//   top_k(array, k)    std::vector of {index, value}, the greatest value first
//   top_k(map, k)      std::vector of {key, value}, of a hash_map
//   top_k(…, k, less)  in the order of `less`, which is portable
//
// Ties are broken arbitrarily. Each rank sends at most k values.

namespace detail {

// Keeps the k greatest of the added values, in a heap whose first entry is the smallest of them.
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

// Returns the k greatest values of all ranks. add_own(best) adds the values of the rank that runs
// it.
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

template <class K, class Hash = std::hash<K>>
class counting_set {
 public:
  static counting_set make(combining how = {}) {
    const auto counts = map::make();
    return counting_set(counts, combine_into(counts, std::plus<std::uint64_t>{}, how));
  }
  void end() const {
    adder_.end();
    counts_.end();
  }

  rank_id home(const K& key) const { return counts_.home(key); }
  void async_insert(const K& key, std::uint64_t n = 1) const { adder_.add(key, n); }
  std::uint64_t count(const K& key) const { return counts_.find(key).value_or(0); }
  std::uint64_t size() const { return counts_.size(); }
  std::uint64_t total() const {
    return fold_ranks(std::uint64_t{0}, std::plus<>{}, [counts = counts_] {
      std::uint64_t sum = 0;
      for (const auto& [key, n] : counts.local()) sum += n;
      return sum;
    });
  }
  std::vector<std::pair<K, std::uint64_t>> top(std::size_t n) const { return top_k(counts_, n); }
  template <class F>
  void for_each(const F& f) const {
    counts_.for_each([f](const K& key, const std::uint64_t& n) { f(key, n); });
  }
  void clear() const { counts_.clear(); }

 private:
  using map = hash_map<K, std::uint64_t, Hash>;
  using adder = decltype(combine_into(std::declval<const map&>(), std::plus<std::uint64_t>{}));
  counting_set(const map& counts, const adder& how) : counts_(counts), adder_(how) {}

  map counts_;
  adder adder_;
};

}  // namespace arcas::inline v0::cluster
