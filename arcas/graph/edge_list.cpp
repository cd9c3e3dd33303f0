// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

using namespace detail;

template <class W, bool Directed>
basic_edge_list<W> listed(const basic_graph<W, Directed>& g, const loop_options& loops) {
  const basic_adjacency<W>& rows = g.out();
  const std::size_t n = g.vertex_count();
  const auto first_of = [&](std::size_t v) {
    if constexpr (Directed) return rows.offsets()[v];
    const auto row = rows.neighbors(static_cast<vertex>(v));
    const auto lower = std::ranges::lower_bound(row, static_cast<vertex>(v)) - row.begin();
    return rows.offsets()[v] + static_cast<edge_index>(lower);
  };
  plain_array<edge_index> starts(n + 1);
  starts[0] = 0;
  whole_for(n, loops, [&](std::size_t v) { starts[v + 1] = rows.offsets()[v + 1] - first_of(v); });
  add_up(starts.all(), loops);
  basic_edge_list<W> list{n, plain_array<basic_edge<vertex, W>>(starts[n]), g.names()};
  whole_for(n, loops, [&](std::size_t v) {
    edge_index from = first_of(v);
    for (edge_index i = starts[v]; i < starts[v + 1]; ++i, ++from) {
      list.edges[i].from = static_cast<vertex>(v);
      list.edges[i].to = rows.targets()[from];
      if constexpr (is_weight<W>) list.edges[i].weight = rows.weights()[from];
    }
  });
  return list;
}

void require_sense(const random_weight_options& options) {
  if (options.most < 1) {
    throw std::invalid_argument("the greatest random weight must be at least 1; it is " +
                                std::to_string(options.most));
  }
}

weight random_weight_of(std::uint64_t u, std::uint64_t v, const random_weight_options& options) {
  const std::uint64_t ends = scrambled(std::min(u, v)) + std::max(u, v);
  // The upper half of the product scales the draw to [0, most) without a division.
  const std::uint64_t draw = random_stream(options.seed, ends).next() >> 32;
  return static_cast<weight>(1 + (draw * static_cast<std::uint64_t>(options.most) >> 32));
}

template <class W>
basic_edge_list<W> with_random_weights(const edge_list& list,
                                       const random_weight_options& options) {
  require_sense(options);
  basic_edge_list<W> weighted{list.vertex_count,
                              plain_array<basic_edge<vertex, W>>(list.edges.size()), list.names};
  whole_for(list.edges.size(), options.loops, [&](std::size_t i) {
    const auto e = list.edges[i];
    weighted.edges[i] = {e.from, e.to, static_cast<W>(random_weight_of(e.from, e.to, options))};
  });
  return weighted;
}

edge_list without_weights(const weighted_edge_list& list, const loop_options& loops) {
  edge_list plain{list.vertex_count, plain_array<edge>(list.edges.size()), list.names};
  whole_for(list.edges.size(), loops,
            [&](std::size_t i) { plain.edges[i] = {list.edges[i].from, list.edges[i].to}; });
  return plain;
}

#define ARCAS_INSTANTIATE(W)                                                               \
  template basic_edge_list<W> listed(const basic_directed_graph<W>&, const loop_options&); \
  template basic_edge_list<W> listed(const basic_undirected_graph<W>&, const loop_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE
template weighted_edge_list with_random_weights(const edge_list&, const random_weight_options&);
template real_edge_list with_random_weights(const edge_list&, const random_weight_options&);

}  // namespace arcas::inline v0::graph
