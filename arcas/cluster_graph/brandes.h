// SPDX-License-Identifier: Apache-2.0
// Brandes' sum over sources (2001): the data of each vertex, and the scores that follow from it. It
// serves two searches: the length of a path is its number of edges, or the sum of their weights.
#pragma once

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/path_count.h>

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

using graph::detail::path_count;

inline bool is_zero(double count) {
  return count == 0;
}
inline bool is_zero(const path_count& count) {
  return count.is_zero();
}
inline double settled(double count) {
  return count;
}
inline path_count settled(const path_count& count) {
  return count.settled();
}

// A rank's data on its vertices, by local number. Count is double, or path_count for a source with
// more paths than double can count.
template <class Count>
struct brandes_sums {
  using count_type = Count;
  std::vector<double> scores;
  std::vector<Count> sigma;   // number of shortest paths from the source; 0: not reached
  std::vector<double> delta;  // contribution of this source to the score

  void begin_source(const distributed_graph& g) {
    scores.resize(g.local().vertex_count());
    sigma.assign(scores.size(), {});
    delta.assign(scores.size(), 0);
  }
  // (1 + delta) / sigma, which a vertex sends to its predecessors. add_carried() adds a successor's
  // message to delta.
  Count carried(local_vertex local) const {
    return Count(1 + delta[local]) / settled(sigma[local]);
  }
  void add_carried(local_vertex local, const Count& carried) {
    delta[local] += static_cast<double>(settled(sigma[local]) * carried);
  }
};

// Called on each rank. `others` is the number of vertices that the source reaches, besides itself.
template <class Count>
void add_deltas(brandes_sums<Count>& sums, vertex source, bool endpoints, std::uint64_t others) {
  for (local_vertex i = 0; i < sums.scores.size(); ++i) {
    if (own_vertex(i).number() == source) {
      sums.scores[i] += endpoints ? static_cast<double>(others) : 0;
    } else if (!is_zero(sums.sigma[i])) {
      sums.scores[i] += endpoints ? sums.delta[i] + 1 : sums.delta[i];
    }
  }
}

struct reached_vertices {
  std::uint64_t count = 0;
  bool beyond_double = false;  // whether a number of paths exceeds most_plain_paths
  friend reached_vertices operator+(const reached_vertices& a, const reached_vertices& b) {
    return {a.count + b.count, a.beyond_double || b.beyond_double};
  }
};
template <class Count>
reached_vertices reached_by(const std::vector<Count>& sigma) {
  reached_vertices own;
  for (const Count& paths : sigma) {
    own.count += is_zero(paths) ? 0 : 1;
    if constexpr (std::is_same_v<Count, double>)
      own.beyond_double = own.beyond_double || !(paths <= graph::detail::most_plain_paths);
  }
  return own;
}

// Adds the contribution of the paths from this source to the scores. Returns false, and adds
// nothing, if Count cannot hold the numbers of paths.
template <class Part, class CountPaths>
bool add_source(const cluster::distributed<Part>& state, const distributed_graph& g, vertex source,
                bool endpoints, const CountPaths& count_paths) {
  cluster::on_all_ranks([state, g] { state.local().begin_source(g); });
  count_paths(state, source);
  const auto reached = sum_of_ranks([state] { return reached_by(state.local().sigma); });
  if (reached.beyond_double) return false;
  cluster::on_all_ranks([state, source, endpoints, others = reached.count - 1] {
    add_deltas(state.local(), source, endpoints, others);
  });
  return true;
}

// Part<Count> is derived from brandes_sums<Count>, with the other data of the search.
// count_paths(state, source), called by one task, computes sigma and delta.
template <template <class> class Part, class CountPaths>
distributed_betweenness_result scores_of(const distributed_graph& g,
                                         std::span<const vertex> sources,
                                         const graph::betweenness_options& options,
                                         const CountPaths& count_paths) {
  graph::detail::require_distinct_sources(g.vertex_count(), sources);
  const double factor =
      graph::detail::betweenness_scale(g.vertex_count(), sources.size(), g.is_symmetric(), options);
  return all_or_nothing([&] {
    const auto plain = cluster::distributed<Part<double>>::make();
    const auto scaled = cluster::distributed<Part<path_count>>::make();
    for (const vertex source : sources) {
      if (!add_source(plain, g, source, options.endpoints, count_paths))
        add_source(scaled, g, source, options.endpoints, count_paths);
      if (options.observer) options.observer->source_done();
    }
    const vertex_values<double> sums(g, [plain, scaled, g, factor] {
      std::vector<double>& scores = plain.local().scores;
      const std::vector<double>& more = scaled.local().scores;
      scores.resize(g.local().vertex_count());
      for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = (scores[i] + (more.empty() ? 0 : more[i])) * factor;
      return std::move(scores);
    });
    return after_end_of(distributed_betweenness_result{sums}, plain, scaled);
  });
}

// betweenness() with options.weighted.
distributed_betweenness_result betweenness_by_weights(const distributed_graph& g,
                                                      std::span<const vertex> sources,
                                                      const graph::betweenness_options& options);

}  // namespace arcas::inline v0::cluster_graph::detail
