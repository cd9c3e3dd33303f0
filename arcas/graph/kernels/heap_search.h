// SPDX-License-Identifier: Apache-2.0
// Dijkstra's algorithm (1959) by one thread, with memory that is reused from search to search.
#pragma once

#include <arcas/base/stop_handle.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/path_lengths.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// A heap of vertices, ordered by distance and then by number.
template <class D, class V = vertex>
class nearest_first {
 public:
  bool empty() const { return heap_.empty(); }
  void clear() { heap_.clear(); }
  void push(D distance, V v) {
    heap_.emplace_back(distance, v);
    std::ranges::push_heap(heap_, std::greater<>());
  }
  std::pair<D, V> pop() {
    std::ranges::pop_heap(heap_, std::greater<>());
    const std::pair<D, V> nearest = heap_.back();
    heap_.pop_back();
    return nearest;
  }

 private:
  std::vector<std::pair<D, V>> heap_;
};

// Throws interrupted if a stop is requested. Checks at each 1,024th vertex, about every 0.1 ms,
// since a search of a large graph takes seconds.
class occasional_stop {
 public:
  explicit occasional_stop(const stop_handle& stop) : stop_(stop) {}
  void look() {
    if (++vertices_ % 1024 == 0 && stop_.stop_requested()) throw interrupted();
  }

 private:
  const stop_handle& stop_;
  std::size_t vertices_ = 0;
};

// Calls found(v, distance) for each vertex that `source` reaches along the rows, the nearest first.
template <class W>
class heap_search {
  using D = distance<W>;

 public:
  template <class Found>
  void run(const basic_adjacency<W>& rows, vertex source, const stop_handle& stop,
           const Found& found) {
    occasional_stop asked(stop);
    distances_.resize(rows.vertex_count(), infinitely_far<D>);
    distances_[source] = 0;
    touched_.push_back(source);
    waiting_.push(0, source);
    while (!waiting_.empty()) {
      const auto [length, u] = waiting_.pop();
      if (length != distances_[u]) continue;  // a shorter path was found later
      asked.look();
      require_distance(u, length);
      found(u, length);
      for (const auto [v, w] : rows.edges(u)) {
        const D by_u = lengthened_by<W>(length, w);
        if (by_u >= distances_[v]) continue;
        if (distances_[v] == infinitely_far<D>) touched_.push_back(v);
        distances_[v] = by_u;
        waiting_.push(by_u, v);
      }
    }
    for (const vertex v : touched_) distances_[v] = infinitely_far<D>;
    touched_.clear();
  }

 private:
  std::vector<D> distances_;
  std::vector<vertex> touched_;
  nearest_first<D> waiting_;
};

}  // namespace arcas::inline v0::graph::detail
