// SPDX-License-Identifier: Apache-2.0
// The decisions of arcas/graph/kernels/settling.h over ranks, for laws that are settled early. In a
// round each rank visits its undecided vertices, and visits them again while that decides many.
// Then it sends each new decision once to each rank that has the vertex in its rows. The arcs of a
// hub are on all ranks. Each rank sends the evidence of its arcs to the home of the hub once: when
// this evidence settles the hub, or when all ends of these arcs that come before the hub have been
// decided. Rounds end, since the first of the undecided vertices in the order is always decided in
// the next round.
//
// Memory of a rank:
//   - 4 bytes for each of its arcs;
//   - a decision for each end of its rows, and 8 bytes more if the law reads degrees;
//   - 8 bytes for each pair of a vertex of this rank and a rank that has it in its rows;
//   - a decision and 8 bytes for each of its vertices, and 8 more if the law reads degrees.
#pragma once

#include <arcas/cluster_graph/settling_state.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

template <class Law, class Values>
class settling_by_visits {
 public:
  using value = typename Law::value;
  using evidence = typename Law::evidence;

  // Called by one task, like end() and run().
  explicit settling_by_visits(const settling_state<Law, Values>& state)
      : state_(state), part_(cluster::distributed<part>::make()) {}
  void end() const { part_.end(); }

  void run() const {
    cluster::on_all_ranks([all = *this] { all.start(); });
    do {
      cluster::on_all_ranks([all = *this] { all.visit_all(); });
      cluster::on_all_ranks([all = *this] {
        all.decide_hubs();
        all.send_decisions();
      });
    } while (sum_of_ranks([all = *this] { return all.undecided_here(); }) != 0);
  }

 private:
  using view = typename settling_state<Law, Values>::view;

  struct hub {
    bool is_decided = false;  // known to all ranks at the end of a round
    bool has_told = false;    // whether this rank has told the home
    // At the home of the hub, what the ranks have told:
    evidence known;
    bool is_settled = false;
    rank_id told = 0;
  };

  struct part {
    std::vector<local_vertex> left;  // undecided vertices of this rank, except hubs
    // By rank: the indices in neighbor_places::part::wanted of vertices whose decisions that rank
    // has not been sent.
    std::vector<std::vector<local_vertex>> unsent;
    std::vector<hub> hubs;
  };

  void start() const {
    part& own = part_.local();
    const view here = state_.here();
    own.hubs.resize(here.hubs.hubs.size());
    for (std::size_t h = 0; h < own.hubs.size(); ++h) own.hubs[h].known.clear(here.hubs.degrees[h]);
    own.left.reserve(state_.vertex_count());
    for (local_vertex i = 0; i < state_.vertex_count(); ++i)
      if (here.hubs.find(here.number(i)) == here.hubs.hubs.size()) own.left.push_back(i);
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      const std::size_t wanted = state_.places.local().wanted[r].size();
      own.unsent.emplace_back(r == cluster::self() ? 0 : wanted);
      std::iota(own.unsent.back().begin(), own.unsent.back().end(), local_vertex{0});
    }
  }

  void visit_all() const {
    part& own = part_.local();
    const view here = state_.here();
    std::size_t looks = 0;
    constexpr std::size_t rows_a_poll = 1024, worthwhile_part = 4;
    const auto visit_one = [&](local_vertex local) {
      if (++looks % rows_a_poll == 0) cluster::poll();
      return visit(here, local);
    };
    // A further pass is worth its time only if the last one has decided many vertices. Otherwise
    // decisions of other ranks are worth more.
    std::size_t decided = 0;
    do {
      decided = std::erase_if(own.left, visit_one);
    } while (decided > own.left.size() / worthwhile_part);
    for (std::uint32_t h = 0; h < own.hubs.size(); ++h) {
      if (own.hubs[h].is_decided || own.hubs[h].has_told) continue;
      cluster::poll();
      visit_hub(here, h);
    }
  }

  // Decides the vertex if the known decisions about its neighbours suffice. Returns whether they
  // do.
  bool visit(const view& here, local_vertex local) const {
    const edge_index first = here.rows.offsets[local];
    const edge_index last = here.rows.offsets[local + std::size_t{1}];
    const auto self = here.placed_here(local);
    const auto is_before = state_.law.before(self);
    evidence known;
    bool knows_all = true;
    known.clear(last - first);
    for (edge_index arc = first; arc < last; ++arc) {
      const vertex number = here.rows.targets[arc];
      const local_vertex end = here.places[arc];
      if (number == self.number || !is_before(here.placed_end(number, end))) continue;
      const value decision = here.own.ends[end];
      if (known.add(decision)) {
        knows_all = true;
        break;
      }
      knows_all &= decision != Law::undecided;
    }
    if (knows_all) here.decide(local, known.decision());
    return knows_all;
  }

  // Tells the home of the hub what follows from this rank's arcs, if anything does.
  void visit_hub(const view& here, std::uint32_t h) const {
    const auto hub_here = here.placed_hub(h);
    const auto is_before = state_.law.before(hub_here);
    evidence known;
    bool is_settled = false, knows_all = true;
    known.clear(hub_here.degree());
    for (const local_vertex local : here.hubs.neighbors(h)) {
      const auto end = here.placed_here(local);
      if (end.number == hub_here.number || !is_before(end)) continue;
      const value decision = here.decisions[local];
      is_settled = known.add(decision);
      if (is_settled) break;
      knows_all &= decision != Law::undecided;
    }
    if (!is_settled && !knows_all) return;
    part_.local().hubs[h].has_told = true;
    cluster::async(
        here.homes.home(hub_here.number),
        [part = part_, h, is_settled](const evidence& told) {
          hub& at_home = part.local().hubs[h];
          at_home.known.add(told);
          at_home.is_settled |= is_settled;
          ++at_home.told;
        },
        known);
  }

  void decide_hubs() const {
    const view here = state_.here();
    std::vector<hub>& all_hubs = part_.local().hubs;
    for (std::uint32_t h = 0; h < all_hubs.size(); ++h) {
      const hub& told = all_hubs[h];
      if (told.is_decided || !here.is_home_of(h)) continue;
      if (!told.is_settled && told.told != cluster::ranks()) continue;
      here.decide(here.homes.local(here.hubs.hubs[h]), told.known.decision());
      for (rank_id r = 0; r < cluster::ranks(); ++r)
        cluster::async(r, [part = part_, h] { part.local().hubs[h].is_decided = true; });
    }
  }

  void send_decisions() const {
    const view here = state_.here();
    neighbor_places::for_each_rank([&](rank_id r) {
      const std::vector<local_vertex>& wanted = state_.places.local().wanted[r];
      std::vector<local_vertex> which;
      std::vector<value> what;
      std::erase_if(part_.local().unsent[r], [&](local_vertex i) {
        const value decision = here.decisions[wanted[i]];
        if (decision == Law::undecided) return false;
        which.push_back(i);
        what.push_back(decision);
        return true;
      });
      if (which.empty()) return;
      cluster::async(
          r,
          [state = state_, from = cluster::self()](const std::vector<local_vertex>& indices,
                                                   const std::vector<value>& made) {
            const view there = state.here();
            for (std::size_t i = 0; i < indices.size(); ++i)
              there.own.ends[there.first[from] + indices[i]] = made[i];
          },
          std::move(which), std::move(what));
    });
  }

  std::uint64_t undecided_here() const {
    const view here = state_.here();
    std::uint64_t count = part_.local().left.size();
    const std::vector<hub>& all_hubs = part_.local().hubs;
    for (std::size_t h = 0; h < all_hubs.size(); ++h)
      count += here.is_home_of(h) && !all_hubs[h].is_decided;
    return count;
  }

  settling_state<Law, Values> state_;
  cluster::distributed<part> part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
