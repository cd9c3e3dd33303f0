// SPDX-License-Identifier: Apache-2.0
// Loops over a graph of all ranks. The contract is that of cluster/memory/forall.h. f, x and
// carried are portable (cluster/messages/archive.h):
//
//   forall_vertices(g, f)      f(v) at the home of each vertex; v is an own_vertex
//   forall_edges(g, f)         f(from, to), or f(from, to, weight), for each arc, with the numbers
//                              of its ends, on the rank that stores it: the home of from, or of to
//                              if from is a hub
//   forall_edges_at_target(g, carried, f)
//                              x = carried(u) at the home of each vertex u with out-neighbours,
//                              then f(v, x), or f(v, x, weight), at the home of each out-neighbour
//                              v of u; v is an own_vertex there. f runs between tasks, like a
//                              function of async()
//
// Two further loops go over the neighbours of one vertex. The enclosing finish() waits for them:
//
//   async_to_out_neighbors(g, u, x, f)   f(v, x) or f(v, x, weight) at the homes of u's
//                                        out-neighbours; u is a vertex of this rank
//   async_to_in_neighbors(g, u, x, f)    the same for its in-neighbours
//
// A weight is an arc_weight. In the last three loops each edge costs one message with f, x, the
// vertex, and the weight if f takes one. A hub costs one message for each rank, regardless of its
// degree. The first two loops send no message for an edge.
#pragma once

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/distributed_graph.h>

#include <concepts>

namespace arcas::inline v0::cluster_graph {

namespace detail {

// Whether F is called with a vertex, x and the weight of the edge.
template <class F, class X>
inline constexpr bool wants_weights = std::invocable<const F&, own_vertex, const X&, arc_weight>;

// Calls f(end), or f(end, weight), for each arc of a row.
template <bool Weighted, class Rows, class F>
void for_each_arc(const Rows& rows, std::size_t row, const F& f) {
  if constexpr (Weighted) {
    const arc_weight* weight = rows.weights.data() + rows.offsets[row];
    for (const auto end : rows.neighbors(row)) f(end, *weight++);
  } else {
    for (const auto end : rows.neighbors(row)) f(end);
  }
}

// If u is a hub: sends one message to each rank.
template <arc_side Side, cluster::detail::portable X, class F>
void async_to_hub_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  const hub_rows& hubs = g.local().rows(Side).hubs;
  const auto hub = static_cast<std::uint32_t>(hubs.find(u.number()));
  if (hub == hubs.hubs.size()) return;
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    cluster::async(r, [g, f, x, hub] {
      for_each_arc<wants_weights<F, X>>(
          g.local().rows(Side).hubs, hub,
          [&](local_vertex to, auto... weight) { f(own_vertex(to), x, weight...); });
    });
  }
}

template <arc_side Side, cluster::detail::portable X, class F>
void async_to_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  cluster::detail::require_portable<F>();
  const vertex_places& places = g.places();
  const graph_rows& rows = g.local().rows(Side);
  if (rows.neighbors(u.local()).empty()) return async_to_hub_neighbors<Side>(g, u, x, f);
  for_each_arc<wants_weights<F, X>>(rows, u.local(), [&](vertex v, auto... weight) {
    cluster::async(places.home(v),
                   [f, x, to = places.local(v), weight...] { f(own_vertex(to), x, weight...); });
  });
}

}  // namespace detail

template <cluster::detail::portable X, class F>
void async_to_out_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  detail::async_to_neighbors<arc_side::out>(g, u, x, f);
}

template <cluster::detail::portable X, class F>
void async_to_in_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  detail::async_to_neighbors<arc_side::in>(g, u, x, f);
}

template <class F>
void forall_vertices(const distributed_graph& g, const F& f) {
  cluster::detail::require_portable<F>();
  cluster::on_all_ranks([g, f] {
    cluster::async_local_forall(0, g.local().vertex_count(), [f](std::uint64_t i) {
      f(own_vertex(static_cast<local_vertex>(i)));
    });
  });
}

template <class F>
void forall_edges(const distributed_graph& g, const F& f) {
  cluster::detail::require_portable<F>();
  cluster::on_all_ranks([g, f] {
    constexpr bool weighted = std::invocable<const F&, vertex, vertex, arc_weight>;
    cluster::async_local_forall(0, g.local().vertex_count(), [g, f](std::uint64_t i) {
      const vertex from = own_vertex(static_cast<local_vertex>(i)).number();
      detail::for_each_arc<weighted>(g.local().out, i,
                                     [&](vertex to, auto... weight) { f(from, to, weight...); });
    });
    const std::size_t hub_count = g.local().out_hubs().hubs.size();
    cluster::async_local_forall(0, hub_count, [g, f](std::uint64_t hub) {
      const hub_rows& hubs = g.local().out_hubs();
      detail::for_each_arc<weighted>(hubs, hub, [&](local_vertex to, auto... weight) {
        f(hubs.hubs[hub], own_vertex(to).number(), weight...);
      });
    });
  });
}

template <class Carried, class F>
void forall_edges_at_target(const distributed_graph& g, const Carried& carried, const F& f) {
  cluster::detail::require_portable<F>();
  forall_vertices(g, [g, carried, f](own_vertex u) {
    if (g.local().out_degree(u.local()) != 0) async_to_out_neighbors(g, u, carried(u), f);
  });
}

}  // namespace arcas::inline v0::cluster_graph
