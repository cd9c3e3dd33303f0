// SPDX-License-Identifier: Apache-2.0
// How do rows in order become those of a graph? Without what is to be dropped, and with weights in an
// array of their own.
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph::detail {

// What a row is made of until it is finished: weights move with their neighbours.
template <class W>
using entry = std::conditional_t<is_weight<W>, weighted_neighbor<W>, vertex>;

inline vertex target_of(vertex e) {
  return e;
}
template <class W>
vertex target_of(const weighted_neighbor<W>& e) {
  return e.to;
}

// At one end of an edge, the other.
template <class W>
entry<W> entry_for(const basic_edge<vertex, W>& e, vertex other) {
  if constexpr (is_weight<W>) {
    return {other, e.weight};
  } else {
    return other;
  }
}

// A NaN comes last, so that sorts have an order.
template <class W>
bool is_lighter(const W& a, const W& b) {
  return a < b || (b != b && a == a);
}

// By neighbour, then by weight.
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

// Rows end to end, each in order.
template <class W>
struct sorted_rows {
  plain_array<edge_index> offsets;
  plain_array<entry<W>> entries;

  std::size_t vertex_count() const { return offsets.size() - 1; }
  std::span<entry<W>> row(std::size_t v) {
    return entries.all().subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
};

// Moves what stays to the front of a sorted row and returns how much that is.
template <class E>
std::size_t squeeze(std::span<E> row, std::size_t v, const build_options& options) {
  auto end = row.end();
  if (options.drop_duplicates) {
    end = std::unique(row.begin(), end,
                      [](const E& a, const E& b) { return target_of(a) == target_of(b); });
  }
  if (options.drop_self_loops) {
    end = std::remove_if(row.begin(), end, [&](const E& e) { return target_of(e) == v; });
  }
  return static_cast<std::size_t>(end - row.begin());
}

// Sizes of the rows with only what the options keep, added up.
template <class W>
plain_array<edge_index> squeezed(sorted_rows<W>& from, const build_options& options) {
  plain_array<edge_index> kept(from.offsets.size());
  kept[0] = 0;
  whole_for(from.vertex_count(), options.loops,
            [&](std::size_t v) { kept[v + 1] = squeeze(from.row(v), v, options); });
  add_up(kept.all(), options.loops);
  return kept;
}

// The first entries of each row, as many as `offsets` say, end to end, in one array or in two.
template <class W>
basic_adjacency<W> packed(sorted_rows<W> from, plain_array<edge_index> offsets,
                          const loop_options& loops) {
  const std::size_t n = from.vertex_count();
  plain_array<vertex> targets(offsets[n]);
  plain_array<W> weights = is_weight<W> ? plain_array<W>(offsets[n]) : plain_array<W>();
  whole_for(n, loops, [&](std::size_t v) {
    const entry<W>* entries = from.entries.data() + from.offsets[v];
    for (edge_index i = offsets[v]; i != offsets[v + 1]; ++i, ++entries) {
      targets[i] = target_of(*entries);
      if constexpr (is_weight<W>) weights[i] = entries->weight;
    }
  });
  return {std::move(offsets), std::move(targets), std::move(weights)};
}

template <class T>
plain_array<T> copied(std::span<const T> from, const loop_options& loops) {
  plain_array<T> to(from.size());
  whole_for(from.size(), loops, [&](std::size_t i) { to[i] = from[i]; });
  return to;
}

// Without what is to be dropped, and with weights in an array of their own.
template <class W>
basic_adjacency<W> finished(sorted_rows<W> from, const build_options& options) {
  const bool drop = options.drop_duplicates || options.drop_self_loops;
  if constexpr (!is_weight<W>) {
    if (!drop) return {std::move(from.offsets), std::move(from.entries)};
  }
  plain_array<edge_index> offsets =
      drop ? squeezed(from, options) : copied(std::as_const(from.offsets).all(), options.loops);
  if constexpr (!is_weight<W>) {
    if (offsets[from.vertex_count()] == from.entries.size()) {
      return {std::move(offsets), std::move(from.entries)};
    }
  }
  return packed(std::move(from), std::move(offsets), options.loops);
}

}  // namespace arcas::inline v0::graph::detail
