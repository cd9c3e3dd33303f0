// SPDX-License-Identifier: Apache-2.0
// What readers and generators hand to the builder: edges in no particular order.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>

#include <cstddef>

namespace arcas::graph {

template <class V, class W>
struct basic_edge {
  V from;
  V to;
  W weight;
  friend bool operator==(const basic_edge&, const basic_edge&) = default;
};

template <class V>
struct basic_edge<V, unweighted> {
  V from;
  V to;
  friend bool operator==(const basic_edge&, const basic_edge&) = default;
};

template <class V = vertex, class W = unweighted>
struct basic_edge_list {
  std::size_t vertex_count = 0;  // every end of an edge is below it
  plain_array<basic_edge<V, W>> edges;
  vertex_names names;
};

using edge = basic_edge<vertex, unweighted>;
using weighted_edge = basic_edge<vertex, weight>;
using edge_list = basic_edge_list<>;
using weighted_edge_list = basic_edge_list<vertex, weight>;

}  // namespace arcas::graph
