// SPDX-License-Identifier: Apache-2.0
// Connected components over all ranks: the labels of arcas/graph/kernels/components.h, the smallest
// vertex of each component, regardless of the directions of edges. The text is not that of one
// process, whose method follows chains of pointers: over ranks, each step would be a message.
//
// Method: FastSV (Zhang, Azad, Hu, FastSV: A Distributed-Memory Connected Component Algorithm with
// Fast Convergence, 2020). Each vertex has a parent, which is not greater than the vertex; a root
// is its own parent. In a step, the candidate of a vertex is the smallest grandparent of its
// neighbours. The parent of a vertex becomes the smallest of its parent, its grandparent, its
// candidate, and the candidates of its children. So trees join, and their depth is halved. If a
// step changes no grandparent, all vertices of a component have the same grandparent: the smallest
// vertex of the component. Measured: at most log2 n + 1 steps, for paths of any length.
//
// Memory: 16 bytes for each vertex (directed: 20), and neighbor_values for each side (directed:
// two); between steps, 20 bytes for each different parent.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/placed_vertices.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// A rank's data on its vertices, by local number.
struct trees_part {
  std::vector<vertex> parents;
  std::vector<vertex> grandparents;
  std::vector<vertex> least;           // smallest grandparent of out-neighbours
  std::vector<vertex> least_arriving;  // and of in-neighbours, in a directed graph
  bool changed = false;                // whether the step has changed a grandparent
};
using trees = cluster::distributed<trees_part>;

void start(const trees& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    trees_part& part = state.local();
    part.parents.reserve(g.local().vertex_count());
    for (vertex i = 0; i < g.local().vertex_count(); ++i)
      part.parents.push_back(own_vertex(i).number());
    part.grandparents = part.parents;
  });
}

// Called on each rank after a pass. Meanwhile other ranks lower parents of this rank's vertices.
void hook(const trees& state, const vertex_places& places) {
  trees_part& part = state.local();
  constexpr vertex vertices_a_poll = 4096;
  for (vertex i = 0; i < part.parents.size(); ++i) {
    if (i % vertices_a_poll == 0) cluster::poll();
    vertex least = part.least[i];
    if (!part.least_arriving.empty()) least = std::min(least, part.least_arriving[i]);
    const vertex parent = part.parents[i];
    if (least < part.grandparents[i]) {
      cluster::async(places.home(parent), [state, least, to = places.local(parent)] {
        vertex& of = state.local().parents[to];
        of = std::min(of, least);
      });
    }
    part.parents[i] = std::min({part.parents[i], least, part.grandparents[i]});
  }
}

// Called on each rank when the parents of this step are final. For each different parent, requests
// its parent once.
void find_grandparents(const trees& state, const distributed_graph& g) {
  trees_part& part = state.local();
  placed_vertices asked(g.places(), g.vertex_count(), part.parents.size());
  for (const vertex parent : part.parents) asked.insert(parent);
  asked.place();
  std::vector<vertex> different;
  for (rank_id r = 0; r < cluster::ranks(); ++r)
    for (const vertex local : asked.of_rank(r)) different.push_back(g.places().global(r, local));
  const std::vector<vertex> found = values_at<vertex>(
      g.places(), [state]() -> const auto& { return state.local().parents; }, different);
  part.changed = false;
  for (vertex i = 0; i < part.parents.size(); ++i) {
    const vertex now = found[asked.place_of(part.parents[i])];
    part.changed |= now != part.grandparents[i];
    part.grandparents[i] = now;
  }
}

// Computes the smallest grandparents of neighbours on one side.
void pass(const neighbor_values<vertex>& neighbors, const trees& state,
          std::vector<vertex> trees_part::* least) {
  neighbors.pass([state]() -> const auto& { return state.local().grandparents; },
                 [state, least]() -> auto& { return state.local().*least; }, least_of_neighbors{});
}

}  // namespace

std::vector<std::pair<vertex, std::uint64_t>> largest_components(
    const distributed_components_result& found, std::size_t count) {
  if (found.labels.empty()) return {};
  // After found.end(), throws to the caller here; an exception in a task of each rank, below, would
  // end the job.
  found.labels.local();
  // For each vertex, the number of vertices that have it as their label.
  const vertex_values<std::uint64_t> sizes(found.labels.places(), found.labels.size());
  cluster::on_all_ranks([sizes, labels = found.labels] {
    std::unordered_map<vertex, std::uint64_t> own;
    for (const vertex label : labels.local()) ++own[label];
    add_at_homes(labels.places(), own,
                 [sizes](vertex local, std::uint64_t size) { sizes.local()[local] += size; });
  });
  auto largest = sizes.highest(count);
  std::erase_if(largest, [](const auto& component) { return component.second == 0; });
  sizes.end();
  return largest;
}

distributed_components_result detail::components_of(const vertex_values<vertex>& labels,
                                                    unsigned steps) {
  const std::uint64_t components = sum_of_ranks([labels] {
    std::uint64_t own = 0;
    labels.for_each_local([&](vertex v, vertex label) { own += v == label; });
    return own;
  });
  return {labels, components, steps};
}

distributed_components_result components(const distributed_graph& g) {
  const trees state = trees::make();
  start(state, g);
  const auto out = neighbor_values<vertex>::make(g, arc_side::out);
  const auto in = g.is_symmetric() ? out : neighbor_values<vertex>::make(g, arc_side::in);
  unsigned steps = 0;
  const auto changed = [state] { return std::uint64_t{state.local().changed}; };
  do {
    pass(out, state, &trees_part::least);
    if (!g.is_symmetric()) pass(in, state, &trees_part::least_arriving);
    cluster::on_all_ranks([state, places = g.places()] { hook(state, places); });
    cluster::on_all_ranks([state, g] { find_grandparents(state, g); });
    ++steps;
  } while (sum_of_ranks(changed) != 0);
  out.end();
  if (!g.is_symmetric()) in.end();
  const auto result =
      components_of({g, [state] { return std::move(state.local().grandparents); }}, steps);
  state.end();
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
