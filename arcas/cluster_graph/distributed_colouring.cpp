// SPDX-License-Identifier: Apache-2.0
// Independent sets, colourings and matchings over all ranks: the algorithms of a single process
// (greedy_laws.h, pointing.h) on the machine of ranks.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/rank_machine.h>
#include <arcas/cluster_graph/rank_pulling.h>
#include <arcas/cluster_graph/settling_by_visits.h>
#include <arcas/cluster_graph/settling_in_turn.h>
#include <arcas/graph/kernels/greedy_laws.h>
#include <arcas/graph/kernels/pointing.h>

#include <stdexcept>
#include <type_traits>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

template <template <class> class Array>
using matching_values = graph::detail::matching_values_of<Array, vertex>;

template <template <template <class> class> class Values>
class undirected_ranks : public rank_machine<Values> {
 public:
  using values = typename rank_machine<Values>::values;
  using rank_machine<Values>::rank_machine;

  // Makes the member an array with the decision about each vertex (graph/kernels/settling.h).
  template <class Law>
  void settle(std::vector<typename Law::value> values::* part, const Law& law) {
    using decisions = std::conditional_t<Law::is_settled_early, settling_by_visits<Law, values>,
                                         settling_in_turn<Law, values>>;
    this->begin(part, Law::undecided);
    const decisions made(this->graph(), this->own(), part, law);
    made.run();
    made.end();
  }
};

}  // namespace

distributed_independent_set_result independent_set(const distributed_graph& g,
                                                   const graph::independent_set_options& options) {
  require_symmetric(g, "an independent set requires");
  return all_or_nothing([&] {
    undirected_ranks<graph::detail::independent_set_values> ranks(g);
    const std::uint64_t size = graph::detail::find_independent_set(ranks, options.seed);
    const distributed_independent_set_result result{ranks.taken(&decltype(ranks)::values::members),
                                                    size};
    return after_end_of(result, ranks);
  });
}

distributed_colouring_result colouring(const distributed_graph& g,
                                       const graph::colouring_options& options) {
  require_symmetric(g, "a colouring requires");
  return all_or_nothing([&] {
    undirected_ranks<graph::detail::colouring_values> ranks(g);
    const std::uint32_t count = graph::detail::find_colouring(ranks, options.seed);
    const distributed_colouring_result result{ranks.taken(&decltype(ranks)::values::colours),
                                              count};
    return after_end_of(result, ranks);
  });
}

distributed_matching_result matching(const distributed_graph& g,
                                     const graph::matching_options& options) {
  require_symmetric(g, "a matching requires");
  if (options.weighted && !g.is_weighted())
    throw std::invalid_argument("a matching by weights requires a graph with weights");
  using fold = graph::detail::first_unmatched<arc_weight, vertex>;
  return all_or_nothing([&] {
    pulling_ranks<matching_values, fold> ranks(g, options.weighted);
    const std::uint64_t size = graph::detail::find_matching<arc_weight>(ranks, options.seed);
    const distributed_matching_result result{ranks.taken(&decltype(ranks)::values::mates), size};
    return after_end_of(result, ranks);
  });
}

}  // namespace arcas::inline v0::cluster_graph
