// SPDX-License-Identifier: Apache-2.0
// The conductance of a set of vertices over all ranks: the pass of a single process
// (set_conductance.h) on the machine of ranks.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/rank_pulling.h>
#include <arcas/cluster_graph/run_and_end.h>
#include <arcas/graph/kernels/community_graph.h>
#include <arcas/graph/kernels/set_conductance.h>

#include <stdexcept>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

double scale_of_weights(const distributed_graph& g) {
  const auto tally = sum_of_ranks([g] {
    graph::detail::weight_tally own;
    for (const auto* weights : {&g.local().out.weights, &g.local().out_hubs().weights})
      for (const arc_weight w : *weights) own.add(w);
    return own;
  });
  return graph::detail::scale_of(tally, g.weights() == graph::weight_kind::whole);
}

}  // namespace

double conductance(const distributed_graph& g, const vertex_values<std::uint8_t>& members,
                   const graph::communities_options& options) {
  require_symmetric(g, "a conductance requires");
  if (options.weighted && !g.is_weighted())
    throw std::invalid_argument("a conductance by weights requires a graph with weights");
  const double scale = options.weighted ? scale_of_weights(g) : 1;
  pulling_ranks<graph::detail::set_values, std::uint8_t, graph::detail::edges_to_set> ranks(
      g, options.weighted);
  double found = 0;
  run_and_end(
      [&] {
        ranks.begin(&decltype(ranks)::values::members);
        ranks.apply([members](auto& v, std::size_t i) { v.members[i] = members.local()[i]; });
        found = graph::detail::find_conductance(ranks, scale);
      },
      [&] { ranks.end(); });
  return found;
}

}  // namespace arcas::inline v0::cluster_graph
