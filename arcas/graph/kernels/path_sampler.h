// SPDX-License-Identifier: Apache-2.0
// Draws one of the shortest paths between two vertices, all with the same probability, by searches
// from both ends; each step continues the search whose frontier has fewer edges. The number of
// paths may exceed the range of double.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/path_count.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Draws the ends of a sample: any two different vertices. V: the type of vertices.
template <class V>
std::pair<V, V> drawn_ends(random_stream& draws, std::uint64_t vertices) {
  const auto from = static_cast<V>(draws.next() % vertices);
  const auto to = static_cast<V>(draws.next() % (vertices - 1));
  return {from, to >= from ? to + 1 : to};
}

// The rows of a graph in this process. Side 0 has the out-edges, side 1 the in-edges.
class rows_at_hand {
 public:
  using vertex = graph::vertex;
  rows_at_hand(const graph_view& g) : g_(&g) {}  // NOLINT(google-explicit-constructor)
  template <class T>
  std::vector<T> of_each_vertex() const {
    return std::vector<T>(g_->vertex_count());
  }
  template <class T>
  static void clear(std::vector<T>& values, std::span<const vertex> touched) {
    for (const vertex v : touched) values[v] = {};
  }
  template <class T>
  static void prefetch(const std::vector<T>& values, vertex v) {
    __builtin_prefetch(&values[v]);
  }
  void bring(std::span<const vertex> /*vertices*/, std::size_t /*side*/) const {}
  std::span<const vertex> row(std::size_t /*i*/, vertex v, std::size_t side) const {
    return side == 0 ? g_->out_neighbors(v) : g_->in_neighbors(v);
  }
  edge_index degrees(std::span<const vertex> vertices, std::size_t side) const {
    edge_index sum = 0;
    for (const vertex v : vertices) sum += row(0, v, side).size();
    return sum;
  }

 private:
  const graph_view* g_;
};

// The sampler of one worker or, on ranks, of one task. Rows has the functions of rows_at_hand.
// row(i, v, side) is only called after a bring() whose i-th vertex was v, and before the next
// bring(). At each call of clear(), all `values` are T() except those of the vertices `touched`.
template <class Rows>
class path_sampler {
  using vertex = typename Rows::vertex;

 public:
  explicit path_sampler(const Rows& rows)
      : rows_(rows), at_(rows.template of_each_vertex<place>()) {}

  // Draws a path from `from` to another vertex, `to`, and calls use(v) for each vertex between its
  // ends; does not call use if there is no path.
  template <class Use>
  void sample(vertex from, vertex to, random_stream& draws, const Use& use) {
    begin(0, from);
    begin(1, to);
    touch(from, 1, path_count(1));
    touch(to, -1, path_count(1));
    while (meetings_.empty() && !balls_[0].rim.empty() && !balls_[1].rim.empty())
      grow(balls_[0].edges <= balls_[1].edges ? 0 : 1);
    if (!meetings_.empty()) {
      const auto& [u, v] = drawn_meeting(draws);
      walk_back(u, from, 0, draws, use);
      walk_back(v, to, 1, draws, use);
    }
    clear();
  }

 private:
  // The number of rows to bring at a time: few, so that copies take little memory compared with the
  // two searches.
  static constexpr std::size_t most_rows = 64;
  // The place of a neighbour is prefetched this number of neighbours ahead.
  static constexpr std::size_t row_ahead = 8;

  // level: 1, 2, … in the search from `from`; -1, -2, … in the search from `to`; 0: not reached.
  // The base class has the number of paths from the vertex where the search began. If it were a
  // member, `level` could not use its padding.
  struct place : path_count {
    place() = default;
    place(const path_count& paths, std::int32_t at) : path_count(paths), level(at) {}
    const path_count& paths() const { return *this; }
    path_count& paths() { return *this; }

    std::int32_t level = 0;
  };
  static_assert(sizeof(place) == 16);
  struct ball {
    std::vector<vertex> rim, next;
    edge_index edges = 0;  // number of edges of the rim, the frontier
  };

  void begin(std::size_t side, vertex v) {
    balls_[side].rim.assign(1, v);
    balls_[side].edges = rows_.degrees(balls_[side].rim, side);
  }
  void touch(vertex v, std::int32_t level, const path_count& paths) {
    at_[v] = place(paths, level);
    touched_.push_back(v);
  }

  void grow(std::size_t side) {
    ball& b = balls_[side];
    b.next.clear();
    for (std::size_t at = 0; at < b.rim.size(); at += most_rows) {
      const auto some =
          std::span<const vertex>(b.rim).subspan(at, std::min(most_rows, b.rim.size() - at));
      rows_.bring(some, side);
      for (std::size_t i = 0; i < some.size(); ++i) grow_from(i, some[i], side);
    }
    std::swap(b.rim, b.next);
    if (meetings_.empty()) b.edges = rows_.degrees(b.rim, side);
  }
  void grow_from(std::size_t i, vertex u, std::size_t side) {
    at_[u].settle();
    const place here = at_[u];
    const std::int32_t level = here.level + (side == 0 ? 1 : -1);
    const std::span<const vertex> row = rows_.row(i, u, side);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k + row_ahead < row.size()) rows_.prefetch(at_, row[k + row_ahead]);
      const vertex v = row[k];
      place& there = at_[v];
      if (there.level == 0) {
        touch(v, level, here.paths());
        balls_[side].next.push_back(v);
      } else if (there.level == level) {
        there.paths() += here.paths();
      } else if ((there.level > 0) != (level > 0)) {
        meetings_.push_back(side == 0 ? std::pair(u, v) : std::pair(v, u));
      }
    }
  }

  // Draws an edge where the searches met, with a probability in proportion to the number of paths
  // over it. The numbers of paths are final when a level is complete.
  const std::pair<vertex, vertex>& drawn_meeting(random_stream& draws) {
    const auto paths_over = [&seen = std::as_const(at_)](const auto& edge) {
      return seen[edge.first].settled() * seen[edge.second].settled();
    };
    path_count all;
    for (const auto& edge : meetings_) all += paths_over(edge);
    all.settle();
    double left = unit(draws) * all.in_steps_of(all);
    for (const auto& edge : meetings_) {
      left -= paths_over(edge).in_steps_of(all);
      if (left < 0) return edge;
    }
    return meetings_.back();
  }

  template <class Use>
  void walk_back(vertex v, vertex end, std::size_t side, random_stream& draws, const Use& use) {
    while (v != end) {
      use(v);
      const std::int32_t level = at_[v].level + (side == 0 ? -1 : 1);
      const path_count all = std::as_const(at_)[v].settled();
      double left = unit(draws) * all.in_steps_of(all);
      vertex before = v;
      rows_.bring({&v, 1}, 1 - side);
      for (const vertex u : rows_.row(0, v, 1 - side)) {
        const place there = std::as_const(at_)[u];
        if (there.level != level) continue;
        before = u;
        left -= there.settled().in_steps_of(all);
        if (left < 0) break;
      }
      v = before;
    }
  }

  void clear() {
    rows_.clear(at_, touched_);
    touched_.clear();
    meetings_.clear();
  }

  Rows rows_;
  decltype(std::declval<const Rows&>().template of_each_vertex<place>()) at_;
  std::vector<vertex> touched_;
  std::array<ball, 2> balls_;
  std::vector<std::pair<vertex, vertex>> meetings_;
};
path_sampler(const graph_view&) -> path_sampler<rows_at_hand>;

}  // namespace arcas::inline v0::graph::detail
