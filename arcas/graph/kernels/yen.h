// SPDX-License-Identifier: Apache-2.0
// Yen's method with Lawler's rule (sssp.h), for rows in this process and for rows that
// are copied from other ranks.
#pragma once

#include <arcas/graph/kernels/heap_search.h>
#include <arcas/graph/kernels/sssp.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// A path that leaves the found paths at one of its vertices. V: the type of vertices.
template <class W, class V>
struct candidate {
  weighted_path<W, V> path;
  std::vector<distance<W>> lengths;  // from the start to each vertex of the path
  std::size_t leaves_at = 0;         // position of that vertex on the path

  bool operator<(const candidate& b) const {
    if (path.length != b.path.length) return path.length < b.path.length;
    return path.vertices < b.path.vertices;
  }
};

// The searches of one worker or, on ranks, of one task. They visit few vertices, which are kept in
// hash tables instead of arrays. Rows:
//   weight_type, vertex_type
//   to_end(v)              returns the distance from v to the end
//   for_each_edge(u, f)    calls f(v, weight, to_end(v)) for each edge from u
template <class Rows>
class spur_search {
  using W = typename Rows::weight_type;
  using V = typename Rows::vertex_type;
  using D = distance<W>;
  struct reached {
    D length;
    V before;
    D to_end;
  };

 public:
  explicit spur_search(const Rows& rows) : rows_(rows) {}

  // Finds the shortest path to `end` that begins as `from` up to position `at`, does not return to
  // the vertices before that position, and does not continue with a vertex of `closed`.
  std::optional<candidate<W, V>> run(const candidate<W, V>& from, std::size_t at,
                                     std::span<const V> closed, V end) {
    met_.clear();
    waiting_.clear();
    const auto prefix = std::span(from.path.vertices).first(at + 1);
    // The `before` of these entries is not read.
    for (const V v : prefix) met_.insert_or_assign(v, reached{never, v, 0});
    const V start = prefix.back();
    const D to_end = rows_.to_end(start);
    met_.insert_or_assign(start, reached{from.lengths[at], start, to_end});
    waiting_.push(sum_of_lengths<D>(from.lengths[at], to_end), start);
    while (!waiting_.empty()) {
      const auto [estimate, u] = waiting_.pop();
      const reached here = met_.at(u);
      if (estimate != sum_of_lengths<D>(here.length, here.to_end)) continue;
      if (u == end) return way_to(end, from, at);
      rows_.for_each_edge(u, [&, u = u](V v, W w, D rest) {
        if (rest == infinitely_far<D>) return;
        if (u == start && std::ranges::find(closed, v) != closed.end()) return;
        if (w >= 0) reach(v, {sum_of_lengths<W>(here.length, w), u, rest});
      });
    }
    return std::nullopt;
  }

 private:
  // Less than any length, so that a vertex of the prefix is never reached.
  static constexpr D never = -1;

  void reach(V v, const reached& by_u) {
    const auto [known, fresh] = met_.try_emplace(v, by_u);
    if (!fresh) {
      if (by_u.length >= known->second.length) return;
      known->second = by_u;
    }
    waiting_.push(sum_of_lengths<D>(by_u.length, by_u.to_end), v);
  }

  candidate<W, V> way_to(V end, const candidate<W, V>& from, std::size_t at) const {
    candidate<W, V> found;
    found.path.length = met_.at(end).length;
    found.leaves_at = at;
    for (V v = end; v != from.path.vertices[at]; v = met_.at(v).before) {
      found.path.vertices.push_back(v);
      found.lengths.push_back(met_.at(v).length);
    }
    for (std::size_t i = at + 1; i-- > 0;) {
      found.path.vertices.push_back(from.path.vertices[i]);
      found.lengths.push_back(from.lengths[i]);
    }
    std::ranges::reverse(found.path.vertices);
    std::ranges::reverse(found.lengths);
    return found;
  }

  Rows rows_;
  std::unordered_map<V, reached> met_;
  nearest_first<D, V> waiting_;
};

// W is the type of weights, V that of vertices. Searches: for_all(n, f) calls f(i, search) for each
// i below n, at the same time if possible, with a spur_search as `search`.
template <class W, class V, class Searches>
class yen {
  using D = distance<W>;
  using candidate = detail::candidate<W, V>;

 public:
  yen(Searches& searches, V from, V to) : searches_(searches), from_(from), to_(to) {}

  // The end must be reachable.
  std::vector<weighted_path<W, V>> run(std::size_t k) {
    if (k == 0) return {};
    candidate start;
    start.path.vertices.push_back(from_);
    start.lengths.push_back(0);
    leave(start, {{}}, k);
    while (found_.size() < k && !waiting_.empty()) {
      const candidate next = std::move(waiting_.extract(waiting_.begin()).value());
      if (next.path.length == greatest_length<D>) refuse_path(found_.size());
      found_.push_back(next.path);
      if (found_.size() < k)
        leave(next, next_on_found_paths(next.path.vertices), k - found_.size());
    }
    // Paths may be found slightly out of order: a search compares sums of real weights whose
    // rounding differs from that of the paths' lengths.
    std::ranges::stable_sort(found_, {}, &weighted_path<W, V>::length);
    return std::move(found_);
  }

 private:
  [[noreturn]] static void refuse_path(std::size_t found) {
    throw std::invalid_argument(
        "shortest paths require lengths below " + number_text(greatest_length<D>) +
        "; the weights of path " + number_text(found + 1) +
        " add up to more. Divide all weights by a number, or ask for fewer paths");
  }

  // For each position of `from` from leaves_at on, finds the shortest path that leaves `from`
  // there, by a vertex that is not closed at that position. Keeps the paths that may be among the
  // `wanted` next ones. `closed` has an element for each position of `from` except that of to_.
  void leave(const candidate& from, const std::vector<std::vector<V>>& closed, std::size_t wanted) {
    const std::size_t first = from.leaves_at, count = closed.size() - first;
    std::vector<std::optional<candidate>> spurs(count);
    searches_.for_all(count, [&](std::size_t i, auto& search) {
      spurs[i] = search.run(from, first + i, closed[first + i], to_);
    });
    for (auto& spur : spurs) {
      if (spur) waiting_.insert(std::move(*spur));
    }
    while (waiting_.size() > wanted) waiting_.erase(std::prev(waiting_.end()));
  }

  // Returns, for each position of `way` except the last, the next vertices of the found paths that
  // equal `way` up to this position.
  std::vector<std::vector<V>> next_on_found_paths(const std::vector<V>& way) const {
    std::vector<std::vector<V>> next(way.size() - 1);
    for (const weighted_path<W, V>& path : found_) {
      const std::vector<V>& other = path.vertices;
      for (std::size_t i = 0; i + 1 < std::min(way.size(), other.size()) && way[i] == other[i]; ++i)
        next[i].push_back(other[i + 1]);
    }
    return next;
  }

  Searches& searches_;
  const V from_, to_;
  std::vector<weighted_path<W, V>> found_;
  std::set<candidate> waiting_;
};

}  // namespace arcas::inline v0::graph::detail
