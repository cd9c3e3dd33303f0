// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/placed_vertices.h>

#include <cmath>
#include <stdexcept>

namespace arcas::inline v0::cluster_graph::detail {

row_ends ends_of_rows(const distributed_graph& g, arc_side side) {
  const std::vector<vertex>& targets = g.local().rows(side).targets;
  placed_vertices ends(g.places(), g.vertex_count(), targets.size());
  constexpr std::size_t arcs_a_poll = 1 << 16;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (i % arcs_a_poll == 0) cluster::poll();
    ends.insert(targets[i]);
  }
  ends.place();
  row_ends found;
  found.places.reserve(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (i % arcs_a_poll == 0) cluster::poll();
    found.places.push_back(ends.place_of(targets[i]));
  }
  for (rank_id r = 0; r < cluster::ranks(); ++r) found.of_rank.push_back(ends.of_rank(r));
  return found;
}

void require_strengths(const distributed_graph& g, const std::string& kernel) {
  if (!g.is_weighted()) throw std::invalid_argument(kernel + " requires a graph with edge weights");
  const auto least = [](arc_weight a, arc_weight b) { return a < b ? a : b; };
  const arc_weight lowest = cluster::fold_ranks(arc_weight{0}, least, [g] {
    arc_weight low = 0;
    for (const auto* weights : {&g.local().out.weights, &g.local().out_hubs().weights}) {
      for (const arc_weight w : *weights) low = std::isfinite(w) && w >= low ? low : -1;
    }
    return low;
  });
  if (lowest < 0) {
    throw std::invalid_argument(kernel +
                                " requires finite edge weights of at least 0; an edge has another");
  }
}

}  // namespace arcas::inline v0::cluster_graph::detail
