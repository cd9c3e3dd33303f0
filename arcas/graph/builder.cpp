// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/each_weight.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/rows_of_arcs.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/transform.h>

#include <cstddef>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Each edge becomes an arc in the row of its source; with both_ways it becomes an arc in the row of
// its target, too, unless it is a self-loop.
template <class W>
sorted_rows<W> rows_of(const basic_edge_list<W>& list, bool both_ways, const loop_options& loops) {
  const auto visit = [&](std::size_t first, std::size_t last, const auto& take) {
    for (std::size_t i = first; i < last; ++i) {
      const basic_edge<vertex, W>& e = list.edges[i];
      take(e.from, entry_for(e, e.to));
      if (both_ways && e.from != e.to) take(e.to, entry_for(e, e.from));
    }
  };
  const std::size_t n = list.vertex_count, edges = list.edges.size();
  return rows_of_arcs<W>({n, n, both_ways ? 2 * edges : edges, edges}, visit, loops);
}

}  // namespace

template <class W>
basic_directed_graph<W> build_directed(basic_edge_list<W> list, const build_options& options) {
  sorted_rows<W> rows = rows_of(list, false, options.loops);
  list.edges = {};
  basic_adjacency<W> out = finished(std::move(rows), options);
  basic_adjacency<W> in = transpose(out, options.loops);
  return {std::move(out), std::move(in), std::move(list.names)};
}

template <class W>
basic_undirected_graph<W> build_undirected(basic_edge_list<W> list, const build_options& options) {
  sorted_rows<W> rows = rows_of(list, true, options.loops);
  list.edges = {};
  basic_adjacency<W> both = finished(std::move(rows), options);
  auto g = undirected_from(std::move(both), {.check = false, .loops = options.loops});
  const edge_index edges = g.edge_count();
  return {std::move(g).out(), edges, std::move(list.names)};
}

template <class W>
basic_directed_graph<W> with_direction(basic_undirected_graph<W> g, const loop_options& loops) {
  basic_adjacency<W> out(copied(g.out().offsets(), loops), copied(g.out().targets(), loops),
                         copied(g.out().weights(), loops));
  vertex_names names = g.names();
  return {std::move(out), std::move(g).out(), std::move(names)};
}

template <class W>
basic_undirected_graph<W> without_direction(basic_directed_graph<W> g,
                                            const build_options& options) {
  basic_edge_list<W> list = listed(g, options.loops);
  g = {};
  return build_undirected(std::move(list), options);
}

#define ARCAS_INSTANTIATE(W)                                                                       \
  template basic_directed_graph<W> build_directed(basic_edge_list<W>, const build_options&);       \
  template basic_undirected_graph<W> build_undirected(basic_edge_list<W>, const build_options&);   \
  template basic_directed_graph<W> with_direction(basic_undirected_graph<W>, const loop_options&); \
  template basic_undirected_graph<W> without_direction(basic_directed_graph<W>,                    \
                                                       const build_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
