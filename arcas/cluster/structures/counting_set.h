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
// sends nothing, so otherwise this rank would receive no messages.
//
// size() and the operations after it are called after the finish() in which keys were inserted.
#pragma once

#include <arcas/cluster/structures/combiner.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/top_k.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

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
