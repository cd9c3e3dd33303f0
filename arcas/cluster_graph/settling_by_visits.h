// SPDX-License-Identifier: Apache-2.0
// The decisions of arcas/graph/kernels/settling.h over ranks, for laws that are settled early and
// have two decisions, 0 and 1. Each rank knows the decisions about all vertices, as bits
// (known_sets.h), so it needs no table of the vertices in its rows. In a round each rank visits its
// undecided vertices, and visits them again while that decides many. Then it sends its decisions to
// all ranks. A visit goes on where the last one has stopped: at the first undecided neighbour
// before the vertex. So all visits together read each row once.
//
// The arcs of a hub are on all ranks. Each rank sends the evidence of its arcs to the home of the
// hub once: when this evidence settles the hub, or when all ends of these arcs that come before the
// hub have been decided. Rounds end, since the first of the undecided vertices in the order is
// always decided in the next round, or if it is a hub, in the round after it.
//
// Memory of a rank: two bits for each vertex of the graph, which are also what a round sends to
// each rank; 8 bytes for each of its vertices; and the evidence about each hub.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/known_sets.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/settling.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Values: the class of the values of a rank's vertices, one of whose members has the decisions.
template <class Law, class Values>
class settling_by_visits {
 public:
  using value = typename Law::value;
  using evidence = typename Law::evidence;

  // Called by one task, like end() and run().
  settling_by_visits(const distributed_graph& g, const cluster::distributed<Values>& values,
                     std::vector<value> Values::* decided, const Law& law)
      : g_(g),
        values_(values),
        decided_(decided),
        law_(law),
        part_(cluster::distributed<part>::make()) {}
  void end() const { part_.end(); }

  void run() const {
    cluster::on_all_ranks([all = *this] { all.start(); });
    while (sum_of_ranks([all = *this] { return all.undecided_here(); }) != 0)
      cluster::on_all_ranks([all = *this] { all.visit_all(); });
  }

 private:
  static_assert(!Law::by_degree && Law::undecided > 1);

  struct hub {
    bool has_told = false;  // whether this rank has told the home
    // At the home of the hub, what the ranks have told:
    evidence known;
    bool is_settled = false;
    rank_id told = 0;
  };

  // What a rank knows.
  struct part {
    vertex_places places;
    known_set decided, ones;           // the decided vertices, and those whose decision is 1
    std::vector<local_vertex> left;    // undecided vertices of this rank, except hubs
    std::vector<local_vertex> looked;  // by vertex: the number of its arcs that visits have passed
    std::vector<hub> hubs;

    value about(vertex v) const {
      const rank_id home = places.home(v);
      const local_vertex local = places.local(v);
      if (!decided.of(home).contains(local)) return Law::undecided;
      return ones.of(home).contains(local);
    }
  };

  // The law reads the numbers of vertices, but not their degrees.
  struct no_degree {
    edge_index operator()() const { return 0; }
  };
  static graph::detail::placed_vertex<vertex, no_degree> placed(vertex number) {
    return {number, {}};
  }
  const graph_rows& rows() const { return g_.local().out; }
  const hub_rows& hubs() const { return rows().hubs; }

  void start() const {
    part& own = part_.local();
    const local_vertex n = g_.local().vertex_count();
    own.places = g_.places();
    own.decided = own.ones = known_set(g_.places(), g_.vertex_count());
    own.looked.assign(n, 0);
    own.hubs.resize(hubs().hubs.size());
    for (std::size_t h = 0; h < own.hubs.size(); ++h) own.hubs[h].known.clear(hubs().degrees[h]);
    own.left.reserve(n);
    for (local_vertex i = 0; i < n; ++i) {
      const bool has_row = !rows().neighbors(i).empty();
      if (has_row || hubs().find(own_vertex(i).number()) == hubs().hubs.size())
        own.left.push_back(i);
    }
  }

  void visit_all() const {
    part& own = part_.local();
    const std::size_t left_before = undecided_here();
    decide_hubs(own);
    std::vector<value>& decisions = values_.local().*decided_;
    std::size_t looks = 0;
    constexpr std::size_t rows_a_poll = 1024, worthwhile_part = 16;
    const auto visit_one = [&](local_vertex local) {
      if (++looks % rows_a_poll == 0) cluster::poll();
      return visit(own, decisions, local);
    };
    // A further pass is worth its time only if the last one has decided many vertices. Otherwise
    // decisions of other ranks are worth more.
    std::size_t decided = 0;
    do {
      decided = std::erase_if(own.left, visit_one);
    } while (decided > own.left.size() / worthwhile_part);
    for (std::uint32_t h = 0; h < own.hubs.size(); ++h) {
      if (own.hubs[h].has_told || own.about(hubs().hubs[h]) != Law::undecided) continue;
      cluster::poll();
      visit_hub(own, h);
    }
    if (undecided_here() == left_before) return;
    const rank_id self = cluster::self();
    known_set::send(
        [part = part_] { return std::array{&part.local().decided, &part.local().ones}; },
        own.decided.of(self), own.ones.of(self));
  }

  static void decide(part& own, std::vector<value>& decisions, local_vertex local, value decision) {
    decisions[local] = decision;
    own.decided.of(cluster::self()).insert(local);
    if (decision == 1) own.ones.of(cluster::self()).insert(local);
  }

  // Goes on along the row of the vertex, to the next undecided neighbour before it. Decides the
  // vertex at a decision that settles it, or at the end. Returns whether it does.
  bool visit(part& own, std::vector<value>& decisions, local_vertex local) const {
    const std::span<const vertex> row = rows().neighbors(local);
    const vertex self = own_vertex(local).number();
    evidence known;
    known.clear(row.size());
    for (std::size_t i = own.looked[local]; i < row.size(); ++i) {
      const value decision = own.about(row[i]);
      if (decision != Law::undecided) {
        if (known.add(decision)) break;
      } else if (row[i] != self && law_.before(placed(self))(placed(row[i]))) {
        own.looked[local] = static_cast<local_vertex>(i);
        return false;
      }
    }
    decide(own, decisions, local, known.decision());
    return true;
  }

  // Tells the home of the hub what follows from this rank's arcs, if anything does.
  void visit_hub(part& own, std::uint32_t h) const {
    const vertex number = hubs().hubs[h];
    const auto is_before = law_.before(placed(number));
    evidence known;
    bool is_settled = false, knows_all = true;
    known.clear(hubs().degrees[h]);
    for (const local_vertex local : hubs().neighbors(h)) {
      const vertex end = own_vertex(local).number();
      const value decision = own.about(end);
      if (decision == Law::undecided) {
        knows_all = knows_all && (end == number || !is_before(placed(end)));
      } else if (known.add(decision)) {
        is_settled = true;
        break;
      }
    }
    if (!is_settled && !knows_all) return;
    own.hubs[h].has_told = true;
    cluster::async(
        g_.places().home(number),
        [part = part_, h, is_settled](const evidence& told) {
          hub& at_home = part.local().hubs[h];
          at_home.known.add(told);
          at_home.is_settled |= is_settled;
          ++at_home.told;
        },
        known);
  }

  bool is_undecided_here(const part& own, std::size_t h) const {
    const vertex number = hubs().hubs[h];
    return own.places.home(number) == cluster::self() && own.about(number) == Law::undecided;
  }
  // Decides hubs by the evidence that ranks have told in earlier rounds.
  void decide_hubs(part& own) const {
    for (std::size_t h = 0; h < own.hubs.size(); ++h) {
      const hub& told = own.hubs[h];
      if (!told.is_settled && told.told != cluster::ranks()) continue;
      if (!is_undecided_here(own, h)) continue;
      decide(own, values_.local().*decided_, own.places.local(hubs().hubs[h]),
             told.known.decision());
    }
  }

  std::uint64_t undecided_here() const {
    const part& own = part_.local();
    std::uint64_t count = own.left.size();
    for (std::size_t h = 0; h < own.hubs.size(); ++h) count += is_undecided_here(own, h);
    return count;
  }

  distributed_graph g_;
  cluster::distributed<Values> values_;
  std::vector<value> Values::* decided_;
  Law law_;
  cluster::distributed<part> part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
