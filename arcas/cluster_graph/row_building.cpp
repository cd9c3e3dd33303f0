// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/row_building.h>
#include <arcas/graph/sorted_rows.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

// An edge as an entry of a row. `from` is a vertex in the edges that send_arcs() gets, and a local
// number in the arcs that it sends.
template <class W>
using arc = graph::basic_edge<vertex, W>;

// Number of arcs in a message of about 64 KiB.
constexpr std::size_t arcs_a_message = 8192;

// Arcs that have arrived, for the rows of both sides.
template <class T>
struct both_sides {
  std::vector<T> out;
  std::vector<T> in;

  std::vector<T>& of(arc_side side) { return side == arc_side::out ? out : in; }
};
template <class W>
using arrived_part = both_sides<arc<W>>;
template <class W>
using arrived = cluster::distributed<arrived_part<W>>;

// Collects arcs of one side by destination rank.
template <class W>
class arc_sender {
 public:
  arc_sender(const arrived<W>& to, arc_side side)
      : to_(to), side_(side), batches_(cluster::ranks()) {}

  void send(rank_id home, const arc<W>& a) {
    batches_[home].push_back(a);
    if (batches_[home].size() == arcs_a_message) flush(home);
  }
  void flush_all() {
    for (rank_id r = 0; r < batches_.size(); ++r) {
      if (!batches_[r].empty()) flush(r);
    }
  }

 private:
  void flush(rank_id home) {
    cluster::async(
        home,
        [to = to_, side = side_](const std::vector<arc<W>>& batch) {
          std::vector<arc<W>>& all = to.local().of(side);
          all.insert(all.end(), batch.begin(), batch.end());
        },
        batches_[home]);
    batches_[home].clear();
  }

  arrived<W> to_;
  arc_side side_;
  std::vector<std::vector<arc<W>>> batches_;
};

template <class W>
void send_arcs(std::vector<arc<W>>& edges, const row_options& options, const arrived<W>& to) {
  const vertex_places places(cluster::ranks());
  arc_sender<W> out(to, arc_side::out);
  arc_sender<W> in(to, arc_side::in);
  for (const arc<W>& e : edges) {
    if (options.drop_self_loops && e.from == e.to) continue;
    arc<W> there = e;
    there.from = places.local(e.from);
    out.send(places.home(e.from), there);
    arc<W> back = e;
    back.from = places.local(e.to);
    back.to = e.from;
    if (!options.both_ways) {
      in.send(places.home(e.to), back);
    } else if (e.from != e.to) {
      out.send(places.home(e.to), back);
    }
  }
  out.flush_all();
  in.flush_all();
  edges = std::vector<arc<W>>();  // {} would keep its memory
}

// The offsets of the rows, one more than the number of rows.
template <class W>
std::vector<edge_index> offsets_of(const std::vector<arc<W>>& arcs, local_vertex rows) {
  std::vector<edge_index> offsets(rows + std::size_t{1}, 0);
  for (const arc<W>& a : arcs) ++offsets[a.from + std::size_t{1}];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

// The arcs, sorted by row; each row is ascending.
template <class W>
std::vector<arc<W>> sorted_by_rows(const std::vector<arc<W>>& arcs,
                                   const std::vector<edge_index>& offsets) {
  std::vector<arc<W>> sorted(arcs.size());
  std::vector<edge_index> next(offsets.begin(), offsets.end() - 1);
  for (const arc<W>& a : arcs) sorted[next[a.from]++] = a;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(offsets[row]),
              sorted.begin() + static_cast<std::ptrdiff_t>(offsets[row + 1]),
              [](const arc<W>& a, const arc<W>& b) {
                if constexpr (graph::is_weight<W>) {
                  if (a.to == b.to) return graph::detail::is_lighter(a.weight, b.weight);
                }
                return a.to < b.to;
              });
  }
  return sorted;
}

template <class W>
graph_rows rows_of(std::vector<arc<W>> arcs, local_vertex rows, bool drop_duplicates) {
  graph_rows made;
  made.offsets = offsets_of(arcs, rows);
  arcs = sorted_by_rows(arcs, made.offsets);
  if (drop_duplicates) {
    const auto same = [](const arc<W>& a, const arc<W>& b) {
      return a.from == b.from && a.to == b.to;
    };
    arcs.erase(std::unique(arcs.begin(), arcs.end(), same), arcs.end());
    made.offsets = offsets_of(arcs, rows);
  }
  made.targets.reserve(arcs.size());
  for (const arc<W>& a : arcs) made.targets.push_back(a.to);
  if constexpr (graph::is_weight<W>) {
    made.weights.reserve(arcs.size());
    for (const arc<W>& a : arcs) made.weights.push_back(a.weight);
  }
  return made;
}

// Those arcs of a hub whose ends have one home, in the form in which they are sent to it; the
// numbers of the ends are local to that home.
struct hub_arcs {
  vertex hub = 0;
  edge_index degree = 0;
  std::vector<local_vertex> locals;
  std::vector<arc_weight> weights;
  template <class Archive>
  void serialize(Archive& a) {
    a(hub, degree, locals, weights);
  }
};
using spread_part = both_sides<hub_arcs>;

// The arcs of one row, by the homes of their ends.
std::vector<hub_arcs> by_homes(const graph_rows& rows, local_vertex local) {
  const vertex_places places(cluster::ranks());
  std::vector<hub_arcs> homes(cluster::ranks());
  for (hub_arcs& h : homes) h = {own_vertex(local).number(), rows.degree(local), {}, {}};
  for (edge_index i = rows.offsets[local]; i < rows.offsets[local + std::size_t{1}]; ++i) {
    hub_arcs& h = homes[places.home(rows.targets[i])];
    h.locals.push_back(places.local(rows.targets[i]));
    if (!rows.weights.empty()) h.weights.push_back(rows.weights[i]);
  }
  return homes;
}

// Sends the rows of hubs away and keeps the others.
void send_hubs(graph_rows& rows, arc_side side, edge_index hub_degree,
               const cluster::distributed<spread_part>& to) {
  graph_rows kept;
  for (local_vertex local = 0; local + std::size_t{1} < rows.offsets.size(); ++local) {
    if (rows.degree(local) < hub_degree) {
      kept.append<arc_weight>(rows.neighbors(local), rows.weights_of(local));
      continue;
    }
    std::vector<hub_arcs> homes = by_homes(rows, local);
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(
          r, [to, side](const hub_arcs& h) { to.local().of(side).push_back(h); },
          std::move(homes[r]));
    }
    kept.append({});
  }
  rows = std::move(kept);
}

hub_rows taken_together(std::vector<hub_arcs> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const hub_arcs& a, const hub_arcs& b) { return a.hub < b.hub; });
  hub_rows all;
  for (const hub_arcs& h : parts) {
    all.hubs.push_back(h.hub);
    all.degrees.push_back(h.degree);
    all.append<arc_weight, local_vertex>(h.locals, h.weights);
  }
  return all;
}

}  // namespace

void spread_hubs(const cluster::distributed<graph_part>& to, edge_index hub_degree) {
  if (cluster::ranks() == 1 || hub_degree == 0) return;
  if (hub_degree == automatic_hub_degree) hub_degree = hub_arcs_a_rank * cluster::ranks();
  const auto spread = cluster::distributed<spread_part>::make();
  cluster::on_all_ranks([to, spread, hub_degree] {
    send_hubs(to.local().out, arc_side::out, hub_degree, spread);
    if (!to.local().symmetric) send_hubs(to.local().in, arc_side::in, hub_degree, spread);
  });
  cluster::on_all_ranks([to, spread] {
    to.local().out.hubs = taken_together(std::move(spread.local().out));
    to.local().in.hubs = taken_together(std::move(spread.local().in));
  });
  spread.end();
}

template <class W>
void build_rows(const distributed_edges<W>& edges, const row_options& options,
                const cluster::distributed<graph_part>& to) {
  const arrived<W> arcs = arrived<W>::make();
  cluster::on_all_ranks([edges, options, arcs] { send_arcs(edges.local().edges, options, arcs); });
  cluster::on_all_ranks([edges, options, arcs, to] {
    arrived_part<W>& own = arcs.local();
    const local_vertex rows =
        vertex_places(cluster::ranks()).count_on(cluster::self(), edges.vertices);
    graph_part& part = to.local();
    part.symmetric = options.both_ways;
    part.out = rows_of(std::exchange(own.out, {}), rows, options.drop_duplicates);
    if (!part.symmetric) {
      part.in = rows_of(std::exchange(own.in, {}), rows, options.drop_duplicates);
    }
  });
  arcs.end();
  spread_hubs(to, options.hub_degree);
}

template void build_rows(const distributed_edges<graph::unweighted>&, const row_options&,
                         const cluster::distributed<graph_part>&);
template void build_rows(const distributed_edges<graph::weight>&, const row_options&,
                         const cluster::distributed<graph_part>&);
template void build_rows(const distributed_edges<graph::real_weight>&, const row_options&,
                         const cluster::distributed<graph_part>&);

}  // namespace arcas::inline v0::cluster_graph::detail
