// SPDX-License-Identifier: Apache-2.0
// Sets of vertices that many workers unite at the same time: a forest of pointers to lower vertices, whose roots stand for
// the sets (union-find; Jayanti, Tarjan: Concurrent disjoint set union, 2021, by index and with path splitting).
// components.cpp has links of its own, which shorten nothing since all is flattened between its steps: one for both made
// components of Slashdot0902 1.09 times, and blocks of Kronecker 18 1.3 to 1.7 times as slow.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <cstddef>
#include <utility>

namespace arcas::inline v0::graph::detail {

class linked_sets {
 public:
  // Each vertex alone.
  linked_sets(std::size_t n, const loop_options& loops) : above_(n) {
    whole_for(n, loops, [&](std::size_t v) { above_[v] = static_cast<vertex>(v); });
  }

  // The root that went under another, or no_vertex where both are in one set already. Each root but those that
  // stay goes under another exactly once.
  vertex unite(vertex a, vertex b) {
    for (;;) {
      a = root_of(a);
      b = root_of(b);
      if (a == b) return no_vertex;
      if (a < b) std::swap(a, b);
      // relaxed: a pointer only ever moves to a lower vertex of the same set, so an old one leads there, too; the end
      // of the loop publishes all.
      vertex expected = a;
      if (std::atomic_ref(above_[a]).compare_exchange_weak(expected, b, std::memory_order_relaxed))
        return a;
    }
  }
  // Where no one unites: each vertex points to its root, the least of its set.
  void flatten(const loop_options& loops) {
    whole_for(above_.size(), loops, [&](std::size_t v) {
      // relaxed: as in unite(); others shorten the same ways.
      std::atomic_ref(above_[v]).store(root_of(static_cast<vertex>(v)), std::memory_order_relaxed);
    });
  }
  // After flatten().
  vertex operator[](std::size_t v) const { return above_[v]; }

 private:
  vertex root_of(vertex v) {
    for (;;) {
      // relaxed, all three: as in unite().
      const vertex up = std::atomic_ref(above_[v]).load(std::memory_order_relaxed);
      const vertex higher = std::atomic_ref(above_[up]).load(std::memory_order_relaxed);
      if (up == higher) return up;
      vertex expected = up;
      // relaxed: as in unite()
      std::atomic_ref(above_[v]).compare_exchange_weak(expected, higher, std::memory_order_relaxed);
      v = up;
    }
  }

  plain_array<vertex> above_;
};

}  // namespace arcas::inline v0::graph::detail
