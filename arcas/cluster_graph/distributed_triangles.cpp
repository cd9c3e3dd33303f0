// SPDX-License-Identifier: Apache-2.0
// Triangles over all ranks: the number of sets of three vertices that are all neighbours of each
// other in the simple graph, regardless of the directions of edges, as in
// arcas/graph/kernels/triangles.h. Method: each edge is kept at its end of lower degree. A vertex
// sends its list of kept neighbours once to each rank that has one of them. That rank intersects
// the list with the lists of these neighbours. For counts by vertex, the rank that finds a triangle
// counts it for its three vertices; at the end each rank sends its sums to the homes of the
// vertices.
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/rank_machine.h>
#include <arcas/graph/kernels/clustering.h>
#include <arcas/graph/kernels/triangle_passes.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// A rank's data on its vertices, by local number.
struct kept_part {
  std::vector<std::vector<vertex>> simple;  // neighbours in either direction, each once
  std::vector<std::vector<vertex>> kept;    // those of higher degree, ascending
  std::uint64_t triangles = 0;
  bool by_vertex = false;
  std::unordered_map<vertex, std::uint64_t> found;  // triangles found here, by vertex of any rank
  std::vector<std::uint64_t> at;                    // triangles of each vertex of this rank
};
using kept_edges = cluster::distributed<kept_part>;

// Adds each hub to the lists of its neighbours on this rank, and sends these neighbours to the
// hub's home.
void tell_hubs(const kept_edges& state, const distributed_graph& g, const hub_rows& hubs) {
  for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
    std::vector<vertex> ends;
    for (const local_vertex local : hubs.neighbors(hub)) {
      ends.push_back(own_vertex(local).number());
      state.local().simple[local].push_back(hubs.hubs[hub]);
    }
    cluster::async(
        g.places().home(hubs.hubs[hub]),
        [state, to = g.places().local(hubs.hubs[hub])](const std::vector<vertex>& theirs) {
          std::vector<vertex>& all = state.local().simple[to];
          all.insert(all.end(), theirs.begin(), theirs.end());
        },
        std::move(ends));
  }
}

void find_neighbors(const kept_edges& state, const distributed_graph& g) {
  kept_part& part = state.local();
  for (local_vertex local = 0; local < g.local().vertex_count(); ++local) {
    std::vector<vertex>& all = part.simple[local];
    const auto add = [&all](std::span<const vertex> row) {
      all.insert(all.end(), row.begin(), row.end());
    };
    add(g.local().out_neighbors(local));
    if (!g.local().symmetric) add(g.local().in_neighbors(local));
  }
  tell_hubs(state, g, g.local().out_hubs());
  if (!g.local().symmetric) tell_hubs(state, g, g.local().in.hubs);
}

void keep_each_once(kept_part& part) {
  for (local_vertex local = 0; local < part.simple.size(); ++local) {
    std::vector<vertex>& all = part.simple[local];
    std::erase(all, own_vertex(local).number());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }
}

// Called when a neighbour has sent its degree.
void keep_if_higher(kept_part& part, const vertex_places& places, local_vertex local,
                    vertex neighbor, std::uint64_t degree) {
  const vertex self = places.global(cluster::self(), local);
  const auto own = std::tuple(part.simple[local].size(), self);
  if (std::tuple(degree, neighbor) > own) part.kept[local].push_back(neighbor);
}

void tell_degrees(const kept_edges& state, const distributed_graph& g) {
  cluster::async_local_forall(0, g.local().vertex_count(), [state, g](std::uint64_t i) {
    const auto local = static_cast<local_vertex>(i);
    const std::vector<vertex>& row = state.local().simple[local];
    const std::uint64_t degree = row.size();
    const vertex self = g.places().global(cluster::self(), local);
    for (const vertex v : row) {
      cluster::async(g.places().home(v),
                     [state, places = g.places(), self, degree, to = g.places().local(v)] {
                       keep_if_higher(state.local(), places, to, self, degree);
                     });
    }
  });
}

// Counts the triangles of u, v and each vertex that both keep.
void note(kept_part& part, vertex u, vertex v, const std::vector<vertex>& by_u,
          const std::vector<vertex>& by_v) {
  std::vector<vertex> third;
  std::ranges::set_intersection(by_u, by_v, std::back_inserter(third));
  if (third.empty()) return;
  part.found[u] += third.size();
  part.found[v] += third.size();
  for (const vertex w : third) ++part.found[w];
}

// u is a vertex of any rank. For each v of its list whose home is here, intersects both lists.
void meet(kept_part& part, const vertex_places& places, vertex u, const std::vector<vertex>& list) {
  for (const vertex v : list) {
    if (places.home(v) != cluster::self()) continue;
    const std::vector<vertex>& kept = part.kept[places.local(v)];
    graph::detail::for_each_common<vertex>(list, kept, [&](vertex) { ++part.triangles; });
    if (part.by_vertex) note(part, u, v, list, kept);
  }
}

void send_lists(const kept_edges& state, const distributed_graph& g) {
  cluster::async_local_forall(0, g.local().vertex_count(), [state, g](std::uint64_t i) {
    const std::vector<vertex>& list = state.local().kept[i];
    std::vector<char> told(cluster::ranks(), 0);
    for (const vertex v : list) {
      const rank_id home = g.places().home(v);
      if (std::exchange(told[home], 1) != 0) continue;
      cluster::async(
          home,
          [state, places = g.places(), u = own_vertex(static_cast<local_vertex>(i)).number()](
              const std::vector<vertex>& theirs) { meet(state.local(), places, u, theirs); },
          list);
    }
  });
}

// Returns the number of triangles. The caller ends `state`.
std::uint64_t find_triangles(const kept_edges& state, const distributed_graph& g, bool by_vertex) {
  cluster::on_all_ranks([state, g, by_vertex] {
    kept_part& part = state.local();
    part.simple.resize(g.local().vertex_count());
    part.kept.resize(g.local().vertex_count());
    part.at.resize(g.local().vertex_count());
    part.by_vertex = by_vertex;
  });
  cluster::on_all_ranks([state, g] { find_neighbors(state, g); });
  cluster::on_all_ranks([state] { keep_each_once(state.local()); });
  cluster::on_all_ranks([state, g] { tell_degrees(state, g); });
  cluster::on_all_ranks([state] {
    for (std::vector<vertex>& list : state.local().kept) std::sort(list.begin(), list.end());
  });
  cluster::on_all_ranks([state, g] { send_lists(state, g); });
  return sum_of_ranks([state] { return state.local().triangles; });
}

}  // namespace

std::uint64_t count_triangles(const distributed_graph& g) {
  return all_or_nothing([&] {
    const kept_edges state = kept_edges::make();
    return after_end_of(find_triangles(state, g, false), state);
  });
}

distributed_triangles_result triangles_by_vertex(const distributed_graph& g) {
  return all_or_nothing([&] {
    const kept_edges state = kept_edges::make();
    rank_machine<graph::detail::clustering_values> ranks(g);
    const std::uint64_t total = find_triangles(state, g, true);
    cluster::on_all_ranks([state, places = g.places()] {
      add_at_homes(places, state.local().found, [state](local_vertex local, std::uint64_t count) {
        state.local().at[local] += count;
      });
    });
    ranks.begin(&decltype(ranks)::values::triangles);
    ranks.apply([state](auto& v, std::size_t i) { v.triangles[i] = state.local().at[i]; });
    const auto degree = [state](std::size_t i) { return state.local().simple[i].size(); };
    const auto end = graph::detail::find_clustering(ranks, total, degree);
    const distributed_triangles_result result{end, ranks.taken(&decltype(ranks)::values::triangles),
                                              ranks.taken(&decltype(ranks)::values::clustering)};
    return after_end_of(result, state, ranks);
  });
}

}  // namespace arcas::inline v0::cluster_graph
