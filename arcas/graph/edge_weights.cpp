// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/edge_weights.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <stdexcept>

namespace arcas::graph {

void require_sense(const random_weight_options& options) {
  if (options.most < 1) {
    throw std::invalid_argument("random weights start at 1; give 1 or more as the greatest");
  }
}

weight random_weight_of(std::uint64_t u, std::uint64_t v, const random_weight_options& options) {
  const std::uint64_t ends = scrambled(std::min(u, v)) + std::max(u, v);
  // The upper half of a product: as even as the draw, without a division.
  const std::uint64_t draw = random_stream(options.seed, ends).next() >> 32;
  return static_cast<weight>(1 + (draw * static_cast<std::uint64_t>(options.most) >> 32));
}

template <class W, class V>
basic_edge_list<V, W> with_random_weights(const basic_edge_list<V, unweighted>& list,
                                          const random_weight_options& options) {
  require_sense(options);
  basic_edge_list<V, W> weighted{list.vertex_count,
                                 plain_array<basic_edge<V, W>>(list.edges.size()), list.names};
  whole_for(list.edges.size(), options.loops, [&](std::size_t i) {
    const auto e = list.edges[i];
    weighted.edges[i] = {e.from, e.to, static_cast<W>(random_weight_of(e.from, e.to, options))};
  });
  return weighted;
}

template weighted_edge_list with_random_weights(const edge_list&, const random_weight_options&);
template basic_edge_list<vertex, real_weight> with_random_weights(const edge_list&,
                                                                  const random_weight_options&);
template basic_edge_list<wide_vertex, weight> with_random_weights(
    const basic_edge_list<wide_vertex>&, const random_weight_options&);

edge_list without_weights(const weighted_edge_list& list, const loop_options& loops) {
  edge_list plain{list.vertex_count, plain_array<edge>(list.edges.size()), list.names};
  whole_for(list.edges.size(), loops, [&](std::size_t i) {
    plain.edges[i] = {list.edges[i].from, list.edges[i].to};
  });
  return plain;
}

}  // namespace arcas::graph
