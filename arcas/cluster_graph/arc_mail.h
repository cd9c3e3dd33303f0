// SPDX-License-Identifier: Apache-2.0
// Sends values from many vertices of a rank to their neighbours, with many values in a message. For
// a loop over vertices, and for a wave (waiting_vertices.h), this is less work than a message for
// each arc, which the functions of graph_loops.h send.
//
//   arc_mail<arc_side::out, X, F> told(g, f);
//   told.add(u, x);      as async_to_out_neighbors(g, u, x, f), but messages may leave later, and
//                        f is called at once for neighbours on the same rank
//   told.send_all();     at the end
#pragma once

#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/mail.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// What is sent to the end of an arc. Weight... is empty, or arc_weight.
template <class X, class... Weight>
struct arc_item {
  local_vertex to;
  X x;

  template <class F>
  void reach(const F& f) const {
    f(own_vertex(to), x);
  }
};
template <class X>
struct arc_item<X, arc_weight> {
  local_vertex to;
  X x;
  arc_weight weight;

  template <class F>
  void reach(const F& f) const {
    f(own_vertex(to), x, weight);
  }
};

template <arc_side Side, class X, class F>
class arc_mail {
 public:
  arc_mail(const distributed_graph& g, const F& f) : g_(g), f_(f), mail_(take{f}) {}

  void add(own_vertex u, const X& x) {
    const graph_rows& rows = g_.local().rows(Side);
    if (rows.neighbors(u.local()).empty()) return async_to_hub_neighbors<Side>(g_, u, x, f_);
    const vertex_places& places = g_.places();
    for_each_arc<wants_weights<F, X>>(rows, u.local(), [&](vertex v, auto... weight) {
      const rank_id home = places.home(v);
      const item reached{places.local(v), x, weight...};
      if (home == self_) {
        reached.reach(f_);
      } else {
        mail_.add(home, reached);
      }
    });
  }
  void send_all() { mail_.send_all(); }

 private:
  using item = std::conditional_t<wants_weights<F, X>, arc_item<X, arc_weight>, arc_item<X>>;
  struct take {
    F f;
    void operator()(const std::vector<item>& items) const {
      for (const item& i : items) i.reach(f);
    }
  };

  distributed_graph g_;
  F f_;
  mail_of<item, take> mail_;
  rank_id self_ = cluster::self();
};

// Called on each rank: each of these vertices u sends x = carried(u) to its neighbours on this
// side. At the home of a neighbour v, f is called as in graph_loops.h. The vertices stay in memory
// meanwhile.
template <arc_side Side, class Carried, class F>
void tell_neighbors_of(const distributed_graph& g, std::span<const local_vertex> vertices,
                       const Carried& carried, const F& f) {
  arc_mail<Side, std::decay_t<std::invoke_result_t<const Carried&, own_vertex>>, F> told(g, f);
  constexpr std::size_t vertices_a_poll = 16;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (i % vertices_a_poll == 0) cluster::poll();
    const own_vertex u(vertices[i]);
    told.add(u, carried(u));
  }
  told.send_all();
}

}  // namespace arcas::inline v0::cluster_graph::detail
