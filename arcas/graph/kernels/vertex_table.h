// SPDX-License-Identifier: Apache-2.0
// A hash table (open addressing) from vertices to values; the value of a vertex without an entry
// is T(). A reference is valid until the next call of the non-const operator[]. If the number of
// all vertices is given, a table that has grown to that size has the entry of vertex v at place v.
#pragma once

#include <arcas/graph/graph_view.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// V: the type of vertices.
template <class T, class V = vertex>
class vertex_table {
 public:
  vertex_table() { resize(least); }
  explicit vertex_table(std::size_t vertices) : vertices_(vertices) { resize(least); }

  T& operator[](V v) {
    if (used_.size() >= room_) grow();
    const std::size_t at = place_of(v);
    if (entries_[at].key == none) {
      entries_[at].key = v;
      used_.push_back(static_cast<V>(at));
    }
    return entries_[at].value;
  }
  // Adds no entry.
  T operator[](V v) const { return entries_[place_of(v)].value; }
  void prefetch(V v) const { __builtin_prefetch(&entries_[first_place_of(v)]); }
  // Calls f(vertex, value) for each entry, in the order in which they were added.
  template <class F>
  void for_each(const F& f) const {
    for (const V at : used_) f(entries_[at].key, entries_[at].value);
  }
  void clear() {
    for (const V at : used_) entries_[at] = {};
    used_.clear();
  }

 private:
  static constexpr std::size_t least = 64;
  static constexpr V none = std::numeric_limits<V>::max();
  struct entry {
    V key = none;
    T value = {};
  };

  std::size_t first_place_of(V v) const { return (v * factor_) >> shift_; }
  // The index of v's entry; if v has none, that of the free place for it.
  std::size_t place_of(V v) const {
    std::size_t at = first_place_of(v);
    while (entries_[at].key != v && entries_[at].key != none) at = (at + 1) & (entries_.size() - 1);
    return at;
  }
  // `size` is a power of two.
  void resize(std::size_t size) {
    if (vertices_ != 0 && size >= vertices_) {
      size = vertices_;
      factor_ = 1;
      shift_ = 0;
      room_ = std::numeric_limits<std::size_t>::max();
    } else {
      factor_ = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
      shift_ = 64 - std::countr_zero(size);
      room_ = size / 2;
    }
    entries_.assign(size, {});
  }
  void grow() {
    const std::vector<entry> old = std::move(entries_);
    resize(2 * old.size());
    for (V& at : used_) {
      const entry& moved = old[at];
      at = static_cast<V>(place_of(moved.key));
      entries_[at] = moved;
    }
  }

  std::size_t vertices_ = 0;  // the number of all vertices, if it is known
  std::uint64_t factor_ = 0;
  int shift_ = 0;
  std::size_t room_ = 0;  // the table grows if it has as many entries
  std::vector<entry> entries_;
  std::vector<V> used_;  // indices of entries
};

}  // namespace arcas::inline v0::graph::detail
