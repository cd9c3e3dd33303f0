// SPDX-License-Identifier: Apache-2.0
// Groups of the elements that have the same key: their number, their combined values, or the
// elements themselves. Keys may be strings or other values; histogram.h counts elements whose keys
// are small numbers.
//
//   auto counts = histogram(words, key);                            key -> number of elements
//   auto sales = group_by(orders, &order::customer, plus<double>{}, &order::price);
//   auto lists = group_by(orders, &order::customer);                key -> vector of elements
//
//   what     the result is a std::unordered_map, or the map that is given as a template argument:
//            histogram<std::map<std::string, std::size_t>>(words, key). A map needs try_emplace, as
//            the maps of std have it. Values that are combined by a monoid that is not
//            declared commutative, and the elements of a group, are in the order of the range
//   threads, after    those of parallel_for
//   throws   the exceptions of parallel_for, of keys and values, and of the map. A loop that is
//            stopped returns the result of the elements that it has visited
//   cost     each worker that takes part fills a map of its own, in which each element costs one
//            look-up; in index order, a map for each run of consecutive elements, and one run for
//            each worker if neither the caller nor the environment names a distributor. Then pairs
//            of maps are merged by parallel loops; the last merge, of two maps, has one worker. So
//            several workers gain only if there are few keys that repeat. If all keys differ, two
//            workers take longer than one, because of the merges. All options hold for the loop
//            over the elements, and .workers, .on and .statistics also for the merges
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/operations.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/parallel_for.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// The map of the elements [first, last), or of a worker if the order is arbitrary.
template <class Map>
struct part_map {
  std::size_t first;
  std::size_t last;
  Map map;
};

// A loop that fills maps, as a forking object of parallel_for. add(map, k) adds element k.
template <class Map, bool Ordered, class Add>
struct maps_of_parts {
  using own = std::vector<part_map<Map>>;

  void fork(own&) {}
  void work(own& mine, std::size_t begin, std::size_t end) {
    if (mine.empty() || (Ordered && mine.back().last != begin)) mine.push_back({begin, begin, {}});
    Map& map = mine.back().map;
    for (std::size_t k = begin; k != end; ++k) add(map, k);
    mine.back().last = end;
  }
  void work(own& mine, std::size_t k) { work(mine, k, k + 1); }
  void join(own& mine) {
    for (part_map<Map>& part : mine) all.push_back(std::move(part));
  }

  const Add& add;
  own all = {};
};

// Adds the entries of `from` to `to`; merge(a, b) adds value b to a.
template <class Map, class Merge>
void merge_maps(Map& to, Map& from, const Merge& merge) {
  // Moves the entries with new keys, without allocations, if these maps can.
  if constexpr (requires { to.merge(from); }) to.merge(from);
  for (auto& [key, value] : from) {
    if (const auto [at, is_new] = to.try_emplace(key, std::move(value)); !is_new) {
      merge(at->second, std::move(value));
    }
  }
  from = Map();
}

// The map of all elements [0, n). Maps of parts that follow each other are merged in pairs.
template <class Map, bool Ordered, class Add, class Merge>
Map map_of(std::size_t n, const Add& add, const Merge& merge, const loop_options& options,
           const std::source_location& where) {
  using maps = maps_of_parts<Map, Ordered, Add>;
  maps filled{add};
  loop_options filling = options;
  // Each steal from a biased range would make one more map.
  if (Ordered && options.distributor.automatic() &&
      as_configured(options).distributor.automatic()) {
    filling.distributor = distributor::fixed_ranges();
  }
  parallel_for<maps, typename maps::own, std::size_t>(filled, 0, n, filling, where);
  auto& all = filled.all;
  if (all.empty()) return Map();
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t step = 1; step < all.size(); step *= 2) {
    const std::size_t pairs = (all.size() - step + 2 * step - 1) / (2 * step);
    parallel_for(
        std::size_t{0}, pairs,
        [&](std::size_t p) {
          merge_maps(all[2 * step * p].map, all[2 * step * p + step].map, merge);
        },
        {.grain = 1,
         .workers = options.workers,
         .on = options.on,
         .statistics = options.statistics},
        where);
  }
  return std::move(all.front().map);
}

template <class K>
concept hashed = requires(const K& key) {
  std::hash<K>()(key);
  bool(key == key);
};

// Map, or a std::unordered_map from the key of an element of R to a V.
template <class Map, class Key, class V>
struct map_to {
  using type = Map;
};
template <class Key, class V>
struct map_to<void, Key, V> {
  static_assert(hashed<Key>,
                "arcas: a std::unordered_map needs std::hash of the key, and ==: name a map of "
                "another kind, as in histogram<std::map<key, std::size_t>>(r, key) or "
                "group_by<std::map<key, std::vector<element>>>(r, key)");
  using type = std::unordered_map<Key, V>;
};
template <class Map, class Key, class R, class V>
using map_or_default = typename map_to<Map, std::decay_t<value_from<Key, R>>, V>::type;

// key(e) returns a value for an element e of R.
template <class Key, class R>
concept gives_key = element_function<Key, R> && !std::is_void_v<value_from<Key, R>>;

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The number of elements e with key(e) = k, for each such k.
template <class Map = void, elements R, detail::gives_key<R> Key>
auto histogram(const R& r, Key&& key, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  using map = detail::map_or_default<Map, Key, R, std::size_t>;
  using count = typename map::mapped_type;
  auto&& key_of = detail::function_of(key);
  return detail::map_of<map, false>(
      std::size(r),
      [&](map& counts, std::size_t k) {
        ++counts.try_emplace(key_of(detail::element_at(r, k)), count()).first->second;
      },
      [](count& a, count b) { a += b; }, options, where);
}

template <class Map = void, detail::indexed_iterator I, detail::gives_key<detail::between<I>> Key>
auto histogram(I first, I last, Key key, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  return arcas::histogram<Map>(detail::range_of(first, last), key, options, where);
}

// The values value(e) of the elements e with key(e) = k, combined by m, for each such k.
template <class Map = void, elements R, detail::gives_key<R> Key, monoid M,
          element_function<R> Value>
  requires detail::counts_as<detail::value_from<Value, R>, typename M::value_type>
auto group_by(const R& r, Key&& key, const M& m, Value&& value, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  using map = detail::map_or_default<Map, Key, R, typename M::value_type>;
  using group = typename map::mapped_type;
  auto&& key_of = detail::function_of(key);
  auto&& value_of = detail::function_of(value);
  return detail::map_of<map, !is_commutative<M>>(
      std::size(r),
      [&](map& groups, std::size_t k) {
        const auto& e = detail::element_at(r, k);
        group& sum = groups.try_emplace(key_of(e), m.identity()).first->second;
        sum = m(std::move(sum), value_of(e));
      },
      [&](group& a, group&& b) { a = m(std::move(a), std::move(b)); }, options, where);
}

// The elements e with key(e) = k, in their order, for each such k.
template <class Map = void, elements R, detail::gives_key<R> Key>
auto group_by(const R& r, Key&& key, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  static_assert(std::copy_constructible<element_of<R>>,
                "arcas: group_by copies elements into their groups, and these cannot be copied: "
                "group their positions instead, group_by(std::views::iota(0, n), key)");
  using map = detail::map_or_default<Map, Key, R, std::vector<element_of<R>>>;
  using group = typename map::mapped_type;
  auto&& key_of = detail::function_of(key);
  return detail::map_of<map, true>(
      std::size(r),
      [&](map& groups, std::size_t k) {
        const auto& e = detail::element_at(r, k);
        groups.try_emplace(key_of(e), group()).first->second.push_back(e);
      },
      [](group& a, group&& b) {
        a.insert(a.end(), std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()));
      },
      options, where);
}

template <class Map = void, detail::indexed_iterator I, detail::gives_key<detail::between<I>> Key>
auto group_by(I first, I last, Key key, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  return arcas::group_by<Map>(detail::range_of(first, last), key, options, where);
}

// Chosen for calls that fit no form above.
template <class Map = void, class... More>
ARCAS_WRONG(
    "write group_by(r, key), group_by(r, key, monoid, value) or group_by(first, last, key), also "
    "with options {.grain = n}; r has r[i] and a size (no std::list); key(e) returns the key of an "
    "element, and value(e) a value of the monoid")
void group_by(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
