// SPDX-License-Identifier: Apache-2.0
// A set over all ranks. The hash of a key determines its home; every operation is atomic.
//
//   auto s = hash_set<std::string>::make();
//   s.insert(k)          returns whether the key is new
//   s.async_insert(k)    done when the enclosing finish() returns
//   s.contains(k), s.erase(k), s.size(), s.clear(), s.end()
//   s.for_each(f)        f(key) for all keys, on their ranks
//
// Until for_each returns, no key may be added or removed, not by f either: such operations throw
// remote_error; async_insert and clear(), which have no answer, end the job.
#pragma once

#include <arcas/cluster/structures/hash_map.h>

namespace arcas::inline v0::cluster {

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

}  // namespace arcas::inline v0::cluster
