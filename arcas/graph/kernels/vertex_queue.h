// SPDX-License-Identifier: Apache-2.0
// A list of vertices that all workers append to: frontiers, one behind the other. Each worker fills
// a buffer of its own and takes room for the whole of it at once, so that the one shared counter is
// asked rarely.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>

namespace arcas::graph::detail {

class vertex_queue {
 public:
  vertex_queue() = default;
  // Room for all that is ever appended between two calls of clear().
  explicit vertex_queue(std::size_t room) : vertices_(room) {}

  std::size_t size() const { return size_.value; }
  bool empty() const { return size() == 0; }
  vertex operator[](std::size_t i) const { return vertices_[i]; }
  std::span<const vertex> all() const { return {vertices_.data(), size()}; }
  std::span<const vertex> from(std::size_t begin) const { return all().subspan(begin); }
  void clear() { size_.value = 0; }
  // Where nobody else appends.
  void push(vertex v) { vertices_[size_.value++] = v; }

  // While others append, too; readable when the loop has ended.
  void append(std::span<const vertex> some) {
    // relaxed: hands out each place once; the end of the loop publishes what is written there.
    const std::size_t begin =
        std::atomic_ref(size_.value).fetch_add(some.size(), std::memory_order_relaxed);
    std::copy(some.begin(), some.end(), vertices_.begin() + begin);
  }

 private:
  plain_array<vertex> vertices_;
  padded<std::size_t> size_;  // written by all while the rest is read by all
};

// One worker's part of what a loop appends.
class queue_buffer {
 public:
  // Not defaulted: one that is made as own{} would be cleared from end to end before each loop.
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
  // 4 KiB: a claim of room for each thousand vertices, and no more than that on a worker's stack.
  std::array<vertex, 1024> held_;
  std::size_t count_ = 0;
};

}  // namespace arcas::graph::detail
