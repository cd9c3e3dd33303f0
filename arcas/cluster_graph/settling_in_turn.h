// SPDX-License-Identifier: Apache-2.0
// The decisions of arcas/graph/kernels/settling.h over ranks, for laws that decide a vertex by all
// decisions about the neighbours before it. A vertex counts those of these neighbours that are
// undecided, and is decided when there are none. Its home then sends one message to each rank that
// has the vertex in its rows. These ranks lower the counts of their own vertices. The arcs of a hub
// are on all ranks: each rank counts for its part, and sends the evidence of the part to the home
// of the hub when the count is 0. Chains of decisions are long. They cost a message for each step
// between ranks, but no round of all ranks, since all belong to one finish() (waiting_vertices.h).
//
// Memory of a rank:
//   - at most 8 bytes for each of its arcs, and one bit more while the lists are filled;
//   - a decision and 8 bytes for each end of its rows, and 8 bytes more if the law reads degrees;
//   - 12 bytes for each pair of a vertex of this rank and a rank that has it in its rows;
//   - 40 bytes for each of its vertices;
//   - the evidence about each of its hubs: for colourings, a bit for each arc of the hub.
#pragma once

#include <arcas/cluster_graph/settling_state.h>
#include <arcas/cluster_graph/waiting_vertices.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Lists that are stored one behind the other.
template <class T>
class joined_lists {
 public:
  std::span<const T> operator[](std::size_t list) const {
    return {items_.data() + ends_[list], items_.data() + ends_[list + 1]};
  }
  std::span<const T> items() const { return items_; }
  // fill() calls each(offer) twice. Both times each() calls offer(list, item, is_in) for the same
  // items in the same order. An item for which is_in() is true is added to its list, in this order.
  // is_in() is called once for each item.
  template <class Each>
  void fill(std::size_t lists, const Each& each) {
    std::vector<bool> kept;
    ends_.assign(lists + 2, 0);
    each([&](std::size_t list, const T&, const auto& is_in) {
      kept.push_back(is_in());
      if (kept.back()) ++ends_[list + 2];
    });
    for (std::size_t i = 2; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    items_.resize(ends_.back());
    std::size_t next = 0;
    each([&](std::size_t list, const T& item, const auto&) {
      if (kept[next++]) items_[ends_[list + 1]++] = item;
    });
  }

 private:
  std::vector<edge_index> ends_;
  std::vector<T> items_;
};

template <class Law, class Values>
class settling_in_turn {
 public:
  using value = typename Law::value;
  using evidence = typename Law::evidence;

  // Called by one task, like end() and run().
  explicit settling_in_turn(const settling_state<Law, Values>& state)
      : state_(state), part_(cluster::distributed<part>::make()) {}
  void end() const { part_.end(); }

  void run() const {
    cluster::on_all_ranks([all = *this] { all.start(); });
    cluster::on_all_ranks([part = part_] { begin(part); });
  }

 private:
  using view = typename settling_state<Law, Values>::view;

  // A rank that has a vertex in its rows; `index` is its place in neighbor_places::part::wanted.
  struct reader {
    rank_id rank;
    local_vertex index;
  };

  struct part {
    std::optional<view> here;
    joined_lists<local_vertex> waiting;        // by end: neighbours here that come after it
    joined_lists<std::uint32_t> waiting_hubs;  // by vertex: hubs next to it that come after it
    joined_lists<reader> readers;              // by vertex: the other ranks that read its decision
    // For a vertex: the number of undecided neighbours before it. For a hub, at its home: the
    // number of ranks that have not told their evidence.
    std::vector<local_vertex> before;
    std::vector<local_vertex> before_hub;   // by hub: the count of this rank's part
    std::vector<std::uint32_t> first_hubs;  // hubs whose before_hub is 0 at first
    std::vector<evidence> of_hub;           // by hub, at its home: what ranks have told
    evidence known;                         // about the vertex that is looked at
    waiting_vertices ready;
  };
  using parts = cluster::distributed<part>;

  void start() const {
    part& own = part_.local();
    const view& here = own.here.emplace(state_.here());
    const local_vertex n = state_.vertex_count();
    own.before.assign(n, 0);
    own.waiting.fill(here.own.ends.size(), [&](const auto& offer) {
      for (local_vertex v = 0; v < n; ++v) {
        const auto self = here.placed_here(v);
        const auto is_before = state_.law.before(self);
        for (edge_index arc = here.rows.offsets[v]; arc < here.rows.offsets[v + std::size_t{1}];
             ++arc) {
          const vertex number = here.rows.targets[arc];
          const local_vertex end = here.places[arc];
          offer(end, v,
                [&] { return number != self.number && is_before(here.placed_end(number, end)); });
        }
      }
    });
    for (const local_vertex v : own.waiting.items()) ++own.before[v];
    own.before_hub.assign(here.hubs.hubs.size(), 0);
    own.waiting_hubs.fill(n, [&](const auto& offer) {
      for (std::uint32_t h = 0; h < own.before_hub.size(); ++h) {
        const auto is_before = state_.law.before(here.placed_hub(h));
        for (const local_vertex v : here.hubs.neighbors(h)) {
          const auto end = here.placed_here(v);
          offer(v, h, [&] { return end.number != here.hubs.hubs[h] && is_before(end); });
        }
      }
    });
    for (const std::uint32_t h : own.waiting_hubs.items()) ++own.before_hub[h];
    own.readers.fill(n, [&](const auto& offer) {
      for (rank_id r = 0; r < cluster::ranks(); ++r) {
        if (r == here.rank) continue;
        const std::vector<local_vertex>& wanted = state_.places.local().wanted[r];
        for (local_vertex i = 0; i < wanted.size(); ++i)
          offer(wanted[i], reader{r, i}, [] { return true; });
      }
    });
    find_first(here);
  }
  // Finds the vertices and parts of hubs that wait for no decision.
  void find_first(const view& here) const {
    part& own = part_.local();
    own.of_hub.resize(own.before_hub.size());
    for (std::uint32_t h = 0; h < own.before_hub.size(); ++h) {
      if (own.before_hub[h] == 0) own.first_hubs.push_back(h);
      if (!here.is_home_of(h)) continue;
      own.of_hub[h].clear(here.hubs.degrees[h]);
      own.before[here.homes.local(here.hubs.hubs[h])] = cluster::ranks();
    }
    for (local_vertex v = 0; v < own.before.size(); ++v)
      if (own.before[v] == 0) own.ready.locals.push_back(v);
  }
  // The functions below are static: of this object, their messages have only the parts. Messages of
  // other ranks may arrive before begin(); then counts are lower than start() has left them.
  static void begin(const parts& all) {
    for (const std::uint32_t h : all.local().first_hubs) tell_home(all, h);
    go_on(all);
  }
  // Called after vertices have become ready.
  static void go_on(const parts& all) {
    begin_telling([all]() -> waiting_vertices& { return all.local().ready; },
                  [all] { return telling_at_once{[all](local_vertex v) { decide(all, v); }}; });
  }

  // Decides v, when all neighbours before it have been decided, and tells those that wait for v.
  static void decide(const parts& all, local_vertex v) {
    part& own = all.local();
    const view& here = *own.here;
    const value decision = decision_about(own, v);
    here.decide(v, decision);
    const local_vertex index = here.own.index[v];
    if (index != settling_state<Law, Values>::no_index) count_down(own, index);
    for (const reader& to : own.readers[v]) {
      cluster::async(to.rank, [all, decision, from = here.rank, index = to.index] {
        part& there = all.local();
        const auto end = static_cast<local_vertex>(there.here->first[from] + index);
        there.here->own.ends[end] = decision;
        count_down(there, end);
        go_on(all);
      });
    }
    for (const std::uint32_t h : own.waiting_hubs[v])
      if (--own.before_hub[h] == 0) tell_home(all, h);
  }
  static value decision_about(part& own, local_vertex v) {
    const view& here = *own.here;
    const edge_index first = here.rows.offsets[v], last = here.rows.offsets[v + std::size_t{1}];
    if (first == last) {
      const std::size_t hub = here.hubs.find(here.number(v));
      if (hub != here.hubs.hubs.size()) return own.of_hub[hub].decision();
    }
    own.known.clear(last - first);
    for (edge_index arc = first; arc < last; ++arc) own.known.add(here.own.ends[here.places[arc]]);
    return own.known.decision();
  }

  // Lowers the counts of the vertices that wait for this end of rows, which has been decided.
  static void count_down(part& own, local_vertex end) {
    for (const local_vertex v : own.waiting[end])
      if (--own.before[v] == 0) own.ready.locals.push_back(v);
  }

  // Called when all ends before the hub in this rank's part of its row have been decided.
  static void tell_home(const parts& all, std::uint32_t h) {
    const view& here = *all.local().here;
    evidence known;
    const vertex number = here.hubs.hubs[h];
    known.clear(here.hubs.degrees[h]);
    for (const local_vertex v : here.hubs.neighbors(h)) known.add(here.decisions[v]);
    cluster::async(
        here.homes.home(number),
        [all, h, v = here.homes.local(number)](const evidence& told) {
          part& there = all.local();
          there.of_hub[h].add(told);
          if (--there.before[v] != 0) return;
          there.ready.locals.push_back(v);
          go_on(all);
        },
        known);
  }

  settling_state<Law, Values> state_;
  parts part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
