// SPDX-License-Identifier: Apache-2.0
// What readers and generators hand to the builder: edges in no particular order.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>

#include <cstddef>

namespace arcas::graph {

struct edge {
  vertex from;
  vertex to;
  friend bool operator==(const edge&, const edge&) = default;
};

struct edge_list {
  std::size_t vertex_count = 0;  // every end of an edge is below it
  plain_array<edge> edges;
  vertex_names names;
};

}  // namespace arcas::graph
