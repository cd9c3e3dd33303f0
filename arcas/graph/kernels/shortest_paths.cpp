// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/heap_search.h>
#include <arcas/graph/kernels/shortest_paths.h>
#include <arcas/graph/kernels/sources.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// A path that leaves the found ones at one of its vertices.
template <class W>
struct candidate {
  weighted_path<W> path;
  std::size_t leaves_at = 0;  // place of that vertex on the path

  bool operator<(const candidate& b) const {
    if (path.length != b.path.length) return path.length < b.path.length;
    return path.vertices < b.path.vertices;
  }
};

// One worker's searches. What they touch is little, so it is kept in tables, not in arrays.
template <class W>
class spur_search {
  using D = distance<W>;
  struct reached {
    D length;
    vertex before;
  };

 public:
  // The shortest way from the last vertex of `prefix`, which is so long, to the end, without the other
  // vertices of the prefix, not by `closed` as the next one.
  std::optional<weighted_path<W>> run(const basic_adjacency<W>& out, std::span<const D> to_end,
                                      std::span<const vertex> prefix, D length,
                                      std::span<const vertex> closed, vertex end) {
    met_.clear();
    waiting_.clear();
    for (const vertex v : prefix) met_.insert_or_assign(v, reached{never, no_vertex});
    const vertex start = prefix.back();
    met_.insert_or_assign(start, reached{length, no_vertex});
    waiting_.push(length + to_end[start], start);
    while (!waiting_.empty()) {
      const auto [estimate, u] = waiting_.pop();
      const D so_far = met_.at(u).length;
      if (estimate != so_far + to_end[u]) continue;
      if (u == end) return way_to(end, so_far, prefix);
      for (const auto [v, w] : out.edges(u)) {
        if (to_end[v] == infinitely_far<D>) continue;
        if (u == start && std::ranges::find(closed, v) != closed.end()) continue;
        const D by_u = lengthened_by(so_far, w);
        const auto [known, fresh] = met_.try_emplace(v, reached{by_u, u});
        if (!fresh) {
          if (by_u >= known->second.length) continue;
          known->second = {by_u, u};
        }
        waiting_.push(lengthened_by(by_u, to_end[v]), v);
      }
    }
    return std::nullopt;
  }

 private:
  // Less than any length: a vertex of the prefix is never reached.
  static constexpr D never = -1;
  static D lengthened_by(D a, D b) { return detail::lengthened_by<D>(a, b); }

  weighted_path<W> way_to(vertex end, D length, std::span<const vertex> prefix) const {
    weighted_path<W> path{{}, length};
    for (vertex v = end; v != prefix.back(); v = met_.at(v).before) path.vertices.push_back(v);
    path.vertices.insert(path.vertices.end(), prefix.rbegin(), prefix.rend());
    std::ranges::reverse(path.vertices);
    return path;
  }

  std::unordered_map<vertex, reached> met_;
  nearest_first<D> waiting_;
};

template <class W>
class yen {
  using D = distance<W>;

 public:
  yen(const basic_adjacency<W>& out, std::span<const D> to_end, vertex from, vertex to,
      const loop_options& loops)
      : out_(out), to_end_(to_end), from_(from), to_(to), loops_(loops) {
    loops_.grain = 1;
  }

  std::vector<weighted_path<W>> run(std::size_t k) {
    if (k == 0 || to_end_[from_] == infinitely_far<D>) return {};
    const vertex start[] = {from_};
    if (auto first = spur_search<W>().run(out_, to_end_, start, 0, {}, to_))
      waiting_.insert({std::move(*first), 0});
    while (found_.size() < k && !waiting_.empty()) {
      const candidate<W> next = std::move(waiting_.extract(waiting_.begin()).value());
      found_.push_back(next.path);
      if (found_.size() < k) leave(next, k - found_.size());
    }
    return std::move(found_);
  }

 private:
  // Of the paths that leave this one, those that may be among the `wanted` next ones.
  void leave(const candidate<W>& from, std::size_t wanted) {
    const std::vector<vertex>& way = from.path.vertices;
    const std::vector<std::vector<vertex>> closed = next_on_found_paths(way);
    const std::vector<D> lengths = lengths_along(way);
    const std::size_t first = from.leaves_at, count = way.size() - 1 - first;
    std::vector<std::optional<weighted_path<W>>> spurs(count);
    whole_for(count, loops_, [&](std::size_t i) {
      const std::size_t at = first + i;
      spurs[i] = searches_.local().run(out_, to_end_, std::span(way).first(at + 1), lengths[at],
                                       closed[at], to_);
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (spurs[i]) waiting_.insert({std::move(*spurs[i]), first + i});
    }
    while (waiting_.size() > wanted) waiting_.erase(std::prev(waiting_.end()));
  }

  // At each place of a path the vertices that found paths with the same beginning go to next.
  std::vector<std::vector<vertex>> next_on_found_paths(const std::vector<vertex>& way) const {
    std::vector<std::vector<vertex>> next(way.size());
    for (const weighted_path<W>& path : found_) {
      const std::vector<vertex>& other = path.vertices;
      for (std::size_t i = 0; i + 1 < std::min(way.size(), other.size()) && way[i] == other[i]; ++i)
        next[i].push_back(other[i + 1]);
    }
    return next;
  }

  std::vector<D> lengths_along(const std::vector<vertex>& way) const {
    std::vector<D> lengths(way.size(), 0);
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      // In rows over the caller's arrays parallel edges are in any order.
      const auto same = std::ranges::equal_range(out_.neighbors(way[i]), way[i + 1]);
      const auto first = static_cast<std::size_t>(same.begin() - out_.neighbors(way[i]).begin());
      const auto weights = out_.edges(way[i]).weights().subspan(first, same.size());
      lengths[i + 1] = lengthened_by(lengths[i], *std::ranges::min_element(weights));
    }
    return lengths;
  }

  const basic_adjacency<W>& out_;
  const std::span<const D> to_end_;
  const vertex from_, to_;
  loop_options loops_;
  worker_local<spur_search<W>> searches_;
  std::vector<weighted_path<W>> found_;
  std::set<candidate<W>> waiting_;
};

}  // namespace

template <class W>
std::vector<weighted_path<W>> detail::k_shortest_paths(const basic_adjacency<W>& out,
                                                       const basic_adjacency<W>& in, vertex from,
                                                       vertex to, std::size_t k,
                                                       const shortest_paths_options& options) {
  const vertex ends[] = {from, to};
  require_sources(out.vertex_count(), ends);
  const auto to_end = shortest_paths(in, out, to, {.loops = options.loops}).distances;
  return yen<W>(out, to_end.all(), from, to, options.loops).run(k);
}

template std::vector<weighted_path<weight>> detail::k_shortest_paths(const basic_adjacency<weight>&,
                                                                     const basic_adjacency<weight>&,
                                                                     vertex, vertex, std::size_t,
                                                                     const shortest_paths_options&);
template std::vector<weighted_path<std::int64_t>> detail::k_shortest_paths(
    const basic_adjacency<std::int64_t>&, const basic_adjacency<std::int64_t>&, vertex, vertex,
    std::size_t, const shortest_paths_options&);
template std::vector<weighted_path<float>> detail::k_shortest_paths(const basic_adjacency<float>&,
                                                                    const basic_adjacency<float>&,
                                                                    vertex, vertex, std::size_t,
                                                                    const shortest_paths_options&);
template std::vector<weighted_path<real_weight>> detail::k_shortest_paths(
    const basic_adjacency<real_weight>&, const basic_adjacency<real_weight>&, vertex, vertex,
    std::size_t, const shortest_paths_options&);

}  // namespace arcas::inline v0::graph
