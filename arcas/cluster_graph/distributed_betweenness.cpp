// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality over all ranks: the scores of arcas/graph/kernels/betweenness.h, up to
// rounding, from some sources or all. Method: Brandes' two sweeps, one source at a time, level by
// level. In the forward sweep each vertex sends its number of shortest paths along its edges. In
// the backward sweep it sends (1 + delta) / sigma (brandes.h) against its edges. The home of the
// receiving vertex adds up what arrives. Not implemented: several sources at once.
// graph/kernels/brandes.h shares no code with this file: its sweeps work in common memory, and pull
// as well as push.
#include <arcas/cluster_graph/arc_mail.h>
#include <arcas/cluster_graph/brandes.h>
#include <arcas/graph/kernels/bfs.h>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

template <class Count>
struct brandes_part : brandes_sums<Count> {
  std::vector<std::uint32_t> levels;
  std::vector<std::vector<local_vertex>> reached;  // by level

  void begin_source(const distributed_graph& g) {
    brandes_sums<Count>::begin_source(g);
    levels.assign(this->scores.size(), graph::unreached);
    reached.clear();
  }
  std::vector<local_vertex>& level(std::uint32_t l) {
    if (reached.size() <= l) reached.resize(l + std::size_t{1});
    return reached[l];
  }
};
template <class Count>
using brandes = cluster::distributed<brandes_part<Count>>;

template <class Count>
void add_ways(brandes_part<Count>& part, local_vertex local, const Count& ways,
              std::uint32_t level) {
  if (part.levels[local] == graph::unreached) {
    part.levels[local] = level;
    part.level(level).push_back(local);
  }
  if (part.levels[local] == level) part.sigma[local] += ways;
}

template <class Count>
void search_from(const brandes<Count>& state, const distributed_graph& g, std::uint32_t level) {
  const brandes_part<Count>& part = state.local();
  tell_neighbors_of<arc_side::out>(
      g, state.local().level(level),
      [&part](own_vertex u) { return settled(part.sigma[u.local()]); },
      [state, level](own_vertex v, const Count& more) {
        add_ways(state.local(), v.local(), more, level + 1);
      });
}

template <class Count>
void return_from(const brandes<Count>& state, const distributed_graph& g, std::uint32_t level) {
  const brandes_part<Count>& part = state.local();
  tell_neighbors_of<arc_side::in>(
      g, state.local().level(level), [&part](own_vertex u) { return part.carried(u.local()); },
      [state, level](own_vertex u, const Count& carried) {
        brandes_part<Count>& there = state.local();
        if (there.levels[u.local()] + 1 == level) there.add_carried(u.local(), carried);
      });
}

template <class Count>
void count_by_levels(const brandes<Count>& state, const distributed_graph& g, vertex source) {
  cluster::call(g.places().home(source), [state, local = g.places().local(source)] {
    add_ways(state.local(), local, Count(1), 0);
  });
  std::uint32_t level = 0;
  for (std::uint64_t count = 1; count != 0;) {
    cluster::on_all_ranks([state, g, level] { search_from(state, g, level); });
    ++level;
    count =
        sum_of_ranks([state, level] { return std::uint64_t{state.local().level(level).size()}; });
  }
  for (; level > 1; --level) {
    cluster::on_all_ranks([state, g, deeper = level - 1] { return_from(state, g, deeper); });
  }
}

}  // namespace

distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const graph::betweenness_options& options) {
  if (options.weighted) return betweenness_by_weights(g, sources, options);
  return scores_of<brandes_part>(g, sources, options, [&g](const auto& state, vertex source) {
    count_by_levels(state, g, source);
  });
}

}  // namespace arcas::inline v0::cluster_graph
