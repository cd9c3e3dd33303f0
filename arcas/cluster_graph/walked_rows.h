// SPDX-License-Identifier: Apache-2.0
// The rows from which random walks draw on their rank (distributed_walks.cpp).
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/graph/kernels/walking.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

using drawn_row = graph::detail::drawn_row<vertex>;

// What a rank has beside its part of the graph. Every rank calls the functions for its own object.
struct walked_rows {
  std::vector<double> sums;  // for walks by weights: the sum of each arc, as in walking.h
  arc_rows hubs;             // the rows of this rank's hubs
  std::vector<double> hub_sums;
  // By vertex of this rank: for a hub its row in `hubs`, else `no_hub`. Empty if the rank has none.
  std::vector<local_vertex> hub_row;
  static constexpr local_vertex no_hub = std::numeric_limits<local_vertex>::max();

  bool is_hub(local_vertex v) const { return !hub_row.empty() && hub_row[v] != no_hub; }

  // May wait for other ranks. weighted: whether to copy weights.
  void copy_hubs(const distributed_graph& g, bool weighted) {
    std::vector<vertex> here;
    for (const vertex hub : g.local().out_hubs().hubs)
      if (g.places().home(hub) == cluster::self()) here.push_back(hub);
    if (here.empty()) return;
    hub_row.assign(g.local().vertex_count(), no_hub);
    for (local_vertex h = 0; h < here.size(); ++h) hub_row[g.places().local(here[h])] = h;
    hubs = copied_rows(g, here, arc_side::out, {.weights = weighted});
  }

  // The first vertex whose sum of weights cannot be used.
  struct fault {
    vertex v = no_vertex;
    double sum = 0;
    friend fault operator+(const fault& a, const fault& b) { return b.v < a.v ? b : a; }
  };
  // Called after copy_hubs() with weights.
  fault add_up(const distributed_graph& g) {
    const graph_rows& rows = g.local().out;
    sums.resize(rows.targets.size());
    hub_sums.resize(hubs.targets.size());
    fault first;
    const auto add_row = [&](local_vertex v, const arc_rows& all, std::size_t row, double* to) {
      const std::span<const arc_weight> weights = all.weights_of(row);
      if (!graph::detail::add_up_weights(weights, to + all.offsets[row]))
        first = first + fault{own_vertex(v).number(), to[all.offsets[row] + weights.size() - 1]};
    };
    for (local_vertex v = 0; v < g.local().vertex_count(); ++v)
      is_hub(v) ? add_row(v, hubs, hub_row[v], hub_sums.data()) : add_row(v, rows, v, sums.data());
    return first;
  }
};

// Is `next` a neighbour of a vertex of this rank?
struct question {
  local_vertex before;
  vertex next;
};

// The rows of this rank's vertices, looked up once for many draws.
struct own_rows {
  const graph_rows& rows;
  const walked_rows& own;
  vertex_places places;
  rank_id rank;

  vertex number(local_vertex local) const { return places.global(rank, local); }
  drawn_row row_of(local_vertex local) const {
    return own.is_hub(local) ? row_in(own.hubs, own.hub_sums, own.hub_row[local])
                             : row_in(rows, own.sums, local);
  }
  bool is_edge(const question& q) const {
    return std::ranges::binary_search(row_of(q.before).ends, q.next);
  }
  // The fetch functions prefetch a row that is used soon: first its offset, then the row itself.
  // They are always inlined, since gcc removes calls of functions that only prefetch.
  static constexpr std::size_t row_ahead = 8, offset_ahead = 16;
  [[gnu::always_inline]] void fetch_offset(local_vertex local) const {
    __builtin_prefetch(&rows.offsets[local]);
    if (!own.hub_row.empty()) __builtin_prefetch(&own.hub_row[local]);
  }
  [[gnu::always_inline]] void fetch_row(local_vertex local) const {
    const bool is_hub = own.is_hub(local);
    const arc_rows& all = is_hub ? own.hubs : rows;
    __builtin_prefetch(all.targets.data() + all.offsets[is_hub ? own.hub_row[local] : local]);
  }

 private:
  static drawn_row row_in(const arc_rows& all, const std::vector<double>& sums, std::size_t row) {
    const std::span<const vertex> ends = all.neighbors(row);
    if (sums.empty()) return {ends, {}};
    return {ends, {sums.data() + all.offsets[row], ends.size()}};
  }
};

}  // namespace arcas::inline v0::cluster_graph::detail
