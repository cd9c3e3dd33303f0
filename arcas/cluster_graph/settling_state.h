// SPDX-License-Identifier: Apache-2.0
// The common state of settling_by_visits.h and settling_in_turn.h: the decisions of
// arcas/graph/kernels/settling.h over ranks.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/graph/kernels/settling.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Values: the class of the values of a rank's vertices, one of whose members has the decisions.
template <class Law, class Values>
struct settling_state {
  using value = typename Law::value;
  static constexpr local_vertex no_index = std::numeric_limits<local_vertex>::max();

  struct part {
    std::vector<value> ends;  // the decisions about the ends of this rank's rows
    // If the law reads degrees: those of these ends, and of this rank's vertices.
    std::vector<edge_index> degrees, own_degrees;
    // Of each vertex of this rank, its index among the ends, or no_index.
    std::vector<local_vertex> index;
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
    vertex_places homes;  // a copy, since a view may outlive a handle of the graph
    const std::vector<local_vertex>& places;  // for each arc in a row, the index of its end
    const std::vector<std::size_t>& first;
    part& own;
    std::vector<value>& decisions;
    rank_id rank;

    vertex number(local_vertex local) const { return homes.global(rank, local); }
    template <class Degree>
    static graph::detail::placed_vertex<vertex, Degree> placed(vertex number,
                                                               const Degree& degree) {
      return {number, degree};
    }
    auto placed_here(local_vertex local) const {
      return placed(number(local), [this, local] { return own.own_degrees[local]; });
    }
    auto placed_end(vertex end_number, local_vertex end) const {
      return placed(end_number, [this, end] { return own.degrees[end]; });
    }
    auto placed_hub(std::size_t hub) const {
      return placed(hubs.hubs[hub], [this, hub] { return hubs.degrees[hub]; });
    }
    bool is_home_of(std::size_t hub) const { return homes.home(hubs.hubs[hub]) == rank; }
    void decide(local_vertex local, value decision) const {
      decisions[local] = decision;
      const local_vertex end = own.index[local];
      if (end != no_index) own.ends[end] = decision;
    }
  };
  view here() const {
    const neighbor_places::part& known = places.local();
    const graph_rows& rows = places.rows();
    return {rows,        rows.hubs,     places.graph().places(), known.places,
            known.first, parts.local(), values.local().*decided, cluster::self()};
  }
  local_vertex vertex_count() const { return places.graph().local().vertex_count(); }

  void start() const {
    part& own = parts.local();
    own.ends.assign(places.local().ends, Law::undecided);
    if constexpr (Law::by_degree) own.degrees.resize(places.local().ends);
    own.index.assign(vertex_count(), no_index);
    const std::vector<local_vertex>& own_ends = places.local().wanted[cluster::self()];
    for (std::size_t i = 0; i < own_ends.size(); ++i)
      own.index[own_ends[i]] = static_cast<local_vertex>(places.local().first[cluster::self()] + i);
  }
  void send_degrees() const {
    std::vector<edge_index>& own = parts.local().own_degrees;
    own.resize(vertex_count());
    for (local_vertex i = 0; i < own.size(); ++i) own[i] = places.rows().degree(i);
    places.send(own, [all = parts]() -> auto& { return all.local().degrees; });
  }

  neighbor_places places;
  cluster::distributed<Values> values;
  std::vector<value> Values::* decided;
  Law law;
  cluster::distributed<part> parts;
};

}  // namespace arcas::inline v0::cluster_graph::detail
