// SPDX-License-Identifier: Apache-2.0
// The machine of ranks for undirected graphs.
#pragma once

#include <arcas/cluster_graph/rank_machine.h>
#include <arcas/cluster_graph/run_and_end.h>
#include <arcas/cluster_graph/settling_by_visits.h>
#include <arcas/cluster_graph/settling_in_turn.h>

#include <type_traits>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

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
    const settling_state state(this->graph(), this->own(), part, law);
    const decisions made(state);
    run_and_end([&] { made.run(); },
                [&] {
                  made.end();
                  state.end();
                });
  }
};

}  // namespace arcas::inline v0::cluster_graph::detail
