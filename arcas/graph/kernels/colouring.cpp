// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/colouring.h>
#include <arcas/graph/kernels/greedy_laws.h>

#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;

independent_set_result independent_set(const undirected_view& g,
                                       const independent_set_options& options) {
  undirected_process<independent_set_values> here(g, options.loops);
  independent_set_result result;
  result.size = find_independent_set(here, options.seed);
  result.members = std::move(here.own().members);
  return result;
}

colouring_result colouring(const undirected_view& g, const colouring_options& options) {
  undirected_process<colouring_values> here(g, options.loops);
  colouring_result result;
  result.count = find_colouring(here, options.seed);
  result.colours = std::move(here.own().colours);
  return result;
}

}  // namespace arcas::inline v0::graph
