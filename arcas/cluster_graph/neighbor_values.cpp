// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/placed_vertices.h>
#include <arcas/graph/kernels/power_iteration.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace arcas::inline v0::cluster_graph::detail {

neighbor_places neighbor_places::make(const distributed_graph& g, arc_side side) {
  const neighbor_places all(g, side);
  cluster::on_all_ranks([all] { all.ask(); });
  return all;
}

// Called by every rank: finds the ends of its rows, and tells their homes.
void neighbor_places::ask() const {
  const std::vector<vertex>& targets = rows().targets;
  placed_vertices ends(g_.places(), g_.vertex_count(), targets.size());
  constexpr std::size_t arcs_a_poll = 1 << 16;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (i % arcs_a_poll == 0) cluster::poll();
    ends.insert(targets[i]);
  }
  ends.place();
  part& own = part_.local();
  own.places.reserve(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (i % arcs_a_poll == 0) cluster::poll();
    own.places.push_back(ends.place_of(targets[i]));
  }
  std::vector<std::vector<local_vertex>> of_rank;
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    of_rank.push_back(ends.of_rank(r));
    own.first.push_back(own.ends);
    own.ends += of_rank.back().size();
  }
  for_each_rank([&](rank_id r) {
    if (of_rank[r].empty()) return;
    cluster::async(
        r,
        [all = *this, from = cluster::self()](std::vector<local_vertex>& locals) {
          all.part_.local().wanted[from] = std::move(locals);
        },
        std::move(of_rank[r]));
  });
}

double require_strengths(const distributed_graph& g, const std::string& kernel) {
  if (!g.is_weighted()) throw std::invalid_argument(kernel + " requires a graph with edge weights");
  const arc_weight greatest = cluster::fold_ranks(arc_weight{0}, std::ranges::max, [g] {
    arc_weight most = 0;
    for (const auto* weights : {&g.local().out.weights, &g.local().out_hubs().weights}) {
      for (const arc_weight w : *weights) most = w >= 0 ? std::max(most, w) : HUGE_VAL;
    }
    return most;
  });
  graph::detail::require_greatest_strength(kernel, greatest);
  return greatest;
}

}  // namespace arcas::inline v0::cluster_graph::detail
