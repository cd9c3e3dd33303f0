// SPDX-License-Identifier: Apache-2.0
// A map over all ranks. The hash of a key determines its home, the only rank that changes it, so
// every operation is atomic. Keys and values are of any type that an archive supports.
//
//   auto m = hash_map<std::string, long>::make();
//   m.insert(k, v)           returns whether the key is new; otherwise the old value stays
//   m.find(k)                std::optional of the value
//   m.update(k, f, args…)    returns f(value&, args…), called at home; a new key first gets V{}
//   m.async_update(k, f, …)  the same without a result; done when the enclosing finish() returns
//   m.visit(k, f)            returns f(const value*), called at home; the pointer is null if k
//                            is not in the map
//   m.take(k)                removes k; returns std::optional of its value
//   m.erase(k), m.size(), m.clear(), m.end()
//   m.local()                the part of the map on this rank; it may change when the task waits
//   m.for_each(f)            f(key, value&) for all keys, on their ranks
//
// Until for_each returns, no key may be added or removed, even by f: such operations throw
// remote_error; async_update and clear(), which have no answer, end the job.
//
// hash_set and multi_map, with any number of values for a key, are below.
#pragma once

#include <arcas/cluster/structures/distributed.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

template <class K, class V, class Hash = std::hash<K>>
class hash_map {
 public:
  static hash_map make() {
    hash_map m;
    m.part_ = distributed<part>::make();
    return m;
  }
  void end() const { part_.end(); }

  // The hash is mixed, because std::hash of a number is the number itself: otherwise the keys of
  // one rank would fill few buckets of the rank's own table.
  rank_id home(const K& key) const {
    const std::uint64_t mixed = std::uint64_t{Hash{}(key)} * 0x9e3779b97f4a7c15u;
    return static_cast<rank_id>((mixed >> 32) * ranks() >> 32);
  }

  bool insert(const K& key, const V& value) const {
    const auto at_home = [p = part_](const K& k, const V& v) { return p.local().insert(k, v); };
    return call(home(key), at_home, key, value);
  }
  std::optional<V> find(const K& key) const {
    const auto at_home = [p = part_](const K& k) { return p.local().find(k); };
    return call(home(key), at_home, key);
  }
  std::optional<V> take(const K& key) const {
    const auto at_home = [p = part_](const K& k) { return p.local().take(k); };
    return call(home(key), at_home, key);
  }
  bool erase(const K& key) const {
    const auto at_home = [p = part_](const K& k) { return p.local().take(k).has_value(); };
    return call(home(key), at_home, key);
  }
  template <class F, class... Args>
  auto update(const K& key, const F& f, const Args&... args) const {
    detail::require_portable<F>();
    const auto at_home = [p = part_, f](const K& k, const Args&... given) {
      return f(p.local().map_for(k)[k], given...);
    };
    return call(home(key), at_home, key, args...);
  }
  template <class F, class... Args>
  void async_update(const K& key, const F& f, const Args&... args) const {
    detail::require_portable<F>();
    const auto at_home = [p = part_, f](const K& k, const Args&... given) {
      f(p.local().map_for(k)[k], given...);
    };
    async(home(key), at_home, key, args...);
  }
  template <class F>
  auto visit(const K& key, const F& f) const {
    detail::require_portable<F>();
    const auto at_home = [p = part_, f](const K& k) {
      const auto found = p.local().map.find(k);
      return f(found == p.local().map.end() ? nullptr : &std::as_const(found->second));
    };
    return call(home(key), at_home, key);
  }

  const std::unordered_map<K, V, Hash>& local() const { return part_.local().map; }
  std::uint64_t size() const {
    return fold_ranks(std::uint64_t{0}, std::plus<>{},
                      [p = part_] { return std::uint64_t{p.local().map.size()}; });
  }
  void clear() const {
    on_all_ranks([p = part_] {
      p.local().walks.refuse_change();
      p.local().map.clear();
    });
  }
  template <class F>
  void for_each(const F& f) const {
    detail::require_portable<F>();
    on_all_ranks([p = part_, f] {
      const detail::walk here_now(p.local().walks);
      for (auto& [key, value] : p.local().map) f(key, value);
    });
  }

 private:
  struct part {
    std::unordered_map<K, V, Hash> map;
    detail::walk_count walks;

    // The map, for an operation that finds k in it or adds k.
    std::unordered_map<K, V, Hash>& map_for(const K& k) {
      if (walks.any() && !map.contains(k)) walks.refuse_change();
      return map;
    }
    bool insert(const K& k, const V& v) { return map_for(k).try_emplace(k, v).second; }
    std::optional<V> find(const K& k) const {
      const auto found = map.find(k);
      return found == map.end() ? std::nullopt : std::optional<V>(found->second);
    }
    std::optional<V> take(const K& k) {
      if (walks.any() && map.contains(k)) walks.refuse_change();
      auto taken = map.extract(k);
      return taken.empty() ? std::nullopt : std::optional<V>(std::move(taken.mapped()));
    }
  };
  distributed<part> part_;
};

// A set over all ranks. The hash of a key determines its home; every operation is atomic.
//
//   auto s = hash_set<std::string>::make();
//   s.insert(k)          returns whether the key is new
//   s.async_insert(k)    done when the enclosing finish() returns
//   s.contains(k), s.erase(k), s.size(), s.clear(), s.end()
//   s.for_each(f)        f(key) for all keys, on their ranks
//
// Until for_each returns, no key may be added or removed, even by f: such operations throw
// remote_error; async_insert and clear(), which have no answer, end the job.

template <class K, class Hash = std::hash<K>>
class hash_set {
 public:
  static hash_set make() {
    hash_set s;
    s.map_ = map::make();
    return s;
  }
  void end() const { map_.end(); }

  rank_id home(const K& key) const { return map_.home(key); }
  bool insert(const K& key) const { return map_.insert(key, member{}); }
  void async_insert(const K& key) const {
    map_.async_update(key, [](member&) {});
  }
  bool contains(const K& key) const { return map_.find(key).has_value(); }
  bool erase(const K& key) const { return map_.erase(key); }
  std::uint64_t size() const { return map_.size(); }
  void clear() const { map_.clear(); }
  template <class F>
  void for_each(const F& f) const {
    map_.for_each([f](const K& key, member&) { f(key); });
  }

 private:
  using member = char;
  using map = hash_map<K, member, Hash>;
  map map_;
};

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
//                           hash_map
//   m.clear(), m.end()

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
