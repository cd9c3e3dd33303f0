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
  requires is_weight<W>
matching_result matching(const basic_undirected_graph<W>& g, const matching_options& options) {
  if (!options.weighted) return matching(undirected_view(g), options);
  return matching_of<W>(g.out(), options);
}
#define ARCAS_INSTANTIATE(W) \
  template matching_result matching(const basic_undirected_graph<W>&, const matching_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
