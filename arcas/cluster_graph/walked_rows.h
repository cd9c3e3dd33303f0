// SPDX-License-Identifier: Apache-2.0
// The rows from which random walks draw on their rank (distributed_walks.cpp).
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/graph/kernels/walking.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

using drawn_row = graph::detail::drawn_row<vertex>;

// What a rank has beside its part of the graph. Every rank calls the functions for its own object.
struct walked_rows {
  std::vector<double> sums;  // for walks by weights: the sum of each arc, as in walking.h
  arc_rows hubs;             // the rows of this rank's hubs
  std::vector<double> hub_sums;
  std::vector<std::size_t> own_hub;  // for each hub of the graph, its row in `hubs`

  // May wait for other ranks. weighted: whether to copy weights.
  void copy_hubs(const distributed_graph& g, bool weighted) {
    std::vector<vertex> here;
    for (const vertex hub : g.local().out_hubs().hubs) {
      own_hub.push_back(here.size());
      if (g.places().home(hub) == cluster::self()) here.push_back(hub);
    }
    if (!here.empty()) hubs = copied_rows(g, here, arc_side::out, {.weights = weighted});
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
    const auto add_row = [&](vertex v, const arc_rows& all, std::size_t row, double* to) {
      const std::span<const arc_weight> weights = all.weights_of(row);
      if (!graph::detail::add_up_weights(weights, to + all.offsets[row]))
        first = first + fault{v, to[all.offsets[row] + weights.size() - 1]};
    };
    for (local_vertex v = 0; v < g.local().vertex_count(); ++v)
      add_row(own_vertex(v).number(), rows, v, sums.data());
    for (std::size_t h = 0; h < own_hub.size(); ++h) {
      const vertex hub = rows.hubs.hubs[h];
      if (g.places().home(hub) == cluster::self()) add_row(hub, hubs, own_hub[h], hub_sums.data());
    }
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
    const drawn_row row = row_in(rows, own.sums, local);
    if (!row.ends.empty() || own.own_hub.empty()) return row;
    const std::size_t hub = rows.hubs.find(number(local));
    return hub == own.own_hub.size() ? row : row_in(own.hubs, own.hub_sums, own.own_hub[hub]);
  }
  bool is_edge(const question& q) const {
    return std::ranges::binary_search(row_of(q.before).ends, q.next);
  }
  // The fetch functions prefetch a row that is used soon: first its offset, then the row itself.
  // They are always inlined, since gcc removes calls of functions that only prefetch.
  static constexpr std::size_t row_ahead = 8, offset_ahead = 16;
  [[gnu::always_inline]] void fetch_offset(local_vertex local) const {
    __builtin_prefetch(&rows.offsets[local]);
  }
  [[gnu::always_inline]] void fetch_row(local_vertex local) const {
    __builtin_prefetch(rows.targets.data() + rows.offsets[local]);
  }

 private:
  static drawn_row row_in(const arc_rows& all, const std::vector<double>& sums, std::size_t row) {
    const std::span<const vertex> ends = all.neighbors(row);
    if (sums.empty()) return {ends, {}};
    return {ends, {sums.data() + all.offsets[row], ends.size()}};
  }
};

}  // namespace arcas::inline v0::cluster_graph::detail
