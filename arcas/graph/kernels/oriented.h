// SPDX-License-Identifier: Apache-2.0
// A graph in which each edge is kept at one of its ends, for triangles.h: row v has the neighbours
// with numbers below v, in ascending order. The graph is simple, and its vertices are renumbered by
// falling degree if that saves time. As in triangle_passes.h, the loops are a parameter.
//
// If rows are short and nothing is renumbered, a copy of the rows would take longer than counting.
// The rows of the given graph are then read in place, row v up to v.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/plain_array.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::graph::detail {

struct oriented_graph {
  adjacency kept;
  plain_array<vertex> old_number;  // of each vertex; empty if numbers are unchanged
};

// new_number: each vertex's place in the order of falling degrees; old_number: the vertex at each
// place.
struct numbering {
  plain_array<vertex> new_number;
  plain_array<vertex> old_number;
};

// Runs in the calling thread: its n steps are few beside those of the passes that follow.
numbering by_falling_degree(const graph_view& g);

// Whether `order` requires new numbers.
bool wants_renumbering(const graph_view& g, triangle_order order);

// Whether rows are short enough to be read in place, and `order` permits it.
bool short_in_place(const graph_view& g, triangle_order order);

// Returns for each v the neighbours below v, sorted and without repetition, by new numbers.
// old_of(v) is the old number of v, new_of(u) the new number of u.
template <class Loops, class Old, class New>
adjacency rows_below(const graph_view& g, const Loops& loops, const Old& old_of,
                     const New& new_of) {
  const std::size_t n = g.vertex_count();
  const auto each = [&](const auto& step) {
    loops.each(n, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) step(v);
    });
  };
  plain_array<edge_index> room(n + 1);
  room[0] = 0;
  each([&](std::size_t v) {
    edge_index below = 0;
    for (const vertex u : g.out_neighbors(old_of(v))) below += new_of(u) < v ? 1 : 0;
    room[v + 1] = below;
  });
  loops.add_up(room.all());
  plain_array<vertex> targets(room[n]);
  plain_array<edge_index> kept(n + 1);
  kept[0] = 0;
  each([&](std::size_t v) {
    vertex* const begin = targets.data() + room[v];
    vertex* end = begin;
    for (const vertex u : g.out_neighbors(old_of(v))) {
      const vertex number = new_of(u);
      if (number < v) *end++ = number;
    }
    std::sort(begin, end);
    kept[v + 1] = static_cast<edge_index>(std::unique(begin, end) - begin);
  });
  loops.add_up(kept.all());
  if (kept[n] == room[n]) return adjacency(std::move(kept), std::move(targets));
  plain_array<vertex> packed(kept[n]);
  each([&](std::size_t v) {
    std::copy_n(targets.data() + room[v], kept[v + 1] - kept[v], packed.data() + kept[v]);
  });
  return adjacency(std::move(kept), std::move(packed));
}

template <class Loops>
oriented_graph oriented(const graph_view& g, triangle_order order, const Loops& loops) {
  if (!wants_renumbering(g, order)) {
    const auto same = [](std::size_t v) { return static_cast<vertex>(v); };
    return {rows_below(g, loops, same, same), {}};
  }
  numbering by_degree = by_falling_degree(g);
  adjacency kept = rows_below(
      g, loops, [&](std::size_t v) { return by_degree.old_number[v]; },
      [&](vertex u) { return by_degree.new_number[u]; });
  return {std::move(kept), std::move(by_degree.old_number)};
}

}  // namespace arcas::inline v0::graph::detail
