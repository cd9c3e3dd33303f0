// SPDX-License-Identifier: Apache-2.0
// Independent sets and colourings over all ranks: the algorithms of a single process
// (greedy_laws.h) on the machine of ranks.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/settling_on_ranks.h>
#include <arcas/graph/kernels/greedy_laws.h>

namespace arcas::inline v0::cluster_graph {

using namespace detail;

distributed_independent_set_result independent_set(const distributed_graph& g,
                                                   const graph::independent_set_options& options) {
  require_symmetric(g, "an independent set requires");
  undirected_ranks<graph::detail::independent_set_values> ranks(g);
  distributed_independent_set_result result;
  run_and_end(
      [&] {
        result.size = graph::detail::find_independent_set(ranks, options.seed);
        result.members = ranks.taken(&decltype(ranks)::values::members);
      },
      [&] { ranks.end(); });
  return result;
}

distributed_colouring_result colouring(const distributed_graph& g,
                                       const graph::colouring_options& options) {
  require_symmetric(g, "a colouring requires");
  undirected_ranks<graph::detail::colouring_values> ranks(g);
  distributed_colouring_result result;
  run_and_end(
      [&] {
        result.count = graph::detail::find_colouring(ranks, options.seed);
        result.colours = ranks.taken(&decltype(ranks)::values::colours);
      },
      [&] { ranks.end(); });
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
