// SPDX-License-Identifier: Apache-2.0
// Which vertices does a source reach, if they are few? One thread runs Dijkstra's algorithm with a
// hash table of the reached vertices. Initialising arrays of all vertices would take longer than
// such a search.
#pragma once

#include <arcas/graph/kernels/heap_search.h>

#include <bit>
#include <cstddef>
#include <vector>

namespace arcas::inline v0::graph::detail {

template <class W>
class nearby_search {
  using D = distance<W>;

 public:
  struct reached {
    vertex v = no_vertex;
    D length = infinitely_far<D>;
  };

  // most: the maximum number of vertices; the search reads at most eight times as many edges.
  explicit nearby_search(std::size_t most)
      : most_(most), edges_left_(8 * most), table_(std::bit_ceil(4 * most + 4)) {}

  // Returns whether all vertices that the source reaches have been found. Returns false also for a
  // weight that lengthened_by() refuses; the full search then reports that weight.
  bool run(const basic_adjacency<W>& rows, vertex source) {
    if (most_ == 0) return false;
    improve(source, 0);
    while (!waiting_.empty()) {
      const auto [length, u] = waiting_.pop();
      if (length != place_of(u).length) continue;  // a shorter path was found later
      if (rows.degree(u) > edges_left_) return false;
      edges_left_ -= static_cast<std::size_t>(rows.degree(u));
      for (const auto [v, w] : rows.edges(u)) {
        // The limit is half of D's range, so that the sum of two lengths does not overflow.
        if (!(w >= 0 && static_cast<D>(w) < infinitely_far<D> / 2)) return false;
        const D by_u = length + static_cast<D>(w);
        if (!(by_u < infinitely_far<D> / 2) || !improve(v, by_u)) return false;
      }
    }
    return true;
  }

  template <class F>
  void for_each(const F& f) const {
    for (const reached& one : table_)
      if (one.v != no_vertex) f(one.v, one.length);
  }

 private:
  // Returns the vertex's entry, or the free entry where it belongs.
  reached& place_of(vertex v) {
    const std::size_t last = table_.size() - 1;
    std::size_t at = (v * std::size_t{0x9E3779B97F4A7C15} >> 32) & last;
    while (table_[at].v != v && table_[at].v != no_vertex) at = (at + 1) & last;
    return table_[at];
  }
  // Returns false if the vertex would exceed the maximum number of vertices.
  bool improve(vertex v, D length) {
    reached& place = place_of(v);
    if (length >= place.length) return true;
    if (place.v == no_vertex && ++count_ > most_) return false;
    place = {v, length};
    waiting_.push(length, v);
    return true;
  }

  const std::size_t most_;
  std::size_t edges_left_;
  std::size_t count_ = 0;
  std::vector<reached> table_;  // at most a quarter full
  nearest_first<D> waiting_;
};

}  // namespace arcas::inline v0::graph::detail
