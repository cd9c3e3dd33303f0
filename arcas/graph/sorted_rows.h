// SPDX-License-Identifier: Apache-2.0
// Turns sorted rows into the rows of a graph: drops edges as the options ask, and moves weights to
// a separate array.
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph::detail {

// An entry of an unfinished row: a weight stays beside its neighbour until the row is finished.
template <class W>
using entry = std::conditional_t<is_weight<W>, weighted_neighbor<W>, vertex>;

inline vertex target_of(vertex e) {
  return e;
}
template <class W>
vertex target_of(const weighted_neighbor<W>& e) {
  return e.to;
}

// The entry in the row of one end of an edge; `other` is the other end.
template <class W>
entry<W> entry_for(const basic_edge<vertex, W>& e, vertex other) {
  if constexpr (is_weight<W>) {
    return {other, e.weight};
  } else {
    return other;
  }
}

// NaN compares greater than all numbers, so that this is a strict weak order.
template <class W>
bool is_lighter(const W& a, const W& b) {
  return a < b || (b != b && a == a);
}

template <class W>
struct before {
  bool operator()(const entry<W>& a, const entry<W>& b) const {
    if constexpr (is_weight<W>) {
      if (a.to != b.to) return a.to < b.to;
      return is_lighter(a.weight, b.weight);
    } else {
      return a < b;
    }
  }
};

// Rows, one after the other; each is sorted.
template <class W>
struct sorted_rows {
  plain_array<edge_index> offsets;
  plain_array<entry<W>> entries;

  std::size_t vertex_count() const { return offsets.size() - 1; }
  std::span<entry<W>> row(std::size_t v) {
    return entries.all().subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
};

template <class T>
plain_array<T> copied(std::span<const T> from, const loop_options& loops) {
  plain_array<T> to(from.size());
  whole_for(from.size(), loops, [&](std::size_t i) { to[i] = from[i]; });
  return to;
}

template <class W>
basic_adjacency<W> finished(sorted_rows<W> from, const build_options& options);

// Sorts each row. With `transposed`, the arcs are also reversed.
template <class W>
basic_adjacency<W> arranged(const basic_adjacency<W>& rows, bool transposed,
                            const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
