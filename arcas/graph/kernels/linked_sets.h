// SPDX-License-Identifier: Apache-2.0
// Sets of vertices that many workers unite at the same time: a forest of pointers to vertices with
// lower numbers; its roots stand for the sets (union-find; Jayanti, Tarjan: Concurrent disjoint set
// union, 2021; linking by index, with path splitting). components.cpp has its own links, without
// path splitting, since it flattens all paths between its steps. One implementation for both took
// 1.09 times as long for components of Slashdot0902, and 1.3 to 1.7 times as long for blocks of
// Kronecker 18.
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
  // Makes a set of each vertex.
  linked_sets(std::size_t n, const loop_options& loops) : above_(n) {
    whole_for(n, loops, [&](std::size_t v) { above_[v] = static_cast<vertex>(v); });
  }

  // Unites the sets of a and b. Returns the root that was linked under the other, or no_vertex if
  // both were in one set. A linked vertex never becomes a root again, so no vertex is returned
  // twice.
  vertex unite(vertex a, vertex b) {
    for (;;) {
      a = root_of(a);
      b = root_of(b);
      if (a == b) return no_vertex;
      if (a < b) std::swap(a, b);
      // relaxed: a pointer only moves to a lower vertex of the same set, so an old value is a
      // vertex of the set, too; the end of the loop publishes all pointers.
      vertex expected = a;
      if (std::atomic_ref(above_[a]).compare_exchange_weak(expected, b, std::memory_order_relaxed))
        return a;
    }
  }
  // Points each vertex to its root, the least vertex of its set. No thread may unite meanwhile.
  void flatten(const loop_options& loops) {
    whole_for(above_.size(), loops, [&](std::size_t v) {
      // relaxed: as in unite(); other workers shorten the same paths.
      std::atomic_ref(above_[v]).store(root_of(static_cast<vertex>(v)), std::memory_order_relaxed);
    });
  }
  // Returns the root of v, after flatten().
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
