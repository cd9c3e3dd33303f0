// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/key_numbers.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/vertex_files.h>

#include <algorithm>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// Numbers in a part of a graph; no_vertex for vertices that are not in it.
struct numbers_in_part {
  std::vector<vertex> own;   // of a rank's vertices
  std::vector<vertex> ends;  // of the ends of its rows, in the order of neighbor_places
};
using part_numbering = cluster::distributed<numbers_in_part>;

id_list chosen_here(const vertex_values<std::uint8_t>& chosen) {
  id_list all;
  chosen.for_each_local([&](vertex v, std::uint8_t is_chosen) {
    if (is_chosen != 0) all.push_back(v);
  });
  return all;
}

// Numbers the chosen vertices of this rank.
void number_own(const vertex_values<std::uint8_t>& chosen, const id_numbers& numbers,
                std::vector<vertex>& to) {
  const std::vector<vertex> found = numbers.numbers_of(chosen_here(chosen));
  auto next = found.begin();
  to.reserve(chosen.local().size());
  for (const std::uint8_t is_chosen : chosen.local())
    to.push_back(is_chosen != 0 ? *next++ : no_vertex);
}

// Adds this rank's edges between vertices of the part. Each edge of an undirected graph has two
// arcs, of which the one from the smaller end is taken.
template <class W>
void keep_edges(const neighbor_places& places, const numbers_in_part& numbers,
                const std::vector<vertex>& numbers_of_hubs,
                std::vector<graph::basic_edge<vertex, W>>& edges) {
  const bool both_ways = places.graph().is_symmetric();
  const auto keep = [&](vertex from, vertex to, std::span<const arc_weight> weights,
                        std::size_t i) {
    if (to == no_vertex || (both_ways && to < from)) return;
    if constexpr (graph::is_weight<W>) {
      edges.push_back({from, to, static_cast<W>(weights[i])});
    } else {
      edges.push_back({from, to});
    }
  };
  const graph_rows& rows = places.rows();
  constexpr std::size_t rows_a_poll = 4096;
  for (std::size_t row = 0; row < numbers.own.size(); ++row) {
    if (row % rows_a_poll == 0) cluster::poll();
    if (numbers.own[row] == no_vertex) continue;
    const auto* const ends = places.local().places.data() + rows.offsets[row];
    const std::span<const arc_weight> weights = rows.weights_of(row);
    for (std::size_t i = 0, n = rows.neighbors(row).size(); i < n; ++i)
      keep(numbers.own[row], numbers.ends[ends[i]], weights, i);
  }
  for (std::size_t hub = 0; hub < numbers_of_hubs.size(); ++hub) {
    if (numbers_of_hubs[hub] == no_vertex) continue;
    cluster::poll();
    const auto ends = rows.hubs.neighbors(hub);
    for (std::size_t i = 0; i < ends.size(); ++i)
      keep(numbers_of_hubs[hub], numbers.own[ends[i]], rows.hubs.weights_of(hub), i);
  }
}

// Stores the names of this rank's vertices in the part; old[i] is the number of vertex i in g.
template <class W>
void keep_names(const distributed_graph& g, const std::vector<std::uint64_t>& old,
                edges_part<W>& to) {
  const graph::vertex_names names = names_of(g, std::vector<vertex>(old.begin(), old.end()));
  if (names.are_text()) return to.texts.add(0, *names.texts());
  for (std::size_t i = 0; i < old.size(); ++i) to.ids.push_back(names[i]);
}

template <class W>
distributed_edges<W> edges_between(const distributed_graph& g,
                                   const vertex_values<std::uint8_t>& chosen,
                                   const id_numbers& numbers) {
  distributed_edges<W> edges;
  edges.part = cluster::distributed<edges_part<W>>::make();
  edges.vertices = numbers.count();
  edges.directed = !g.is_symmetric();
  const neighbor_places places = neighbor_places::make(g, arc_side::out);
  const part_numbering state = part_numbering::make();
  const auto old = cluster::distributed<std::vector<std::uint64_t>>::make();
  cluster::on_all_ranks([chosen, numbers, places, state, old, n = edges.vertices] {
    number_own(chosen, numbers, state.local().own);
    state.local().ends.resize(places.local().ends);
    old.local().resize(vertex_places(cluster::ranks()).count_on(cluster::self(), n));
  });
  cluster::on_all_ranks([numbers, places, state, old] {
    places.send(state.local().own, [state]() -> auto& { return state.local().ends; });
    numbers.async_send_names([old](local_vertex local, const id_list& theirs) {
      std::ranges::copy(theirs, old.local().begin() + local);
    });
  });
  cluster::on_all_ranks([g, places, state, old, edges] {
    const std::vector<vertex> hubs = values_at<vertex>(
        g.places(), [state]() -> const auto& { return state.local().own; },
        places.rows().hubs.hubs);
    keep_edges<W>(places, state.local(), hubs, edges.local().edges);
    keep_names(g, old.local(), edges.local());
  });
  end_all(places, state, old);
  return edges;
}

}  // namespace

distributed_graph induced_subgraph(const distributed_graph& g,
                                   const vertex_values<std::uint8_t>& chosen) {
  if (chosen.size() != g.vertex_count())
    throw std::invalid_argument("the chosen vertices must have one value for each vertex");
  return all_or_nothing([&] {
    const id_numbers numbers = id_numbers::make(bounds_between(0, g.vertex_count()));
    cluster::on_all_ranks([chosen, numbers] { numbers.async_add(chosen_here(chosen)); });
    const auto part = with_weights(g.weights(), [&](auto w) {
      return distributed_graph::of(edges_between<decltype(w)>(g, chosen, numbers),
                                   {.both_ways = g.is_symmetric()});
    });
    return after_end_of(part, numbers);
  });
}

distributed_graph simple_undirected(const distributed_graph& g) {
  return all_or_nothing([&] {
    distributed_edges<> edges;
    edges.part = cluster::distributed<edges_part<graph::unweighted>>::make();
    edges.vertices = g.vertex_count();
    forall_edges(g, [edges](vertex from, vertex to) { edges.local().edges.push_back({from, to}); });
    return distributed_graph::of(
        edges, {.both_ways = true, .drop_duplicates = true, .drop_self_loops = true});
  });
}

}  // namespace arcas::inline v0::cluster_graph
