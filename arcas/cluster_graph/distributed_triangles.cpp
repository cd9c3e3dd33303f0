// SPDX-License-Identifier: Apache-2.0
// Triangles over all ranks: how many sets of three vertices are all neighbours of each other,
// whichever way their edges point? As arcas/graph/kernels/triangles.h counts them: in the simple
// graph. Method: each edge is kept at its end of lower degree; a vertex sends the list that it
// keeps to each rank that has one of the list, once, where it is met with the lists kept by those.
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/kernels/triangle_passes.h>

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// What a rank knows of its vertices, by their local numbers.
struct kept_part {
  std::vector<std::vector<vertex>> simple;  // neighbours in either direction, each once
  std::vector<std::vector<vertex>> kept;    // those of higher degree, ascending
  std::uint64_t triangles = 0;
};
using kept_edges = cluster::distributed<kept_part>;

// What this rank knows of the neighbours of hubs: for those neighbours, and for the hubs.
void tell_hubs(const kept_edges& state, const distributed_graph& g, const hub_rows& hubs) {
  for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
    std::vector<vertex> ends;
    for (const vertex local : hubs.neighbors(hub)) {
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
  for (vertex local = 0; local < g.local().vertex_count(); ++local) {
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
  for (std::vector<vertex>& all : part.simple) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }
}

// A neighbour of that degree has made itself known.
void keep_if_higher(kept_part& part, const vertex_places& places, vertex local, vertex neighbor,
                    std::uint64_t degree) {
  const vertex self = places.global(cluster::self(), local);
  const auto own = std::tuple(part.simple[local].size(), self);
  if (std::tuple(degree, neighbor) > own) part.kept[local].push_back(neighbor);
}

void tell_degrees(const kept_edges& state, const distributed_graph& g) {
  cluster::async_local_forall(0, g.local().vertex_count(), [state, g](std::uint64_t i) {
    const auto local = static_cast<vertex>(i);
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

// A list kept by a vertex of another rank, or of this: met with those of its members here.
void meet(kept_part& part, const vertex_places& places, const std::vector<vertex>& list) {
  for (const vertex v : list) {
    if (places.home(v) != cluster::self()) continue;
    part.triangles += graph::detail::common(list, part.kept[places.local(v)]);
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
          [state, places = g.places()](const std::vector<vertex>& theirs) {
            meet(state.local(), places, theirs);
          },
          list);
    }
  });
}

}  // namespace

std::uint64_t count_triangles(const distributed_graph& g) {
  const kept_edges state = kept_edges::make();
  cluster::on_all_ranks([state, g] {
    state.local().simple.resize(g.local().vertex_count());
    state.local().kept.resize(g.local().vertex_count());
  });
  cluster::on_all_ranks([state, g] { find_neighbors(state, g); });
  cluster::on_all_ranks([state] { keep_each_once(state.local()); });
  cluster::on_all_ranks([state, g] { tell_degrees(state, g); });
  cluster::on_all_ranks([state] {
    for (std::vector<vertex>& list : state.local().kept) std::sort(list.begin(), list.end());
  });
  cluster::on_all_ranks([state, g] { send_lists(state, g); });
  const std::uint64_t triangles = sum_of_ranks([state] { return state.local().triangles; });
  state.end();
  return triangles;
}

}  // namespace arcas::inline v0::cluster_graph
