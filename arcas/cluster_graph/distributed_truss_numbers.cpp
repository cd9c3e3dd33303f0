// SPDX-License-Identifier: Apache-2.0
// Truss numbers over all ranks: the levels and steps of a single process (graph/kernels/
// truss_peeling.h). The home of a vertex has its row in the simple graph, so an edge is at the
// homes of both its ends. The end of the lower degree owns it: its home counts the edge's
// triangles. If an edge is removed (it "goes"), the owner's row is sent to the home of the other
// end. That home finds the common neighbours of both ends, and tells the owners of the other two
// edges of each triangle. At first, the triangles are counted in the same way, by means of rows of
// owned edges. In a step, a rank sends a row at most once to any other rank. It sends no more than
// `most_sent` ends at a time, so that rows of other ranks need little memory.
//
// Memory of a rank: 17 bytes for each arc of its vertices; while the edges are sorted, 48 bytes for
// each edge of its share; and 5 * most_sent bytes for rows from every other rank.
#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/structures/array_sort.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/mail.h>
#include <arcas/cluster_graph/rank_edges.h>
#include <arcas/cluster_graph/simple_rows.h>
#include <arcas/graph/kernels/truss_peeling.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::detail::no_edge_stays;
namespace {

constexpr std::size_t most_sent = std::size_t{1} << 18;
constexpr std::size_t rows_a_poll = 64;
constexpr std::size_t edges_a_block = 4096;

// The handle of the machine of graph/kernels/truss_peeling.h. One task calls its functions, except
// those that are private: tasks of all ranks call them.
class edges_on_ranks {
 public:
  explicit edges_on_ranks(const distributed_graph& g)
      : g_(g), parts_(cluster::distributed<truss_part>::make()) {}
  void end() const { parts_.end(); }

  void count_triangles() const {
    cluster::on_all_ranks([all = *this] {
      truss_part& part = all.parts_.local();
      part.rows = simple_rows(all.g_);
      part.counts.resize(part.rows.targets.size());
      part.tags.resize(part.rows.targets.size());
      part.stay = part.rows.targets.size();
    });
    cluster::on_all_ranks([all = *this] { all.tell_degrees(); });
    cluster::on_all_ranks([all = *this] { all.list_owned(); });
    exchange_rows();
    cluster::on_all_ranks([all = *this] {
      truss_part& part = all.parts_.local();
      part.is_counting = false;
      part.owned = {};
      part.place_of_owned = std::vector<local_vertex>();
    });
  }

  std::uint32_t least_count() const {
    return cluster::fold_ranks(no_edge_stays, std::ranges::min, [parts = parts_] {
      truss_part& part = parts.local();
      if (2 * part.stay <= part.tags.size() && !part.tags.empty()) part.shorten();
      std::uint32_t least = no_edge_stays;
      for (std::size_t i = 0; i < part.tags.size(); ++i)
        if (part.tags[i].is_owner_and(edge_state::stays)) least = std::min(least, part.counts[i]);
      return least;
    });
  }
  void begin_level(std::uint32_t level) {
    step_ ^= 1U;
    cluster::on_all_ranks([all = *this, level] { all.begin_level_here(level); });
  }
  void lose_triangles() const { exchange_rows(); }
  bool next_edges() {
    step_ ^= 1U;
    return sum_of_ranks([all = *this] { return all.advance(); }) != 0;
  }

  // All edges, in ascending order.
  cluster::global_array<truss_edge> sorted_edges() const {
    const std::uint64_t count = sum_of_ranks([parts = parts_] {
      truss_part& part = parts.local();
      part.rows = {};
      part.counts = std::vector<std::uint32_t>();
      part.tags = std::vector<arc_tag>();
      return std::uint64_t{part.done.size()};
    });
    auto edges = cluster::global_array<truss_edge>::make(count, edges_a_block);
    all_or_nothing(
        [&] {
          write(edges);
          cluster::sort(edges);
        },
        [&] { edges.free(); });
    return edges;
  }

 private:
  rank_id home(vertex v) const { return g_.places().home(v); }
  local_vertex local(vertex v) const { return g_.places().local(v); }

  // Writes the edges of all ranks, in any order of the ranks.
  void write(const cluster::global_array<truss_edge>& edges) const {
    std::uint64_t written = 0;
    const auto at = cluster::export_to_all(written);
    cluster::on_all_ranks([parts = parts_, edges, at] {
      const std::vector<truss_edge> done = std::move(parts.local().done);
      if (done.empty()) return;
      const std::uint64_t first = cluster::call(at.home(), [at, own = done.size()] {
        return std::exchange(*at.local(), *at.local() + own);
      });
      cluster::write_from(edges, first, done);
    });
  }

  // Tells the home of each neighbour of a vertex the degree of the vertex.
  void tell_degrees() const {
    const truss_part& own = parts_.local();
    auto told = mail<arc_note>([parts = parts_](const std::vector<arc_note>& notes) {
      truss_part& part = parts.local();
      for (const auto& [local, end, degree] : notes) {
        const std::size_t own_degree = part.rows.neighbors(local).size();
        if (std::pair(own_degree, own_vertex(local).number()) >=
            std::pair(std::size_t{degree}, end))
          continue;
        part.tags[part.arc(part.find(local, end))].own();
      }
    });
    for (local_vertex i = 0; i < g_.local().vertex_count(); ++i) {
      if (i % rows_a_poll == 0) cluster::poll();
      const auto row = own.rows.neighbors(i);
      for (const vertex v : row) {
        told.add(home(v),
                 {local(v), own_vertex(i).number(), static_cast<std::uint32_t>(row.size())});
      }
    }
    told.send_all();
  }

  void list_owned() const {
    truss_part& part = parts_.local();
    const auto owned = static_cast<std::size_t>(
        std::ranges::count_if(part.tags, [](const arc_tag& tag) { return tag.is_owner(); }));
    part.owned.targets.reserve(owned);
    part.place_of_owned.reserve(owned);
    for (local_vertex i = 0; i < g_.local().vertex_count(); ++i) {
      const auto row = part.rows.neighbors(i);
      for (local_vertex at = 0; at < row.size(); ++at) {
        if (!part.tags[part.arc({i, at})].is_owner()) continue;
        part.owned.targets.push_back(row[at]);
        part.place_of_owned.push_back(at);
      }
      part.owned.offsets.push_back(part.owned.targets.size());
      if (!row.empty()) part.active.push_back(i);
      if (part.owned.neighbors(i).size() > 1) part.senders.push_back(i);
    }
    part.done.reserve(part.owned.targets.size());
  }

  // Sends the rows of part.senders, and finds triangles by means of them.
  void exchange_rows() const {
    bool more = true;
    while (more) {
      more = sum_of_ranks([all = *this] { return std::uint64_t{all.send_rows()}; }) != 0;
      cluster::on_all_ranks([all = *this] { all.meet_rows(); });
    }
  }

  // Returns whether rows remain to be sent.
  bool send_rows() const {
    truss_part& part = parts_.local();
    std::vector<sent_rows> rows(cluster::ranks());
    sent_rows one;
    std::size_t ends = 0, looks = 0;
    for (; part.sent < part.senders.size() && ends < most_sent; ++part.sent) {
      if (++looks % rows_a_poll == 0) cluster::poll();
      ends += add_row(part, part.senders[part.sent], one, rows);
    }
    for (rank_id r = 0; r < rows.size(); ++r) {
      if (rows[r].of.empty()) continue;
      if (r == cluster::self()) {
        part.inbox.push_back(std::move(rows[r]));
      } else {
        cluster::async(
            r,
            [parts = parts_](sent_rows& theirs) {
              parts.local().inbox.push_back(std::move(theirs));
            },
            std::move(rows[r]));
      }
    }
    return part.sent != part.senders.size();
  }
  // Whether the home of the arc's end looks for triangles with this arc.
  static bool is_searched(const truss_part& part, arc_tag tag) {
    return part.is_counting || tag.is_owner_and(edge_state::goes);
  }
  // Adds the row of a vertex for each rank that looks for triangles with one of its arcs. Returns
  // the number of ends. `one` is a buffer.
  std::size_t add_row(const truss_part& part, local_vertex local, sent_rows& one,
                      std::vector<sent_rows>& to) const {
    one.ends.clear();
    one.tags.clear();
    std::vector<bool> is_asked(to.size());
    const auto row = part.rows.neighbors(local);
    for (local_vertex at = 0; at < row.size(); ++at) {
      const arc_tag tag = part.tags[part.arc({local, at})];
      if (part.is_counting ? !tag.is_owner() : tag.state() == edge_state::gone) continue;
      one.ends.push_back(row[at]);
      one.tags.push_back(tag);
      if (is_searched(part, tag)) is_asked[home(row[at])] = true;
    }
    std::size_t ends = 0;
    for (rank_id r = 0; r < to.size(); ++r) {
      if (!is_asked[r]) continue;
      sent_rows& rows = to[r];
      rows.of.push_back(own_vertex(local).number());
      rows.ends.insert(rows.ends.end(), one.ends.begin(), one.ends.end());
      rows.tags.insert(rows.tags.end(), one.tags.begin(), one.tags.end());
      rows.last.push_back(rows.ends.size());
      ends += one.ends.size();
    }
    return ends;
  }

  void meet_rows() const {
    truss_part& part = parts_.local();
    auto found = mail<arc_note>([parts = parts_](const std::vector<arc_note>& notes) {
      truss_part& here = parts.local();
      for (const auto& [local, end, count] : notes) here.change(here.find(local, end), count);
    });
    std::vector<std::uint32_t> counts;
    std::size_t looks = 0;
    for (const sent_rows& rows : std::exchange(part.inbox, {})) {
      std::size_t first = 0;
      for (std::size_t i = 0; i < rows.of.size(); first = rows.last[i++]) {
        if (++looks % rows_a_poll == 0) cluster::poll();
        const std::size_t size = rows.last[i] - first;
        meet_row(part, rows.of[i], std::span(rows.ends).subspan(first, size),
                 std::span(rows.tags).subspan(first, size), counts, found);
      }
    }
    for (const arc_place p : std::exchange(part.untold, {})) {
      const vertex end = part.end(p);
      std::uint32_t& count = part.counts[part.arc(p)];
      found.add(home(end), {local(end), own_vertex(p.local).number(), std::exchange(count, 0)});
    }
    found.send_all();
  }
  // Finds the triangles of the edges from a to vertices of this rank. `counts` is a buffer.
  template <class Mail>
  void meet_row(truss_part& part, vertex a, std::span<const vertex> ends,
                std::span<const arc_tag> tags, std::vector<std::uint32_t>& counts,
                Mail& found) const {
    counts.assign(ends.size(), 0);
    for (std::size_t k = 0; k < ends.size(); ++k) {
      if (k % rows_a_poll == rows_a_poll - 1) cluster::poll();
      if (home(ends[k]) != cluster::self() || !is_searched(part, tags[k])) continue;
      if (part.is_counting) {
        counts[k] += count_common(part, ends, local(ends[k]), counts);
      } else {
        lose_common(part, a, ends[k], ends, tags, counts);
      }
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (counts[i] == 0) continue;
      const vertex owner = tags[i].is_owner() ? a : ends[i],
                   other = tags[i].is_owner() ? ends[i] : a;
      found.add(home(owner), {local(owner), other, counts[i]});
    }
  }
  // Counts the triangles whose corners are b, which is a vertex of this rank, the vertex
  // whose row has the ends, and one of the ends.
  static std::uint32_t count_common(truss_part& part, std::span<const vertex> ends, local_vertex b,
                                    std::vector<std::uint32_t>& counts) {
    const auto row = part.owned.neighbors(b);
    const local_vertex* const places = part.place_of_owned.data() + part.owned.offsets[b];
    std::uint32_t* const own = part.counts.data() + part.rows.offsets[b];
    std::uint32_t* const sent = counts.data();
    std::uint32_t common = 0;
    const bool is_shorter = row.size() < ends.size();
    graph::detail::for_each_common_place(is_shorter ? row : ends, is_shorter ? ends : row,
                                         [&](std::size_t i, std::size_t k) {
                                           ++common;
                                           ++sent[is_shorter ? k : i];
                                           ++own[places[is_shorter ? i : k]];
                                         });
    return common;
  }
  // Counts the triangles that are lost with the edge from a to b, a vertex of this rank.
  void lose_common(truss_part& part, vertex a, vertex b, std::span<const vertex> ends,
                   std::span<const arc_tag> tags, std::vector<std::uint32_t>& counts) const {
    const local_vertex own = local(b);
    const auto row = part.rows.neighbors(own);
    const arc_tag* const own_tags = part.tags.data() + part.rows.offsets[own];
    std::uint32_t* const lost = counts.data();
    const bool is_shorter = row.size() < ends.size();
    graph::detail::for_each_common_place(
        is_shorter ? row : ends, is_shorter ? ends : row, [&](std::size_t i, std::size_t k) {
          const std::size_t at_a = is_shorter ? k : i, at_b = is_shorter ? i : k;
          graph::detail::lose_triangle(
              a, b, ends[at_a], tags[at_a].state(), own_tags[at_b].state(), [&] { ++lost[at_a]; },
              [&] { lower_here(part, {own, static_cast<local_vertex>(at_b)}, own_tags[at_b]); });
        });
  }
  static void lower_here(truss_part& part, arc_place p, arc_tag tag) {
    if (tag.is_owner()) {
      part.lower(p, 1);
    } else if (part.counts[part.arc(p)]++ == 0) {
      part.untold.push_back(p);
    }
  }

  void begin_level_here(std::uint32_t level) const {
    truss_part& part = parts_.local();
    part.level = level;
    for (const local_vertex i : part.active) {
      for (edge_index arc = part.rows.offsets[i]; arc < part.rows.offsets[i + std::size_t{1}];
           ++arc)
        if (part.tags[arc].is_owner_and(edge_state::stays) && part.counts[arc] == level)
          part.next.push_back({i, static_cast<local_vertex>(arc - part.rows.offsets[i])});
    }
    advance();
  }
  // Marks the edges of the previous step as gone, and lets the edges of part.next go. Returns the
  // number of edges in part.next. Other ranks may tell of their edges before this rank begins the
  // step.
  std::uint64_t advance() const {
    truss_part& part = parts_.local();
    for (const arc_place p : part.going[step_ ^ 1U]) {
      arc_tag& tag = part.tags[part.arc(p)];
      tag.set(edge_state::gone);
      const auto [from, to] = std::minmax({own_vertex(p.local).number(), part.end(p)});
      if (tag.is_owner()) part.done.push_back({from, to, part.level + 2});
    }
    part.stay -= part.going[step_ ^ 1U].size();
    part.going[step_ ^ 1U].clear();
    part.senders.clear();
    part.sent = 0;
    auto told = mail<arc_note>([parts = parts_, step = step_](const std::vector<arc_note>& notes) {
      truss_part& here = parts.local();
      for (const auto& [local, end, count] : notes) go(here, here.find(local, end), step);
    });
    const std::vector<arc_place> now = std::exchange(part.next, {});
    for (const arc_place p : now) {
      go(part, p, step_);
      part.senders.push_back(p.local);
      told.add(home(part.end(p)), {local(part.end(p)), own_vertex(p.local).number(), 0});
    }
    told.send_all();
    std::ranges::sort(part.senders);
    const auto repeated = std::ranges::unique(part.senders);
    part.senders.erase(repeated.begin(), repeated.end());
    return now.size();
  }
  static void go(truss_part& part, arc_place p, unsigned step) {
    part.tags[part.arc(p)].set(edge_state::goes);
    part.going[step].push_back(p);
  }

  distributed_graph g_;
  cluster::distributed<truss_part> parts_;
  unsigned step_ = 0;  // index in truss_part::going
};

}  // namespace

distributed_truss_result truss_numbers(const distributed_graph& g) {
  require_symmetric(g, "truss numbers require");
  require_short_rows(g, "truss numbers require");
  return all_or_nothing([&] {
    edges_on_ranks edges(g);
    edges.count_triangles();
    const std::uint32_t greatest = graph::detail::remove_by_levels(edges);
    return after_end_of(distributed_truss_result{edges.sorted_edges(), greatest}, edges);
  });
}

}  // namespace arcas::inline v0::cluster_graph
