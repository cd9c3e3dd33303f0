// SPDX-License-Identifier: Apache-2.0
// The edges of a rank while truss numbers are found, and what ranks tell each other about edges
// (distributed_truss_numbers.cpp).
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/truss_peeling.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

using graph::detail::edge_state;
using truss_edge = graph::basic_truss_edge<vertex>;

// The state of the edge of an arc, and whether the arc's source owns the edge.
class arc_tag {
 public:
  edge_state state() const { return static_cast<edge_state>(bits_ & 3U); }
  bool is_owner() const { return (bits_ & 4U) != 0; }
  bool stays() const { return state() == edge_state::stays; }
  bool is_owner_and(edge_state s) const { return bits_ == (4U | static_cast<unsigned>(s)); }
  void set(edge_state s) {
    bits_ = static_cast<std::uint8_t>((bits_ & 4U) | static_cast<unsigned>(s));
  }
  void own() { bits_ |= 4U; }

 private:
  std::uint8_t bits_ = 0;
};

// The arc at this place in the row of a vertex of this rank.
struct arc_place {
  local_vertex local;
  local_vertex at;
};

// Tells the home of a vertex about its arc to `end`.
struct arc_note {
  local_vertex local;
  vertex end;
  std::uint32_t count;
};

// Rows of vertices of one rank, on their way to another rank.
struct sent_rows {
  std::vector<vertex> of;
  std::vector<std::size_t> last;  // row i is behind row i - 1, and ends here
  std::vector<vertex> ends;
  std::vector<arc_tag> tags;
  template <class Archive>
  void serialize(Archive& a) {
    a(of, last, ends, tags);
  }
};

struct truss_part {
  arc_rows rows;
  std::vector<local_vertex> active;  // the vertices whose rows are not empty
  // For each arc. If its source owns the edge: the number of the edge's triangles or, if the edge
  // is gone, its level. Otherwise: the number of triangles that the owner has not been told of.
  std::vector<std::uint32_t> counts;
  std::vector<arc_tag> tags;
  std::uint64_t stay = 0;  // number of arcs whose edges stay

  bool is_counting = true;  // whether triangles are counted; false later, when they are lost
  arc_rows owned;           // rows of the owned edges, with their places in `rows`
  std::vector<local_vertex> place_of_owned;

  std::uint32_t level = 0;
  std::vector<arc_place> next;  // owned edges whose counts have fallen to the level
  // The arcs of edges that go, in even steps and in odd ones.
  std::array<std::vector<arc_place>, 2> going;
  std::vector<local_vertex> senders;  // the vertices whose rows are to be sent
  std::size_t sent = 0;               // number of them that have been sent
  std::vector<sent_rows> inbox;       // rows that have arrived
  std::vector<arc_place> untold;      // arcs with triangles that the owner has not been told of

  std::vector<truss_edge> done;

  std::size_t arc(arc_place p) const { return rows.offsets[p.local] + p.at; }
  vertex end(arc_place p) const { return rows.targets[arc(p)]; }
  arc_place find(local_vertex local, vertex end) const {
    const auto row = rows.neighbors(local);
    return {local, static_cast<local_vertex>(std::ranges::lower_bound(row, end) - row.begin())};
  }

  void lower(arc_place p, std::uint32_t by) {
    std::uint32_t& count = counts[arc(p)];
    if (count <= level) return;
    count -= std::min(by, count - level);
    if (count == level) next.push_back(p);
  }
  // Changes the count of an owned edge by triangles that have been found: adds them while triangles
  // are counted, and takes them away later.
  void change(arc_place p, std::uint32_t by) {
    if (is_counting) {
      counts[arc(p)] += by;
    } else {
      lower(p, by);
    }
  }

  // Drops the arcs of edges that are gone.
  void shorten() {
    edge_index kept = 0, arc = 0;
    for (std::size_t local = 0; local + 1 < rows.offsets.size(); ++local) {
      for (const edge_index last = rows.offsets[local + 1]; arc < last; ++arc) {
        if (!tags[arc].stays()) continue;
        rows.targets[kept] = rows.targets[arc];
        counts[kept] = counts[arc];
        tags[kept++] = tags[arc];
      }
      rows.offsets[local + 1] = kept;
    }
    rows.targets.resize(kept);
    counts.resize(kept);
    tags.resize(kept);
    std::erase_if(active, [&](vertex local) { return rows.neighbors(local).empty(); });
  }
};

}  // namespace arcas::inline v0::cluster_graph::detail
