// SPDX-License-Identifier: Apache-2.0
// Which number does a vertex with an id or a text name, its key, get? The keys that occur on any of
// the ranks, in ascending order (texts: in the order of their bytes), become 0, 1, …. Each rank
// numbers the keys of one range, its own.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/vertex_names.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Lists of keys.
using id_list = std::vector<std::uint64_t>;
using graph::text_table;
inline std::size_t size_of(const id_list& list) {
  return list.size();
}
inline std::size_t size_of(const text_table& list) {
  return list.ends.size();
}
void append(id_list& to, std::uint64_t id);
void append(id_list& to, const id_list& more);
void append(text_table& to, std::string_view text);
void append(text_table& to, const text_table& more);
// Sorts the keys, and drops repeated ones.
void put_in_order(id_list& list);
void put_in_order(text_table& list);

// The index of the first key of an ascending list, from index `from` on, that is not below `key`.
// The search is quick if this index is near `from`.
template <class List, class Key>
std::size_t place_from(const List& list, std::size_t from, const Key& key) {
  std::size_t last = from;
  for (std::size_t step = 1; last < size_of(list) && list[last] < key; step *= 2) {
    from = last + 1;
    last += step;
  }
  last = std::min(last, size_of(list));
  while (from < last) {
    const std::size_t middle = from + (last - from) / 2;
    list[middle] < key ? from = middle + 1 : last = middle;
  }
  return from;
}

// names[i] is the name of vertex first + i. Sends the names to the homes of the vertices, and calls
// take(local, theirs) once at each home: theirs[k] is the name of the vertex with local number
// local + k there. Part of the enclosing finish().
template <class List, class Take>
void async_send_names(std::uint64_t first, const List& names, const Take& take) {
  const vertex_places places(cluster::ranks());
  for (rank_id skipped = 0; skipped < cluster::ranks() && skipped < size_of(names); ++skipped) {
    const auto v = static_cast<vertex>(first + skipped);
    List theirs;
    for (std::size_t i = skipped; i < size_of(names); i += cluster::ranks())
      append(theirs, names[i]);
    cluster::async(
        places.home(v), [take, local = places.local(v)](List& own) { take(local, own); },
        std::move(theirs));
  }
}

template <class List>
class key_numbers {
 public:
  // Called by one task. Rank r numbers the keys from bounds[r - 1] up to, but without, bounds[r].
  // Rank 0 numbers all keys below bounds[0]. If there are n bounds, rank n numbers all keys from
  // the last bound on.
  static key_numbers make(const List& bounds) {
    key_numbers made;
    made.part_ = cluster::distributed<part>::make();
    cluster::finish([&] {
      for (rank_id r = 0; r < cluster::ranks(); ++r)
        cluster::async(r, [all = made.part_](List& own) { all.local().bounds = own; }, bounds);
    });
    return made;
  }
  void end() const { part_.end(); }

  // Called by a task of any rank, with ascending keys. Part of the enclosing finish().
  void async_add(const List& some) const {
    for_each_owner(some, [this](rank_id to, List& slice) {
      cluster::async(
          to, [all = part_](const List& theirs) { append(all.local().own, theirs); },
          std::move(slice));
    });
  }
  // Called by one task, between the last async_add() and the first numbers_of(): the number of
  // keys.
  std::uint64_t count() const {
    cluster::on_all_ranks([all = part_] {
      List& own = all.local().own;
      put_in_order(own);
      for (rank_id r = cluster::self() + 1; r < cluster::ranks(); ++r)
        cluster::async(r, [all, n = std::uint64_t{size_of(own)}] { all.local().first += n; });
    });
    return sum_of_ranks([all = part_] { return std::uint64_t{size_of(all.local().own)}; });
  }
  // Called by a task of any rank, with ascending keys that have been added before. Waits for other
  // ranks.
  std::vector<vertex> numbers_of(const List& some) const {
    std::vector<cluster::future<std::vector<vertex>>> answers;
    const auto numbered = [all = part_](const List& asked) {
      const part& there = all.local();
      std::vector<vertex> numbers;
      for (std::size_t i = 0, at = 0; i < size_of(asked); ++i) {
        at = place_from(there.own, at, asked[i]);
        numbers.push_back(static_cast<vertex>(there.first + at));
      }
      return numbers;
    };
    for_each_owner(some, [&](rank_id to, List& slice) {
      answers.push_back(cluster::future_call(to, numbered, std::move(slice)));
    });
    return joined(answers);
  }
  // Called on each rank: async_send_names(), above, for the vertices that this rank has numbered.
  template <class Take>
  void async_send_names(const Take& take) const {
    detail::async_send_names(part_.local().first, part_.local().own, take);
  }

 private:
  struct part {
    List bounds;
    List own;
    std::uint64_t first = 0;  // the number of the first key
  };
  // Calls f(owner, keys) with the keys of each owner.
  template <class F>
  void for_each_owner(const List& some, const F& f) const {
    const List& bounds = part_.local().bounds;
    std::size_t first = 0;
    for (rank_id r = 0; first < size_of(some); ++r) {
      const std::size_t last =
          r < size_of(bounds) ? place_from(some, first, bounds[r]) : size_of(some);
      if (first == last) continue;
      List slice;
      for (; first < last; ++first) append(slice, some[first]);
      f(r, slice);
    }
  }

  cluster::distributed<part> part_;
};

using id_numbers = key_numbers<id_list>;
// The bounds of ranges of equal width, for ids from `least` to `greatest`.
id_list bounds_between(std::uint64_t least, std::uint64_t greatest);

using text_numbers = key_numbers<text_table>;
// The bounds of ranges that have about equally many texts, of which `sample` is a sample.
text_table bounds_by_sample(std::vector<std::string> sample);

// The different texts of one rank, numbered in the order of their arrival.
class text_ids {
 public:
  std::uint64_t number(std::string_view text);

  // Called after the last number(): orders the texts; place(n) is the index of text n in that
  // order.
  void sort();
  const text_table& ascending() const { return ascending_; }
  std::uint64_t place(std::uint64_t number) const { return places_[number]; }
  // A sample of the ordered texts at about equal distances.
  std::vector<std::string> sample() const;

 private:
  std::deque<std::string> texts_;  // their addresses stay the same
  std::unordered_map<std::string_view, std::uint64_t> numbers_;
  text_table ascending_;
  std::vector<std::uint64_t> places_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
