// SPDX-License-Identifier: Apache-2.0
// The decisions of arcas/graph/kernels/settling.h over ranks, for laws that decide a vertex by all
// decisions about the neighbours before it. A vertex counts those of these neighbours that are
// undecided, and is decided when there are none. Its home then sends one message to each rank that
// has the vertex in its rows. There, each vertex that waits for the decision adds it to its
// evidence, and lowers its count. The arcs of a hub are on all ranks: each rank counts for its
// part, and sends the evidence of the part to the home of the hub when the count is 0. Chains of
// decisions are long. They cost a message for each step between ranks, but no round of all ranks,
// since all belong to one finish() (waiting_vertices.h).
//
// Memory of a rank:
//   - while the lists are filled: at most 8 bytes for each of its arcs, and 8 bytes for each of
//     its vertices and each end of its rows;
//   - afterwards, at most 4 bytes for each of its arcs; 80 bytes for each of its vertices, and for
//     colourings a bit for each neighbour before it, if there are 64 or more;
//   - 8 bytes for each end of its rows on another rank;
//   - 12 bytes for each pair of a vertex of this rank and a rank that has it in its rows;
//   - the evidence about each of its hubs.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/settling.h>
#include <arcas/graph/plain_array.h>

#include <algorithm>
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
  // One way to set the lists: begin(), then end_list() for each list, with the number of items up
  // to its end, then take() with all items.
  void begin(std::size_t lists) {
    ends_.reserve(lists + 1);
    ends_.push_back(0);
  }
  void end_list(std::size_t items) { ends_.push_back(items); }
  void take(const T* items) { items_.assign(items, items + ends_.back()); }
  // The other way: fill() calls each(offer) twice. Both times each() calls offer(list, item) for
  // the same items in the same order. Each item is added to its list, in this order.
  template <class Each>
  void fill(std::size_t lists, const Each& each) {
    ends_.assign(lists + 2, 0);
    each([&](std::size_t list, const T&) { ++ends_[list + 2]; });
    for (std::size_t i = 2; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    items_.resize(ends_.back());
    each([&](std::size_t list, const T& item) { items_[ends_[list + 1]++] = item; });
  }

 private:
  std::vector<edge_index> ends_;
  std::vector<T> items_;
};

// Values: the class of the values of a rank's vertices, one of whose members has the decisions.
template <class Law, class Values>
class settling_in_turn {
 public:
  using value = typename Law::value;
  using evidence = typename Law::evidence;

  // Called by one task, like end() and run().
  settling_in_turn(const distributed_graph& g, const cluster::distributed<Values>& values,
                   std::vector<value> Values::* decided, const Law& law)
      : places_(neighbor_places::make(g, arc_side::out)),
        values_(values),
        decided_(decided),
        law_(law),
        part_(cluster::distributed<part>::make()) {}
  void end() const { end_all(places_, part_); }

  void run() const {
    cluster::on_all_ranks(
        [all = *this] { all.part_.local().degrees.resize(all.places_.local().ends); });
    cluster::on_all_ranks([all = *this] { all.send_degrees(); });
    cluster::on_all_ranks([all = *this] { all.start(); });
    cluster::on_all_ranks([part = part_] { begin(part); });
  }

 private:
  static_assert(Law::by_degree);

  // This rank's data, looked up once for many accesses.
  struct view {
    const graph_rows& rows;
    const hub_rows& hubs;
    vertex_places homes;  // a copy, since a view may outlive a handle of the graph
    std::vector<value>& decisions;
    rank_id rank;

    vertex number(local_vertex local) const { return homes.global(rank, local); }
    bool is_home_of(std::size_t hub) const { return homes.home(hubs.hubs[hub]) == rank; }
  };

  // What is known about a vertex.
  struct waiter {
    // The number of undecided neighbours before it. For a hub, at its home: the number of ranks
    // that have not told their evidence.
    local_vertex before = 0;
    evidence known;
  };
  // A rank that has a vertex in its rows; `index` is its place in neighbor_places::part::wanted.
  struct reader {
    rank_id rank;
    local_vertex index;
  };

  struct part {
    std::optional<view> here;
    std::vector<edge_index> degrees, own_degrees;  // of the ends of rows, and of own vertices
    // For each vertex of this rank, and for each end of its rows on another rank (in the order of
    // neighbor_places without own ends): the neighbours here, except hubs, that come after it.
    joined_lists<local_vertex> waiting, waiting_for_others;
    std::vector<std::size_t> first_of_others;  // by other rank: its first list
    joined_lists<std::uint32_t> waiting_hubs;  // by vertex: hubs next to it that come after it
    joined_lists<reader> readers;              // by vertex: the other ranks that read its decision
    std::vector<waiter> vertices;
    std::vector<local_vertex> before_hub;   // by hub: the count of this rank's part
    std::vector<std::uint32_t> first_hubs;  // hubs whose before_hub is 0 at first
    waiting_vertices ready;

    template <class Degree>
    static graph::detail::placed_vertex<vertex, Degree> placed(vertex number,
                                                               const Degree& degree) {
      return {number, degree};
    }
    auto placed_here(local_vertex local) const {
      return placed(here->number(local), [this, local] { return own_degrees[local]; });
    }
    auto placed_end(vertex number, local_vertex end) const {
      return placed(number, [this, end] { return degrees[end]; });
    }
    auto placed_hub(std::size_t hub) const {
      return placed(here->hubs.hubs[hub], [this, hub] { return here->hubs.degrees[hub]; });
    }
  };
  using parts = cluster::distributed<part>;

  void send_degrees() const {
    std::vector<edge_index>& own = part_.local().own_degrees;
    own.resize(places_.graph().local().vertex_count());
    for (local_vertex i = 0; i < own.size(); ++i) own[i] = places_.rows().degree(i);
    places_.send(own, [all = part_]() -> auto& { return all.local().degrees; });
  }
  void start() const {
    part& own = part_.local();
    const graph_rows& rows = places_.rows();
    const view& here = own.here.emplace(view{rows, rows.hubs, places_.graph().places(),
                                             values_.local().*decided_, cluster::self()});
    const auto n = static_cast<local_vertex>(own.own_degrees.size());
    const std::vector<local_vertex> before = list_waiting(here, n);
    own.vertices.resize(n);
    for (local_vertex v = 0; v < n; ++v) {
      own.vertices[v].before = before[v];
      own.vertices[v].known.clear(before[v]);
    }
    own.before_hub.assign(here.hubs.hubs.size(), 0);
    own.waiting_hubs.fill(n, [&](const auto& offer) {
      for (std::uint32_t h = 0; h < own.before_hub.size(); ++h) {
        const auto is_before = law_.before(own.placed_hub(h));
        for (const local_vertex v : here.hubs.neighbors(h)) {
          const auto end = own.placed_here(v);
          if (end.number != here.hubs.hubs[h] && is_before(end)) offer(v, h);
        }
      }
    });
    for (const std::uint32_t h : own.waiting_hubs.items()) ++own.before_hub[h];
    own.readers.fill(n, [&](const auto& offer) {
      for (rank_id r = 0; r < cluster::ranks(); ++r) {
        if (r == here.rank) continue;
        const std::vector<local_vertex>& wanted = places_.local().wanted[r];
        for (local_vertex i = 0; i < wanted.size(); ++i) offer(wanted[i], reader{r, i});
      }
    });
    own.own_degrees = std::vector<edge_index>();
    find_first(here);
  }
  // Fills `waiting` and `waiting_for_others`. Neighbours on this rank are found from both ends of
  // the edge: the row of a vertex gives the vertices before it, which are counted, and those that
  // wait for it. Returns the counts. The loop over a row has no branches of its own, since it is as
  // good as random which of two vertices comes first, and where the other one is.
  std::vector<local_vertex> list_waiting(const view& here, local_vertex n) const {
    part& own = part_.local();
    const std::size_t first_own = places_.local().first[here.rank];
    const std::size_t own_ends = places_.local().wanted[here.rank].size();
    for (rank_id r = 0; r < cluster::ranks(); ++r)
      own.first_of_others.push_back(places_.local().first[r] - (r > here.rank ? own_ends : 0));
    std::vector<local_vertex> before(n), before_elsewhere(n);
    // Long enough for all arcs: memory that is not written is not taken. awaited: for each vertex,
    // the lists of the ends on other ranks before it.
    const std::size_t arcs = here.rows.targets.size();
    graph::plain_array<local_vertex> awaited(arcs), waiting(arcs + here.hubs.targets.size());
    local_vertex *elsewhere = awaited.data(), *later = waiting.data();
    own.waiting.begin(n);
    for (local_vertex v = 0; v < n; ++v) {
      const auto self = own.placed_here(v);
      const auto is_before = law_.before(self);
      const std::span<const vertex> row = here.rows.neighbors(v);
      const local_vertex* const ends = places_.local().places.data() + here.rows.offsets[v];
      local_vertex *const first_elsewhere = elsewhere, *const first_later = later;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool is_other = row[i] != self.number, is_here = here.homes.home(row[i]) == here.rank;
        const bool waits = is_other & is_before(own.placed_end(row[i], ends[i]));
        *elsewhere = static_cast<local_vertex>(ends[i] - (ends[i] < first_own ? 0 : own_ends));
        elsewhere += waits & !is_here;
        *later = here.homes.local(row[i]);
        later += is_other & !waits & is_here;
        before[v] += waits;
      }
      before_elsewhere[v] = static_cast<local_vertex>(elsewhere - first_elsewhere);
      if (row.empty()) later = list_after_hub(here, v, later);
      later = std::remove_if(first_later, later, [&](local_vertex u) {
        return here.rows.neighbors(u).empty();  // a hub
      });
      own.waiting.end_list(static_cast<std::size_t>(later - waiting.data()));
    }
    own.waiting.take(waiting.data());
    waiting = graph::plain_array<local_vertex>();
    own.degrees = std::vector<edge_index>();  // {} would keep its memory
    const std::size_t other_ends = places_.local().ends - own_ends;
    places_.forget_places();
    own.waiting_for_others.fill(other_ends, [&](const auto& offer) {
      const local_vertex* list = awaited.data();
      for (local_vertex v = 0; v < n; ++v)
        for (local_vertex i = 0; i < before_elsewhere[v]; ++i) offer(*list++, v);
    });
    return before;
  }
  // Writes the vertices here that come after v, if v is a hub. Returns the end.
  local_vertex* list_after_hub(const view& here, local_vertex v, local_vertex* to) const {
    const part& own = part_.local();
    const auto self = own.placed_here(v);
    const std::size_t hub = here.hubs.find(self.number);
    if (hub == here.hubs.hubs.size()) return to;
    const auto is_before = law_.before(self);
    const std::span<const local_vertex> row = here.hubs.neighbors(hub);
    return std::copy_if(row.begin(), row.end(), to,
                        [&](local_vertex u) { return u != v && !is_before(own.placed_here(u)); });
  }
  // Finds the vertices and parts of hubs that wait for no decision.
  void find_first(const view& here) const {
    part& own = part_.local();
    for (std::uint32_t h = 0; h < own.before_hub.size(); ++h) {
      if (own.before_hub[h] == 0) own.first_hubs.push_back(h);
      if (!here.is_home_of(h)) continue;
      waiter& hub = own.vertices[here.homes.local(here.hubs.hubs[h])];
      hub.known.clear(here.hubs.degrees[h]);
      hub.before = cluster::ranks();
    }
    for (local_vertex v = 0; v < own.vertices.size(); ++v)
      if (own.vertices[v].before == 0) own.ready.locals.push_back(v);
  }
  // The functions below are static, so that their messages carry `parts` and not this object.
  // Messages of other ranks may arrive before begin(); then counts are lower than start() has left
  // them.
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
    const value decision = own.vertices[v].known.decision();
    own.here->decisions[v] = decision;
    tell(own, own.waiting[v], decision);
    for (const reader& to : own.readers[v]) {
      cluster::async(to.rank, [all, decision, from = cluster::self(), index = to.index] {
        part& there = all.local();
        tell(there, there.waiting_for_others[there.first_of_others[from] + index], decision);
        go_on(all);
      });
    }
    for (const std::uint32_t h : own.waiting_hubs[v])
      if (--own.before_hub[h] == 0) tell_home(all, h);
  }
  // Tells a decision to vertices that wait for it.
  static void tell(part& own, std::span<const local_vertex> waiting, value decision) {
    for (const local_vertex v : waiting) {
      waiter& one = own.vertices[v];
      one.known.add(decision);
      if (--one.before == 0) own.ready.locals.push_back(v);
    }
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
        [all, v = here.homes.local(number)](const evidence& told) {
          part& there = all.local();
          waiter& hub = there.vertices[v];
          hub.known.add(told);
          if (--hub.before != 0) return;
          there.ready.locals.push_back(v);
          go_on(all);
        },
        known);
  }

  neighbor_places places_;
  cluster::distributed<Values> values_;
  std::vector<value> Values::* decided_;
  Law law_;
  parts part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
