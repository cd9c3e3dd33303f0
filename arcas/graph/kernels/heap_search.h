// SPDX-License-Identifier: Apache-2.0
// Dijkstra's algorithm (1959) by one thread, with room that is used again from search to search.
#pragma once

#include <arcas/base/stop_handle.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/sssp.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// The sum; nothing where it is not below infinitely_far, or the weight is below 0 or no number.
template <class W>
std::optional<distance<W>> finite_sum(distance<W> length, W weight) {
  using D = distance<W>;
  if constexpr (std::is_integral_v<W>) {
    D sum = 0;
    if (weight >= 0 && !__builtin_add_overflow(length, D{weight}, &sum) && sum < infinitely_far<D>)
      return sum;
  } else {
    const D sum = length + D{weight};
    if (weight >= 0 && sum < infinitely_far<D>) return sum;
  }
  return std::nullopt;
}

// Throws std::invalid_argument with a sentence for a weight below 0, or that is not finite, and for whole sums beyond 64 bits.
template <class W>
distance<W> lengthened_by(distance<W> length, W weight) {
  if (const auto sum = finite_sum<W>(length, weight)) return *sum;
  throw std::invalid_argument("shortest paths require weights from 0 on; an edge has weight " +
                              std::to_string(weight) + " at distance " + std::to_string(length));
}

// Vertices that wait, the nearest first, of equal ones the lowest.
template <class D>
class nearest_first {
 public:
  bool empty() const { return heap_.empty(); }
  void clear() { heap_.clear(); }
  void push(D distance, vertex v) {
    heap_.emplace_back(distance, v);
    std::ranges::push_heap(heap_, std::greater<>());
  }
  std::pair<D, vertex> pop() {
    std::ranges::pop_heap(heap_, std::greater<>());
    const std::pair<D, vertex> nearest = heap_.back();
    heap_.pop_back();
    return nearest;
  }

 private:
  std::vector<std::pair<D, vertex>> heap_;
};

// Throws interrupted if a stop is requested. It is asked for once in 1,024 vertices, some 0.1 ms: a search of a large
// graph lasts seconds.
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

// found(v, distance) for each vertex that `source` reaches along the rows, the nearest first.
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
      if (length != distances_[u]) continue;  // it was reached again on a shorter way
      asked.look();
      found(u, length);
      for (const auto [v, w] : rows.edges(u)) {
        const D by_u = lengthened_by(length, w);
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
