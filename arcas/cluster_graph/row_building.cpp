// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/mail.h>
#include <arcas/cluster_graph/row_building.h>
#include <arcas/graph/sorted_rows.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

// An edge as an entry of a row. `from` is a vertex in the edges that send_arcs() gets, and a local
// number in the arcs that it sends.
template <class W>
using arc = graph::basic_edge<vertex, W>;

graph_rows& rows_of(graph_part& part, arc_side side) {
  return side == arc_side::out ? part.out : part.in;
}
template <class F>
void for_each_side(graph_part& part, const F& f) {
  f(part.out);
  if (!part.symmetric) f(part.in);
}

// Sends item_of(arc) for each arc of these edges to the home of the arc. take(side) is the function
// that gets the items of one side there.
template <class W, class ItemOf, class Take>
void send_arcs(const std::vector<arc<W>>& edges, const row_options& options, const ItemOf& item_of,
               const Take& take) {
  using item = std::invoke_result_t<const ItemOf&, const arc<W>&>;
  const vertex_places places(cluster::ranks());
  auto out = mail<item>(take(arc_side::out)), in = mail<item>(take(arc_side::in));
  const auto send = [&](auto& side, vertex from, vertex to, arc<W> a) {
    a.from = places.local(from);
    a.to = to;
    side.add(places.home(from), item_of(a));
  };
  for (const arc<W>& e : edges) {
    if (options.drop_self_loops && e.from == e.to) continue;
    send(out, e.from, e.to, e);
    if (!options.both_ways) {
      send(in, e.to, e.from, e);
    } else if (e.from != e.to) {
      send(out, e.to, e.from, e);
    }
  }
  out.send_all();
  in.send_all();
}

// While arcs are counted and stored, `offsets` has one more entry. At first, offsets[r + 2] is the
// number of arcs of row r. After the counts are summed up, offsets[r + 1] is the first free place
// of row r. When row r is full, this place is the offset of row r + 1.
void begin_counting(graph_part& part, local_vertex vertices) {
  for_each_side(part, [&](graph_rows& rows) { rows.offsets.assign(vertices + std::size_t{2}, 0); });
}

template <class W>
void count_arcs(const distributed_edges<W>& edges, const row_options& options,
                const cluster::distributed<graph_part>& to) {
  send_arcs<W>(
      edges.local().edges, options,
      [](const arc<W>& a) { return static_cast<local_vertex>(a.from); },
      [to](arc_side side) {
        return [to, side](const std::vector<local_vertex>& arrived) {
          std::vector<edge_index>& offsets = rows_of(to.local(), side).offsets;
          for (const local_vertex row : arrived) ++offsets[row + std::size_t{2}];
        };
      });
}

void begin_storing(graph_rows& rows, bool weighted) {
  std::partial_sum(rows.offsets.begin(), rows.offsets.end(), rows.offsets.begin());
  rows.targets.resize(rows.offsets.back());
  if (weighted) rows.weights.resize(rows.offsets.back());
}

template <class W>
void store_arcs(const distributed_edges<W>& edges, const row_options& options,
                const cluster::distributed<graph_part>& to) {
  send_arcs<W>(
      edges.local().edges, options, [](const arc<W>& a) { return a; },
      [to](arc_side side) {
        return [to, side](const std::vector<arc<W>>& arrived) {
          graph_rows& rows = rows_of(to.local(), side);
          for (const arc<W>& a : arrived) {
            const edge_index at = rows.offsets[a.from + std::size_t{1}]++;
            rows.targets[at] = a.to;
            if constexpr (graph::is_weight<W>) rows.weights[at] = static_cast<arc_weight>(a.weight);
          }
        };
      });
  edges.local().edges = std::vector<arc<W>>();  // {} would keep its memory
}

// Keeps the arcs for which keep(first, last, arc) is true; [first, last) is the row of the arc.
template <class Keep>
void keep_arcs(graph_rows& rows, const Keep& keep) {
  edge_index kept = 0, first = 0;
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    const edge_index last = rows.offsets[row + 1];
    for (edge_index arc = first; arc < last; ++arc) {
      if (!keep(first, last, arc)) continue;
      rows.targets[kept] = rows.targets[arc];
      if (!rows.weights.empty()) rows.weights[kept] = rows.weights[arc];
      ++kept;
    }
    rows.offsets[row + 1] = kept;
    first = last;
  }
  const auto shorten = [kept](auto& array) {
    if (array.empty()) return;
    array.resize(kept);
    array.shrink_to_fit();
  };
  shorten(rows.targets);
  shorten(rows.weights);
}

// Sorts each row by targets, and parallel arcs by weights.
void sort_rows(graph_rows& rows) {
  std::vector<std::pair<vertex, arc_weight>> sorted;
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    const edge_index first = rows.offsets[row], last = rows.offsets[row + 1];
    if (rows.weights.empty()) {
      std::sort(rows.targets.data() + first, rows.targets.data() + last);
      continue;
    }
    sorted.clear();
    for (edge_index i = first; i < last; ++i) sorted.emplace_back(rows.targets[i], rows.weights[i]);
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : graph::detail::is_lighter(a.second, b.second);
    });
    for (edge_index i = first; i < last; ++i)
      std::tie(rows.targets[i], rows.weights[i]) = sorted[i - first];
  }
}

void finish_rows(graph_rows& rows, bool drop_duplicates) {
  rows.offsets.pop_back();
  sort_rows(rows);
  if (!drop_duplicates) return;
  keep_arcs(rows, [&targets = rows.targets](edge_index first, edge_index, edge_index arc) {
    return arc == first || targets[arc] != targets[arc - 1];
  });
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
struct spread_part {
  std::vector<hub_arcs> out;
  std::vector<hub_arcs> in;
};

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
  bool any = false;
  for (local_vertex local = 0; local + std::size_t{1} < rows.offsets.size(); ++local) {
    if (rows.degree(local) < hub_degree) continue;
    any = true;
    std::vector<hub_arcs> homes = by_homes(rows, local);
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(
          r,
          [to, side](hub_arcs& h) {
            spread_part& there = to.local();
            (side == arc_side::out ? there.out : there.in).push_back(std::move(h));
          },
          std::move(homes[r]));
    }
  }
  if (!any) return;
  keep_arcs(rows, [hub_degree](edge_index first, edge_index last, edge_index) {
    return last - first < hub_degree;
  });
}

hub_rows taken_together(std::vector<hub_arcs> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const hub_arcs& a, const hub_arcs& b) { return a.hub < b.hub; });
  hub_rows all;
  std::size_t arcs = 0, weights = 0;
  for (const hub_arcs& h : parts) {
    arcs += h.locals.size();
    weights += h.weights.size();
  }
  all.targets.reserve(arcs);
  all.weights.reserve(weights);
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
  cluster::on_all_ranks([edges, options, to] {
    to.local().symmetric = options.both_ways;
    begin_counting(to.local(),
                   vertex_places(cluster::ranks()).count_on(cluster::self(), edges.vertices));
  });
  cluster::on_all_ranks([edges, options, to] { count_arcs(edges, options, to); });
  cluster::on_all_ranks([to] {
    for_each_side(to.local(), [](graph_rows& rows) { begin_storing(rows, graph::is_weight<W>); });
  });
  cluster::on_all_ranks([edges, options, to] { store_arcs(edges, options, to); });
  cluster::on_all_ranks([options, to] {
    for_each_side(to.local(),
                  [&](graph_rows& rows) { finish_rows(rows, options.drop_duplicates); });
  });
  spread_hubs(to, options.hub_degree);
}

template void build_rows(const distributed_edges<graph::unweighted>&, const row_options&,
                         const cluster::distributed<graph_part>&);
template void build_rows(const distributed_edges<graph::weight>&, const row_options&,
                         const cluster::distributed<graph_part>&);
template void build_rows(const distributed_edges<graph::real_weight>&, const row_options&,
                         const cluster::distributed<graph_part>&);

}  // namespace arcas::inline v0::cluster_graph::detail
