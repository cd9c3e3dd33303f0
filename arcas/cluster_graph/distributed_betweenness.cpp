// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality over all ranks: the scores of arcas/graph/kernels/betweenness.h, up to
// rounding, from some sources or all. Method: Brandes' two sweeps, one source at a time, level by
// level: in the forward sweep each vertex sends its number of shortest paths along its edges, in the
// backward sweep (1 + delta) / sigma against them; the home of the receiving vertex adds them up. Not
// implemented: several sources at once.
#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sources.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// What a rank knows of its vertices, by their local numbers.
struct brandes_part {
  std::vector<double> scores;
  std::vector<std::uint32_t> levels;
  std::vector<double> sigma;                 // shortest ways from the source
  std::vector<double> delta;                 // what is added to the score for this source
  std::vector<std::vector<vertex>> reached;  // by level

  std::vector<vertex>& level(std::uint32_t l) {
    if (reached.size() <= l) reached.resize(l + std::size_t{1});
    return reached[l];
  }
};
using brandes = cluster::distributed<brandes_part>;

void add_ways(brandes_part& part, vertex local, double ways, std::uint32_t level) {
  if (part.levels[local] == graph::unreached) {
    part.levels[local] = level;
    part.level(level).push_back(local);
  }
  if (part.levels[local] == level) part.sigma[local] += ways;
}

void begin_source(brandes_part& part, vertex own) {
  part.scores.resize(own);
  part.levels.assign(own, graph::unreached);
  part.sigma.assign(own, 0);
  part.delta.assign(own, 0);
  part.reached.clear();
}

void search_from(const brandes& state, const distributed_graph& g, std::uint32_t level) {
  const std::uint64_t count = state.local().level(level).size();
  cluster::async_local_forall(0, count, [state, g, level](std::uint64_t i) {
    const vertex local = state.local().reached[level][i];
    const double ways = state.local().sigma[local];
    async_to_out_neighbors(g, own_vertex(local), ways, [state, level](own_vertex v, double more) {
      add_ways(state.local(), v.local(), more, level + 1);
    });
  });
}

void return_from(const brandes& state, const distributed_graph& g, std::uint32_t level) {
  const std::uint64_t count = state.local().level(level).size();
  cluster::async_local_forall(0, count, [state, g, level](std::uint64_t i) {
    const brandes_part& part = state.local();
    const vertex local = part.reached[level][i];
    const double carried = (1 + part.delta[local]) / part.sigma[local];
    async_to_in_neighbors(g, own_vertex(local), carried, [state, level](own_vertex u, double c) {
      brandes_part& there = state.local();
      if (there.levels[u.local()] + 1 != level) return;
      there.delta[u.local()] += there.sigma[u.local()] * c;
    });
  });
}

// The number of reached vertices, including the source.
std::uint64_t reached_vertices(const brandes& state) {
  return sum_of_ranks([state] {
    std::uint64_t count = 0;
    for (const auto& level : state.local().reached) count += level.size();
    return count;
  });
}

void add_source(const brandes& state, const distributed_graph& g, vertex source, bool endpoints) {
  cluster::on_all_ranks([state, g] { begin_source(state.local(), g.local().vertex_count()); });
  cluster::call(g.places().home(source), [state, local = g.places().local(source)] {
    add_ways(state.local(), local, 1, 0);
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
  const std::uint64_t others = endpoints ? reached_vertices(state) - 1 : 0;
  cluster::on_all_ranks([state, source, endpoints, others] {
    brandes_part& part = state.local();
    for (vertex i = 0; i < part.scores.size(); ++i) {
      if (own_vertex(i).number() == source) {
        part.scores[i] += static_cast<double>(others);
      } else if (part.levels[i] != graph::unreached) {
        part.scores[i] += endpoints ? part.delta[i] + 1 : part.delta[i];
      }
    }
  });
}

}  // namespace

distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const distributed_betweenness_options& options) {
  graph::detail::require_sources(g.vertex_count(), sources);
  const brandes state = brandes::make();
  cluster::on_all_ranks([state, g] { begin_source(state.local(), g.local().vertex_count()); });
  for (const vertex source : sources) add_source(state, g, source, options.endpoints);
  const double factor = graph::detail::betweenness_scale(
      g.vertex_count(), sources.size(), g.is_symmetric(),
      {.normalized = options.normalized, .endpoints = options.endpoints});
  const distributed_betweenness_result result{{g, [state, factor] {
                                                 for (double& s : state.local().scores) s *= factor;
                                                 return std::move(state.local().scores);
                                               }}};
  state.end();
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
