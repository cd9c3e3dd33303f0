// SPDX-License-Identifier: Apache-2.0
// Loops over a graph of all ranks. The contract is that of cluster/memory/forall.h; f, x and
// carried are portable:
//
//   forall_vertices(g, f)      f(v) at the home of each vertex; v is an own_vertex
//   forall_edges(g, f)         f(from, to), or f(from, to, weight), for each arc, by the numbers of
//                              its ends, on the rank that has it: the home of from, or of to where
//                              from is a hub
//   forall_edges_at_target(g, carried, f)
//                              x = carried(u) at the home of each vertex u that has out-neighbours,
//                              then f(v, x), or f(v, x, weight), at the home of each of them, v an
//                              own_vertex there; between tasks, like a function sent by async()
//
// and for what is not a whole graph, as parts of the enclosing finish():
//
//   async_to_out_neighbors(g, u, x, f)   f(v, x) or f(v, x, weight) at the homes of u's
//                                        out-neighbours; u is a vertex of this rank
//   async_to_in_neighbors(g, u, x, f)    at those of its in-neighbours
//
// An edge costs one message, of f, x and the vertex (and the weight where f wants it); a hub costs
// one a rank, whatever its degree.
#pragma once

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/distributed_graph.h>

#include <concepts>

namespace arcas::cluster_graph {

// Whether F is called with a vertex, x and the weight of the edge.
template <class F, class X>
inline constexpr bool wants_weights = std::invocable<const F&, own_vertex, const X&, graph::weight>;

// Tells the neighbours of u where it is a hub: one message to each rank.
template <arc_side Side, cluster::detail::portable X, class F>
void async_to_hub_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  const hub_rows& hubs = g.local().rows(Side).hubs;
  const auto hub = static_cast<std::uint32_t>(hubs.find(u.number()));
  if (hub == hubs.hubs.size()) return;
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    cluster::async(r, [g, f, x, hub] {
      const hub_rows& here = g.local().rows(Side).hubs;
      if constexpr (wants_weights<F, X>) {
        for (const auto [to, weight] : here.weighted_ends_here(hub)) f(own_vertex(to), x, weight);
      } else {
        for (const vertex to : here.ends_here(hub)) f(own_vertex(to), x);
      }
    });
  }
}

template <arc_side Side, cluster::detail::portable X, class F>
void async_to_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  cluster::detail::require_portable<F>();
  const vertex_places& places = g.places();
  const graph_rows& rows = g.local().rows(Side);
  if (rows.neighbors(u.local()).empty()) {
    async_to_hub_neighbors<Side>(g, u, x, f);
  } else if constexpr (wants_weights<F, X>) {
    for (const auto [v, weight] : rows.edges(u.local())) {
      cluster::async(places.home(v),
                     [f, x, to = places.local(v), weight] { f(own_vertex(to), x, weight); });
    }
  } else {
    for (const vertex v : rows.neighbors(u.local())) {
      cluster::async(places.home(v), [f, x, to = places.local(v)] { f(own_vertex(to), x); });
    }
  }
}

template <cluster::detail::portable X, class F>
void async_to_out_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  async_to_neighbors<arc_side::out>(g, u, x, f);
}

template <cluster::detail::portable X, class F>
void async_to_in_neighbors(const distributed_graph& g, own_vertex u, const X& x, const F& f) {
  async_to_neighbors<arc_side::in>(g, u, x, f);
}

// The part of one rank, whose vertices are f's.
template <class F>
void async_local_forall_vertices(const distributed_graph& g, const F& f) {
  cluster::async_local_forall(0, g.local().vertex_count(),
                              [f](std::uint64_t i) { f(own_vertex(static_cast<vertex>(i))); });
}

template <class F>
void forall_vertices(const distributed_graph& g, const F& f) {
  cluster::detail::require_portable<F>();
  cluster::on_all_ranks([g, f] { async_local_forall_vertices(g, f); });
}

// The arcs of this rank's part of a hub.
template <class F>
void for_each_arc_of_hub(const hub_rows& hubs, std::size_t hub, const F& f) {
  if constexpr (std::invocable<const F&, vertex, vertex, graph::weight>) {
    for (const auto [v, weight] : hubs.weighted_ends_here(hub)) {
      f(hubs.hubs[hub], own_vertex(v).number(), weight);
    }
  } else {
    for (const vertex v : hubs.ends_here(hub)) f(hubs.hubs[hub], own_vertex(v).number());
  }
}

template <class F>
void forall_edges(const distributed_graph& g, const F& f) {
  cluster::detail::require_portable<F>();
  cluster::on_all_ranks([g, f] {
    async_local_forall_vertices(g, [g, f](own_vertex u) {
      if constexpr (std::invocable<const F&, vertex, vertex, graph::weight>) {
        for (const auto [v, weight] : g.local().out.edges(u.local())) f(u.number(), v, weight);
      } else {
        for (const vertex v : g.local().out_neighbors(u.local())) f(u.number(), v);
      }
    });
    cluster::async_local_forall(0, g.local().out_hubs().hubs.size(), [g, f](std::uint64_t hub) {
      for_each_arc_of_hub(g.local().out_hubs(), hub, f);
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

}  // namespace arcas::cluster_graph
