// SPDX-License-Identifier: Apache-2.0
// A list to which all workers append vertices: frontiers, one after another. Each worker fills its
// own buffer and claims room for all of it at once, so that the one shared counter is rarely
// accessed.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <source_location>
#include <span>

namespace arcas::inline v0::graph::detail {

class vertex_queue {
 public:
  vertex_queue() = default;
  // room: the maximum number of vertices appended between two calls of clear().
  explicit vertex_queue(std::size_t room) : vertices_(room) {}

  std::size_t size() const { return size_.value; }
  bool empty() const { return size() == 0; }
  vertex operator[](std::size_t i) const { return vertices_[i]; }
  std::span<const vertex> all() const { return {vertices_.data(), size()}; }
  std::span<const vertex> from(std::size_t begin) const { return all().subspan(begin); }
  void clear() { size_.value = 0; }
  // No other thread may append meanwhile.
  void push(vertex v) { vertices_[size_.value++] = v; }
  // Appends several vertices: fill(end) writes them from `end` on and returns the new end. No other
  // thread may append meanwhile.
  template <class Fill>
  void extend(const Fill& fill) {
    vertex* const end = vertices_.data() + size_.value;
    size_.value += static_cast<std::size_t>(fill(end) - end);
  }

  // Other threads may append meanwhile; the vertices are readable after the loop.
  void append(std::span<const vertex> some) {
    // relaxed: each place is claimed once; the end of the loop publishes the vertices written
    // there.
    const std::size_t begin =
        std::atomic_ref(size_.value).fetch_add(some.size(), std::memory_order_relaxed);
    std::copy(some.begin(), some.end(), vertices_.begin() + begin);
  }

 private:
  plain_array<vertex> vertices_;
  padded<std::size_t> size_;  // written by all while the other members are read by all
};

// One worker's part of the vertices that a loop appends.
class queue_buffer {
 public:
  // Not defaulted: otherwise own{} would clear held_ before each loop.
  queue_buffer() {}

  void push(vertex v, vertex_queue& queue) {
    if (full()) flush(queue);
    held_[count_++] = v;
  }
  bool full() const { return count_ == held_.size(); }
  std::span<const vertex> held() const { return {held_.data(), count_}; }
  void flush(vertex_queue& queue) {
    if (count_ != 0) queue.append({held_.data(), count_});
    count_ = 0;
  }

 private:
  // 4 KiB of a worker's stack; room is claimed once for a thousand vertices.
  std::array<vertex, 1024> held_;
  std::size_t count_ = 0;
};

// Appends to the queue in parallel: calls work(push, i) for each i below n; push(v) appends v.
template <class Work>
void append_each(vertex_queue& queue, std::size_t n, const loop_options& loops, const Work& work,
                 const std::source_location& where = std::source_location::current()) {
  whole_for_own<queue_buffer>(
      n, loops,
      [&](queue_buffer& mine, std::size_t i) { work([&](vertex v) { mine.push(v, queue); }, i); },
      [&](queue_buffer& mine) { mine.flush(queue); }, where);
}

// Appends as append_each() and returns the sum of the degrees of the appended vertices. Degrees are
// read between calls of `work`, many at once: a read inside `work` would wait for the atomic
// operations of `work`.
template <class Degree, class Work>
edge_index append_and_count(vertex_queue& queue, std::size_t n, const loop_options& loops,
                            const Degree& degree_of, const Work& work,
                            const std::source_location& where = std::source_location::current()) {
  struct finder {
    queue_buffer buffer;
    std::size_t counted = 0;  // number of vertices in the buffer that have been counted
    edge_index degrees = 0;   // of the counted vertices
  };
  const auto count_new = [&](finder& mine) {
    edge_index degrees = 0;
    for (const vertex v : mine.buffer.held().subspan(mine.counted)) degrees += degree_of(v);
    mine.degrees += degrees;
    mine.counted = mine.buffer.held().size();
  };
  edge_index degrees = 0;
  whole_for_own<finder>(
      n, loops,
      [&](finder& mine, std::size_t first, std::size_t last) {
        const auto push = [&](vertex v) __attribute__((always_inline)) {
          if (mine.buffer.full()) {
            count_new(mine);
            mine.buffer.flush(queue);
            mine.counted = 0;
          }
          mine.buffer.push(v, queue);
        };
        for (std::size_t i = first; i < last; ++i) work(push, i);
        count_new(mine);
      },
      [&](finder& mine) {
        mine.buffer.flush(queue);
        degrees += mine.degrees;
      },
      where);
  return degrees;
}

}  // namespace arcas::inline v0::graph::detail
