// SPDX-License-Identifier: Apache-2.0
// The common state of settling_by_visits.h and settling_in_turn.h: the decisions of
// arcas/graph/kernels/settling.h over ranks.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/graph/kernels/settling.h>

#include <cstddef>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Values: the class of the values of a rank's vertices, one of whose members has the decisions.
template <class Law, class Values>
struct settling_state {
  using value = typename Law::value;

  struct part {
    std::vector<value> ends;  // the decisions about the ends of this rank's rows
    // If the law reads degrees: those of these ends, and of this rank's vertices.
    std::vector<edge_index> degrees, own_degrees;
    std::vector<vertex> index;  // of each vertex of this rank among the ends, or no_vertex
  };

  // Called by one task.
  settling_state(const distributed_graph& g, const cluster::distributed<Values>& all_values,
                 std::vector<value> Values::* member, const Law& how)
      : places(neighbor_places::make(g, arc_side::out)),
        values(all_values),
        decided(member),
        law(how),
        parts(cluster::distributed<part>::make()) {
    cluster::on_all_ranks([all = *this] { all.start(); });
    if constexpr (Law::by_degree) cluster::on_all_ranks([all = *this] { all.send_degrees(); });
  }
  void end() const { end_all(places, parts); }

  // This rank's data, looked up once for many accesses.
  struct view {
    const graph_rows& rows;
    const hub_rows& hubs;
    const vertex_places& homes;
    const std::vector<vertex>& places;  // for each arc in a row, the index of its end
    const std::vector<std::size_t>& first;
    part& own;
    std::vector<value>& decisions;
    rank_id rank;

    vertex number(vertex local) const { return homes.global(rank, local); }
    template <class Degree>
    static graph::detail::placed_vertex<Degree> placed(vertex number, const Degree& degree) {
      return {number, degree};
    }
    auto placed_here(vertex local) const {
      return placed(number(local), [this, local] { return own.own_degrees[local]; });
    }
    auto placed_end(vertex end_number, vertex end) const {
      return placed(end_number, [this, end] { return own.degrees[end]; });
    }
    auto placed_hub(std::size_t hub) const {
      return placed(hubs.hubs[hub], [this, hub] { return hubs.degrees[hub]; });
    }
    bool is_home_of(std::size_t hub) const { return homes.home(hubs.hubs[hub]) == rank; }
    void decide(vertex local, value decision) const {
      decisions[local] = decision;
      const vertex end = own.index[local];
      if (end != graph::no_vertex) own.ends[end] = decision;
    }
  };
  view here() const {
    const neighbor_places::part& known = places.local();
    const graph_rows& rows = places.rows();
    return {rows,        rows.hubs,     places.graph().places(), known.places,
            known.first, parts.local(), values.local().*decided, cluster::self()};
  }
  vertex vertex_count() const { return places.graph().local().vertex_count(); }

  void start() const {
    part& own = parts.local();
    own.ends.assign(places.local().ends, Law::undecided);
    if constexpr (Law::by_degree) own.degrees.resize(places.local().ends);
    own.index.assign(vertex_count(), graph::no_vertex);
    const std::vector<vertex>& own_ends = places.local().wanted[cluster::self()];
    for (std::size_t i = 0; i < own_ends.size(); ++i)
      own.index[own_ends[i]] = static_cast<vertex>(places.local().first[cluster::self()] + i);
  }
  void send_degrees() const {
    std::vector<edge_index>& own = parts.local().own_degrees;
    own.resize(vertex_count());
    for (vertex i = 0; i < own.size(); ++i) own[i] = places.rows().degree(i);
    places.send(own, [all = parts]() -> auto& { return all.local().degrees; });
  }

  neighbor_places places;
  cluster::distributed<Values> values;
  std::vector<value> Values::* decided;
  Law law;
  cluster::distributed<part> parts;
};

}  // namespace arcas::inline v0::cluster_graph::detail
