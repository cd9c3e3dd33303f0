// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/direction.h>
#include <arcas/graph/listed.h>
#include <arcas/graph/whole_loop.h>

#include <utility>

namespace arcas::graph {
namespace {

template <class T>
plain_array<T> copied(std::span<const T> from, const loop_options& loops) {
  plain_array<T> to(from.size());
  whole_for(from.size(), loops, [&](std::size_t i) { to[i] = from[i]; });
  return to;
}

}  // namespace

template <class V, class W>
basic_directed_graph<V, W> with_direction(basic_undirected_graph<V, W> g,
                                          const loop_options& loops) {
  basic_adjacency<V, W> out(copied(g.out().offsets(), loops), copied(g.out().targets(), loops),
                            copied(g.out().weights(), loops));
  vertex_names names = g.names();
  return {std::move(out), std::move(g).out(), std::move(names)};
}

template <class V, class W>
basic_undirected_graph<V, W> without_direction(basic_directed_graph<V, W> g,
                                               const build_options& options) {
  basic_edge_list<V, W> list = listed(g, options.loops);
  g = {};
  return build_undirected(std::move(list), options);
}

template directed_graph with_direction(undirected_graph, const loop_options&);
template undirected_graph without_direction(directed_graph, const build_options&);
template weighted_directed_graph with_direction(weighted_undirected_graph, const loop_options&);
template weighted_undirected_graph without_direction(weighted_directed_graph, const build_options&);
template basic_directed_graph<vertex, real_weight> with_direction(
    basic_undirected_graph<vertex, real_weight>, const loop_options&);
template basic_undirected_graph<vertex, real_weight> without_direction(
    basic_directed_graph<vertex, real_weight>, const build_options&);
template basic_directed_graph<wide_vertex> with_direction(basic_undirected_graph<wide_vertex>,
                                                          const loop_options&);
template basic_undirected_graph<wide_vertex> without_direction(basic_directed_graph<wide_vertex>,
                                                               const build_options&);
template basic_directed_graph<wide_vertex, weight> with_direction(
    basic_undirected_graph<wide_vertex, weight>, const loop_options&);
template basic_undirected_graph<wide_vertex, weight> without_direction(
    basic_directed_graph<wide_vertex, weight>, const build_options&);

}  // namespace arcas::graph
