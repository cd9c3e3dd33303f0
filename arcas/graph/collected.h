// SPDX-License-Identifier: Apache-2.0
// Collects the values of all vertices in one array, in the order of the vertices.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <cstddef>

namespace arcas::inline v0::graph::detail {

// each(v, use) calls use(value) for each value of vertex v. It is called twice for each vertex, and
// must give the same values both times.
template <class T, class Each>
plain_array<T> collected(std::size_t n, const loop_options& loops, const Each& each) {
  plain_array<edge_index> begins(n + 1);
  begins[0] = 0;
  whole_for(n, loops, [&](std::size_t v) {
    edge_index count = 0;
    each(static_cast<vertex>(v), [&](const T&) { ++count; });
    begins[v + 1] = count;
  });
  add_up(begins.all(), loops);
  plain_array<T> all(begins[n]);
  whole_for(n, loops, [&](std::size_t v) {
    T* at = all.data() + begins[v];
    each(static_cast<vertex>(v), [&](const T& value) { *at++ = value; });
  });
  return all;
}

}  // namespace arcas::inline v0::graph::detail
