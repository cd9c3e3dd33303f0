// SPDX-License-Identifier: Apache-2.0
// Connected components over all ranks: the labels of arcas/graph/kernels/components.h, the least
// vertex of each component, whichever way its edges point. Method: each vertex whose label has
// become less tells its neighbours, in both directions; one finish() is one step, and there are
// about as many steps as the longest way to a component's least vertex. Not here: pointer jumping,
// which long thin graphs would want.
#include <arcas/cluster_graph/component_labels.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>

#include <numeric>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// What a rank knows of its vertices, by their local numbers.
struct labels_part {
  std::vector<vertex> labels;
  std::vector<vertex> changed;    // in the last step
  std::vector<vertex> changing;   // in this one, each once
  std::vector<char> is_changing;  // whether in `changing`
};
using labelling = cluster::distributed<labels_part>;

void lower(labels_part& part, vertex local, vertex label) {
  if (label >= part.labels[local]) return;
  part.labels[local] = label;
  if (part.is_changing[local]) return;
  part.is_changing[local] = 1;
  part.changing.push_back(local);
}

void start(const labelling& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    labels_part& part = state.local();
    const vertex own = g.local().vertex_count();
    part.labels.resize(own);
    for (vertex i = 0; i < own; ++i) part.labels[i] = g.places().global(cluster::self(), i);
    part.changing.resize(own);
    std::iota(part.changing.begin(), part.changing.end(), vertex{0});
    part.is_changing.assign(own, 1);
  });
}

// Labels that change from here on are of the next step.
void begin_step(labels_part& part) {
  part.changed.swap(part.changing);
  part.changing.clear();
  for (const vertex local : part.changed) part.is_changing[local] = 0;
}

// The neighbours in one direction of a vertex with that label.
template <arc_side Side>
void tell(const labelling& state, const distributed_graph& g, vertex local, vertex label) {
  for (const vertex v : g.local().rows(Side).neighbors(local)) {
    if (v <= label) continue;
    cluster::async(g.places().home(v),
                   [state, to = g.places().local(v), label] { lower(state.local(), to, label); });
  }
  async_to_hub_neighbors<Side>(g, own_vertex(local), label, [state](own_vertex v, vertex to) {
    lower(state.local(), v.local(), to);
  });
}

void tell_neighbors(const labelling& state, const distributed_graph& g) {
  cluster::async_local_forall(0, state.local().changed.size(), [state, g](std::uint64_t i) {
    const vertex local = state.local().changed[i];
    const vertex label = state.local().labels[local];
    tell<arc_side::out>(state, g, local, label);
    if (!g.is_symmetric()) tell<arc_side::in>(state, g, local, label);
  });
}

}  // namespace

std::vector<std::pair<vertex, std::uint64_t>> largest_components(
    const distributed_components_result& found, std::size_t count) {
  if (found.labels.empty()) return {};
  found.labels.local();  // which throws here, not on all ranks, after end()
  // Of each vertex: how many have it as their label.
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

distributed_components_result components(const distributed_graph& g) {
  const labelling state = labelling::make();
  unsigned steps = 0;
  start(state, g);
  const auto changing = [state] { return std::uint64_t{state.local().changing.size()}; };
  while (sum_of_ranks(changing) != 0) {
    cluster::on_all_ranks([state] { begin_step(state.local()); });
    cluster::on_all_ranks([state, g] { tell_neighbors(state, g); });
    ++steps;
  }
  const auto result =
      detail::components_of(g, [state] { return std::move(state.local().labels); }, steps);
  state.end();
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
