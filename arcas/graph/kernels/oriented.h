// SPDX-License-Identifier: Apache-2.0
// A graph in which each edge is kept at one of its ends, for triangles.h: simple, renumbered by
// falling degree where that pays. Row v holds neighbours below v, in ascending order.
//
// Where rows are short and nothing is renumbered, copying them would take longer than all that
// follows; then they are read in place, up to v.
#pragma once

#include <arcas/graph/kernels/links.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/plain_array.h>

#include <algorithm>

namespace arcas::graph {

struct oriented_graph {
  adjacency kept;
  plain_array<vertex> old_number;  // of each vertex; none where they are the same
};

// Whether the rows of a graph may be read in place: they are short, simple, and in the order asked
// for.
bool usable_in_place(const undirected_links& g, const triangles_options& options);

// Of a graph that is usable in place, the rows that oriented() would have made.
class rows_in_place {
 public:
  explicit rows_in_place(const link_rows& rows) : rows_(rows) {}
  std::size_t vertex_count() const { return rows_.vertex_count(); }
  std::span<const vertex> neighbors(vertex v) const {
    const auto row = rows_.neighbors(v);
    std::size_t below = 0;
    while (below < row.size() && row[below] < v) ++below;
    return row.first(below);
  }
  void prefetch_offset(vertex v) const { rows_.prefetch_offset(v); }
  void prefetch_row(vertex v) const { rows_.prefetch_row(v); }

 private:
  link_rows rows_;
};

oriented_graph oriented(const undirected_links& g, const triangles_options& options);

}  // namespace arcas::graph
