// SPDX-License-Identifier: Apache-2.0
// A hash table (open addressing) from vertices to values; the value of a vertex without an entry
// is T(). A reference is valid until the next call of the non-const operator[].
#pragma once

#include <arcas/graph/graph_view.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

template <class T>
class vertex_table {
 public:
  T& operator[](graph::vertex v) {
    if (2 * (used_.size() + 1) > entries_.size()) grow();
    const std::size_t at = place_of(v);
    if (entries_[at].key == graph::no_vertex) {
      entries_[at].key = v;
      used_.push_back(at);
    }
    return entries_[at].value;
  }
  // Adds no entry.
  T operator[](graph::vertex v) const { return entries_[place_of(v)].value; }
  void prefetch(graph::vertex v) const { __builtin_prefetch(&entries_[first_place_of(v)]); }
  void clear() {
    for (const std::size_t at : used_) entries_[at] = {};
    used_.clear();
  }

 private:
  struct entry {
    graph::vertex key = graph::no_vertex;
    T value = {};
  };

  std::size_t first_place_of(graph::vertex v) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    return (v * golden) >> (64 - std::countr_zero(entries_.size()));
  }
  // The index of v's entry, or of the free one where it would be.
  std::size_t place_of(graph::vertex v) const {
    std::size_t at = first_place_of(v);
    while (entries_[at].key != v && entries_[at].key != graph::no_vertex)
      at = (at + 1) & (entries_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<entry> old(2 * entries_.size());
    std::swap(old, entries_);
    for (std::size_t& at : used_) {
      const entry& moved = old[at];
      at = place_of(moved.key);
      entries_[at] = moved;
    }
  }

  std::vector<entry> entries_ = std::vector<entry>(64);
  std::vector<std::size_t> used_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
