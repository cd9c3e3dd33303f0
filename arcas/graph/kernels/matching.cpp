// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/pointing.h>
#include <arcas/graph/kernels/pulling.h>

#include <stdexcept>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W, class Rows>
matching_result matching_of(const Rows& rows, const matching_options& options) {
  pulling_process<matching_values, Rows> here(rows, options.loops);
  matching_result result;
  result.size = find_matching<W>(here, options.seed);
  result.mates = std::move(here.own().mates);
  return result;
}

}  // namespace

matching_result matching(const undirected_view& g, const matching_options& options) {
  if (options.weighted)
    throw std::invalid_argument("a matching by weights requires a graph with weights");
  return matching_of<int>(g.out(), options);
}

template <class W>
matching_result detail::matching_by_weights(const basic_adjacency<W>& rows,
                                            const matching_options& options) {
  return matching_of<W>(rows, options);
}
#define ARCAS_INSTANTIATE(W)                                                      \
  template matching_result detail::matching_by_weights(const basic_adjacency<W>&, \
                                                       const matching_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
