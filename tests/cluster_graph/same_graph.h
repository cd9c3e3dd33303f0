// SPDX-License-Identifier: Apache-2.0
// Is a graph over ranks the same as that of a single process?
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

template <class T>
std::vector<vertex> sorted(std::span<const T> row) {
  std::vector<vertex> all(row.begin(), row.end());
  std::sort(all.begin(), all.end());
  return all;
}

// The neighbours of a hub that are on one rank.
inline std::vector<vertex> ends_on(const distributed_graph& g, rank_id r, vertex v, bool out) {
  return cluster::call(r, [g, v, out] {
    const hub_rows& hubs = g.local().rows(out ? arc_side::out : arc_side::in).hubs;
    const std::size_t hub = hubs.find(v);
    std::vector<vertex> ends;
    if (hub == hubs.hubs.size()) return ends;
    for (const local_vertex local : hubs.neighbors(hub)) ends.push_back(own_vertex(local).number());
    return ends;
  });
}

// The row of a vertex, from its home or joined from all ranks.
inline std::vector<vertex> row_of(const distributed_graph& g, vertex v, bool out) {
  std::vector<vertex> row =
      cluster::call(g.places().home(v), [g, out, local = g.places().local(v)] {
        return sorted(out ? g.local().out_neighbors(local) : g.local().in_neighbors(local));
      });
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    const std::vector<vertex> ends = ends_on(g, r, v, out);
    row.insert(row.end(), ends.begin(), ends.end());
  }
  std::sort(row.begin(), row.end());
  return row;
}

// G is a directed or an undirected graph.
template <class G>
void same_graph(const distributed_graph& g, const G& whole) {
  ASSERT_EQ(g.vertex_count(), whole.vertex_count());
  EXPECT_EQ(g.edge_count(), whole.edge_count());
  EXPECT_EQ(g.is_symmetric(), !G::directed);
  for (vertex v = 0; v < whole.vertex_count(); ++v) {
    EXPECT_EQ(g.original_id(v), whole.original_id(v));
    EXPECT_EQ(row_of(g, v, true), sorted(whole.out_neighbors(v)));
    EXPECT_EQ(row_of(g, v, false), sorted(whole.in_neighbors(v)));
  }
}

}  // namespace arcas::inline v0::cluster_graph
