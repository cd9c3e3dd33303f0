// SPDX-License-Identifier: Apache-2.0
// A map over all ranks with any number of values for a key. All values of a key are on one rank, in
// the order of their arrival there.
//
//   auto m = multi_map<std::string, long>::make();
//   m.insert(k, v)          adds v; returns the number of values of k
//   m.async_insert(k, v)    the same without a result; done when the enclosing finish() returns
//   m.find(k)               std::vector of the values of k
//   m.count(k)              number of values of k
//   m.erase(k)              removes all values of k; returns their number
//   m.keys(), m.size()      number of different keys; number of values
//   m.for_each(f)           f(key, std::vector of values&) for all keys, on their ranks; as in
//                           hash_map.h
//   m.clear(), m.end()
#pragma once

#include <arcas/cluster/structures/hash_map.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

template <class K, class V, class Hash = std::hash<K>>
class multi_map {
 public:
  static multi_map make() {
    multi_map m;
    m.map_ = map::make();
    return m;
  }
  void end() const { map_.end(); }

  rank_id home(const K& key) const { return map_.home(key); }
  std::uint64_t insert(const K& key, const V& value) const {
    return map_.update(key, append, value);
  }
  void async_insert(const K& key, const V& value) const { map_.async_update(key, append, value); }
  std::vector<V> find(const K& key) const { return map_.find(key).value_or(std::vector<V>{}); }
  std::uint64_t count(const K& key) const {
    return map_.visit(key, [](const std::vector<V>* values) {
      return std::uint64_t{values ? values->size() : 0};
    });
  }
  std::uint64_t erase(const K& key) const {
    return map_.take(key).value_or(std::vector<V>{}).size();
  }
  std::uint64_t keys() const { return map_.size(); }
  std::uint64_t size() const {
    return fold_ranks(std::uint64_t{0}, std::plus<>{}, [m = map_] {
      std::uint64_t sum = 0;
      for (const auto& [key, values] : m.local()) sum += values.size();
      return sum;
    });
  }
  void clear() const { map_.clear(); }
  template <class F>
  void for_each(const F& f) const {
    map_.for_each(f);
  }

 private:
  using map = hash_map<K, std::vector<V>, Hash>;
  static constexpr auto append = [](std::vector<V>& values, const V& value) {
    values.push_back(value);
    return std::uint64_t{values.size()};
  };
  map map_;
};

}  // namespace arcas::inline v0::cluster
