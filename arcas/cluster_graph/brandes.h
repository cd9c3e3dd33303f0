// SPDX-License-Identifier: Apache-2.0
// Brandes' sum over sources (2001), for paths that are counted in steps and for paths by weights: what both have of a vertex,
// and how the scores follow from it.
#pragma once

#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/run_and_end.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/sources.h>

#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// What a rank knows of its vertices, by their local numbers.
struct brandes_sums {
  std::vector<double> scores;
  std::vector<double> sigma;  // shortest paths from the source; 0: the vertex is not reached
  std::vector<double> delta;  // what is added to the score for this source

  void begin(const distributed_graph& g) { scores.resize(g.local().vertex_count()); }
  void begin_source() {
    sigma.assign(scores.size(), 0);
    delta.assign(scores.size(), 0);
  }
};

// Called on each rank. others: the number of vertices that the source reaches.
inline void add_deltas(brandes_sums& sums, vertex source, bool endpoints, std::uint64_t others) {
  for (vertex i = 0; i < sums.scores.size(); ++i) {
    if (own_vertex(i).number() == source) {
      sums.scores[i] += endpoints ? static_cast<double>(others) : 0;
    } else if (sums.sigma[i] != 0) {
      sums.scores[i] += endpoints ? sums.delta[i] + 1 : sums.delta[i];
    }
  }
}

// Part: brandes_sums, and what the search has besides. count_paths(state, source), called by one task, finds sigma and delta.
template <class Part, class CountPaths>
distributed_betweenness_result scores_of(const distributed_graph& g,
                                         std::span<const vertex> sources,
                                         const distributed_betweenness_options& options,
                                         const CountPaths& count_paths) {
  graph::detail::require_sources(g.vertex_count(), sources);
  const auto state = cluster::distributed<Part>::make();
  cluster::on_all_ranks([state, g] { state.local().begin(g); });
  const auto add_source = [&](vertex source) {
    cluster::on_all_ranks([state] { state.local().begin_source(); });
    count_paths(state, source);
    const std::uint64_t reached = sum_of_ranks([state] {
      std::uint64_t own = 0;
      for (const double paths : state.local().sigma) own += paths != 0 ? 1 : 0;
      return own;
    });
    cluster::on_all_ranks([state, source, endpoints = options.endpoints, others = reached - 1] {
      add_deltas(state.local(), source, endpoints, others);
    });
  };
  const double factor = graph::detail::betweenness_scale(
      g.vertex_count(), sources.size(), g.is_symmetric(),
      {.normalized = options.normalized, .endpoints = options.endpoints});
  distributed_betweenness_result result;
  const auto add_all = [&] {
    for (const vertex source : sources) add_source(source);
    result.scores = {g, [state, factor] {
                       for (double& s : state.local().scores) s *= factor;
                       return std::move(state.local().scores);
                     }};
  };
  run_and_end(add_all, [state] { state.end(); });
  return result;
}

// betweenness() with options.weighted.
distributed_betweenness_result betweenness_by_weights(
    const distributed_graph& g, std::span<const vertex> sources,
    const distributed_betweenness_options& options);

}  // namespace arcas::inline v0::cluster_graph::detail
