// SPDX-License-Identifier: Apache-2.0
// Maximal matchings over all ranks: the rounds of a single process (pointing.h) on the machine of
// ranks.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/rank_pulling.h>
#include <arcas/cluster_graph/run_and_end.h>
#include <arcas/graph/kernels/pointing.h>

#include <stdexcept>

namespace arcas::inline v0::cluster_graph {

using namespace detail;

distributed_matching_result matching(const distributed_graph& g,
                                     const graph::matching_options& options) {
  require_symmetric(g, "a matching requires");
  if (options.weighted && !g.is_weighted())
    throw std::invalid_argument("a matching by weights requires a graph with weights");
  using fold = graph::detail::first_unmatched<arc_weight>;
  pulling_ranks<graph::detail::matching_values, vertex, fold> ranks(g, options.weighted);
  distributed_matching_result result;
  run_and_end(
      [&] {
        result.size = graph::detail::find_matching<arc_weight>(ranks, options.seed);
        result.mates = ranks.taken(&decltype(ranks)::values::mates);
      },
      [&] { ranks.end(); });
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
