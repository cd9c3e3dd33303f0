// SPDX-License-Identifier: Apache-2.0
// The passes that count triangles (triangles.h describes the method). Their loops are a parameter,
// so that the same passes run under other runtimes, too.
//
// A graph with short rows is not copied (oriented.h), and few vertices are marked. Instead, of any
// two neighbours of u that are below u, the lower one is searched for in the row of the higher one.
// With parallel edges this count would be wrong. If a pass notices a parallel edge, counting starts
// again with simple rows.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/oriented.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace arcas::inline v0::graph::detail {

// The marks of one worker: one byte a vertex, all 0 between two rows.
class vertex_marks {
 public:
  void prepare(std::size_t vertices) {
    if (!marked_) marked_ = std::make_unique<std::uint8_t[]>(vertices);
  }
  void set(std::span<const vertex> row) {
    for (const vertex v : row) marked_[v] = 1;
  }
  void clear(std::span<const vertex> row) {
    for (const vertex v : row) marked_[v] = 0;
  }
  std::uint32_t operator[](vertex v) const { return marked_[v]; }

 private:
  std::unique_ptr<std::uint8_t[]> marked_;
};

// The counts of one worker.
struct triangle_counter {
  vertex_marks marked;
  std::uint64_t count = 0;
  bool repeated = false;  // an edge occurred twice; only for rows read in place

  void add(const triangle_counter& other) {
    count += other.count;
    repeated |= other.repeated;
  }
};

// Counts the triangles whose highest number is u. It is inlined in its loop, as is
// for_each_in_place_at(): a call for each vertex cost 15 % of the time on a Kronecker graph of 2^16
// vertices.
[[gnu::always_inline]] inline void count_at(triangle_counter& mine, const row_view& kept,
                                            vertex u) {
  const auto row = kept.neighbors(u);
  if (row.size() < 2) return;
  mine.marked.prepare(kept.vertex_count());
  mine.marked.set(row);
  // The least neighbour is skipped: its row in `kept` has only lower vertices. Only neighbours of u
  // are marked, and none of them is lower.
  for (std::size_t i = 1; i < row.size(); ++i) {
    kept.prefetch_ahead(row, i, 2);
    std::uint64_t count = 0;
    for (const vertex w : kept.neighbors(row[i])) count += mine.marked[w];
    mine.count += count;
  }
  mine.marked.clear(row);
}

// Most rows that are read in place are short. If the row of u is longer than this, u's neighbours
// are marked. If the row of a neighbour is longer, the other neighbours of u are found in it by
// binary search, so that a hub's row is not read for each neighbour of the hub.
inline constexpr std::size_t searched_row = 64;

// Calls found(w) for each w that is in both `some` and `row`, which are in ascending order.
template <class V, class Found>
void for_each_common(std::span<const V> some, std::span<const V> row, Found found) {
  if (row.size() > searched_row) {
    for (const V w : some)
      if (std::ranges::binary_search(row, w)) found(w);
    return;
  }
  auto at = row.begin();
  for (const V w : some) {
    while (at != row.end() && *at < w) ++at;
    if (at == row.end()) break;
    if (*at == w) found(w);
  }
}

template <class Found>
void for_each_marked(triangle_counter& mine, const row_view& rows, std::span<const vertex> below,
                     Found found) {
  mine.marked.prepare(rows.vertex_count());
  mine.marked.set(below);
  for (std::size_t i = 1; i < below.size(); ++i) {
    mine.repeated |= below[i] == below[i - 1];
    for (const vertex w : rows.neighbors(below[i])) {
      if (w >= below[i]) break;
      if (mine.marked[w] != 0) found(below[i], w);
    }
  }
  mine.marked.clear(below);
}

// Calls found(v, w) for each triangle u > v > w.
template <class Found>
[[gnu::always_inline]] inline void for_each_in_place_at(triangle_counter& mine,
                                                        const row_view& rows, vertex u,
                                                        Found found) {
  const auto row = rows.neighbors(u);
  if (row.size() > searched_row) {
    const auto end = std::ranges::lower_bound(row, u);
    return for_each_marked(mine, rows, {row.begin(), end}, found);
  }
  for (std::size_t i = 1; i < row.size() && row[i] < u; ++i) {
    mine.repeated |= row[i] == row[i - 1];
    for_each_common(row.first(i), rows.neighbors(row[i]), [&](vertex w) { found(row[i], w); });
  }
}

// Returns nullopt if there are parallel edges.
template <class Loops>
std::optional<std::uint64_t> counted_in_place(const row_view& rows, const Loops& loops) {
  triangle_counter all;
  loops.template each_with<triangle_counter>(
      rows.vertex_count(),
      [&](triangle_counter& mine, std::size_t u) {
        std::uint64_t count = 0;
        for_each_in_place_at(mine, rows, static_cast<vertex>(u), [&](vertex, vertex) { ++count; });
        mine.count += count;
      },
      [&](triangle_counter& mine) { all.add(mine); });
  if (all.repeated) return std::nullopt;
  return all.count;
}

template <class Loops>
std::uint64_t count_triangles_by(const undirected_view& g, triangle_order order,
                                 const Loops& loops) {
  if (short_in_place(g, order)) {
    if (const auto count = counted_in_place(g.out(), loops)) return *count;
  }
  const oriented_graph simple = oriented(g, order, loops);
  const row_view kept(simple.kept);
  std::uint64_t total = 0;
  loops.template each_with<triangle_counter>(
      kept.vertex_count(),
      [&](triangle_counter& mine, std::size_t u) { count_at(mine, kept, static_cast<vertex>(u)); },
      [&](triangle_counter& mine) { total += mine.count; });
  return total;
}

}  // namespace arcas::inline v0::graph::detail
