// SPDX-License-Identifier: Apache-2.0
// A map over all ranks. The hash of a key determines its home, the only rank that changes it, so
// every operation is atomic. Keys and values are of any type that an archive supports.
//
//   auto m = hash_map<std::string, long>::make();
//   m.insert(k, v)           returns whether the key is new; otherwise the old value stays
//   m.find(k)                std::optional of the value
//   m.update(k, f, args…)    returns f(value&, args…), called at home; a new key first gets V{}
//   m.async_update(k, f, …)  the same without a result; done when the enclosing finish() returns
//   m.visit(k, f)            returns f(const value*), called at home; null if there is no such key
//   m.take(k)                removes k; returns std::optional of its value
//   m.erase(k), m.size(), m.clear(), m.end()
//   m.local()                the part of the map on this rank; it may change when the task waits
//   m.for_each(f)            f(key, value&) for all keys, on their ranks
//
// Until for_each returns, no key may be added or removed, not by f either: such operations throw
// remote_error; async_update and clear(), which have no answer, end the job.
#pragma once

#include <arcas/cluster/structures/distributed.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

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

  // Mixed, because std::hash of a number is the number itself: a rank's own table would use few of
  // its buckets.
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

  // The part of the map on this rank.
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

}  // namespace arcas::inline v0::cluster
