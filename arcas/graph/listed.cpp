// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/listed.h>
#include <arcas/graph/prefix_sum.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>

namespace arcas::graph {
namespace {

// The targets of v's row from first_of(v) on.
template <class V, class W, class First>
basic_edge_list<V, W> listed_rows(const basic_adjacency<V, W>& rows, const vertex_names& names,
                                  const First& first_of, const loop_options& loops) {
  const std::size_t n = rows.vertex_count();
  plain_array<edge_index> starts(n + 1);
  starts[0] = 0;
  whole_for(n, loops, [&](std::size_t v) { starts[v + 1] = rows.offsets()[v + 1] - first_of(v); });
  add_up(starts.all(), loops);
  basic_edge_list<V, W> list{n, plain_array<basic_edge<V, W>>(starts[n]), names};
  whole_for(n, loops, [&](std::size_t v) {
    edge_index from = first_of(v);
    for (edge_index i = starts[v]; i < starts[v + 1]; ++i, ++from) {
      list.edges[i].from = static_cast<V>(v);
      list.edges[i].to = rows.targets()[from];
      if constexpr (is_weight<W>) list.edges[i].weight = rows.weights()[from];
    }
  });
  return list;
}

}  // namespace

template <class V, class W>
basic_edge_list<V, W> listed(const basic_directed_graph<V, W>& g, const loop_options& loops) {
  const auto first_of = [&](std::size_t v) { return g.out().offsets()[v]; };
  return listed_rows(g.out(), g.names(), first_of, loops);
}

template <class V, class W>
basic_edge_list<V, W> listed(const basic_undirected_graph<V, W>& g, const loop_options& loops) {
  const auto first_of = [&](std::size_t v) -> edge_index {
    const auto row = g.neighbors(static_cast<V>(v));
    const auto lower = std::ranges::lower_bound(row, static_cast<V>(v)) - row.begin();
    return g.out().offsets()[v] + static_cast<edge_index>(lower);
  };
  return listed_rows(g.out(), g.names(), first_of, loops);
}

template edge_list listed(const directed_graph&, const loop_options&);
template edge_list listed(const undirected_graph&, const loop_options&);
template weighted_edge_list listed(const weighted_directed_graph&, const loop_options&);
template weighted_edge_list listed(const weighted_undirected_graph&, const loop_options&);
template basic_edge_list<vertex, real_weight> listed(
    const basic_directed_graph<vertex, real_weight>&, const loop_options&);
template basic_edge_list<vertex, real_weight> listed(
    const basic_undirected_graph<vertex, real_weight>&, const loop_options&);
template basic_edge_list<wide_vertex> listed(const basic_directed_graph<wide_vertex>&,
                                             const loop_options&);
template basic_edge_list<wide_vertex> listed(const basic_undirected_graph<wide_vertex>&,
                                             const loop_options&);
template basic_edge_list<wide_vertex, weight> listed(
    const basic_directed_graph<wide_vertex, weight>&, const loop_options&);
template basic_edge_list<wide_vertex, weight> listed(
    const basic_undirected_graph<wide_vertex, weight>&, const loop_options&);

}  // namespace arcas::graph
