// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/rows_of_arcs.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/transform.h>

#include <cstddef>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// An edge is an arc in the row of the vertex it starts from; taken both ways it is one in the row of
// the vertex it ends at too, but a self-loop is entered once.
enum class ways { one, both };
template <class W, ways Ways>
sorted_rows<W> rows_of(const basic_edge_list<W>& list, const loop_options& loops) {
  const auto visit = [&](std::size_t first, std::size_t last, const auto& take) {
    for (std::size_t i = first; i < last; ++i) {
      const basic_edge<vertex, W>& e = list.edges[i];
      take(e.from, entry_for(e, e.to));
      if (Ways == ways::both && e.from != e.to) take(e.to, entry_for(e, e.from));
    }
  };
  const std::size_t n = list.vertex_count, edges = list.edges.size();
  return rows_of_arcs<W>({n, n, Ways == ways::both ? 2 * edges : edges, edges}, visit, loops);
}

}  // namespace

template <class W>
basic_directed_graph<W> build_directed(basic_edge_list<W> list, const build_options& options) {
  sorted_rows<W> rows = rows_of<W, ways::one>(list, options.loops);
  list.edges = {};
  basic_adjacency<W> out = finished(std::move(rows), options);
  basic_adjacency<W> in = transpose(out, options.loops);
  return {std::move(out), std::move(in), std::move(list.names)};
}

template <class W>
basic_undirected_graph<W> build_undirected(basic_edge_list<W> list, const build_options& options) {
  sorted_rows<W> rows = rows_of<W, ways::both>(list, options.loops);
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

template basic_directed_graph<unweighted> build_directed(basic_edge_list<unweighted>,
                                                         const build_options&);
template basic_undirected_graph<unweighted> build_undirected(basic_edge_list<unweighted>,
                                                             const build_options&);
template basic_directed_graph<unweighted> with_direction(basic_undirected_graph<unweighted>,
                                                         const loop_options&);
template basic_undirected_graph<unweighted> without_direction(basic_directed_graph<unweighted>,
                                                              const build_options&);
template basic_directed_graph<weight> build_directed(basic_edge_list<weight>, const build_options&);
template basic_undirected_graph<weight> build_undirected(basic_edge_list<weight>,
                                                         const build_options&);
template basic_directed_graph<weight> with_direction(basic_undirected_graph<weight>,
                                                     const loop_options&);
template basic_undirected_graph<weight> without_direction(basic_directed_graph<weight>,
                                                          const build_options&);
template basic_directed_graph<std::int64_t> build_directed(basic_edge_list<std::int64_t>,
                                                           const build_options&);
template basic_undirected_graph<std::int64_t> build_undirected(basic_edge_list<std::int64_t>,
                                                               const build_options&);
template basic_directed_graph<std::int64_t> with_direction(basic_undirected_graph<std::int64_t>,
                                                           const loop_options&);
template basic_undirected_graph<std::int64_t> without_direction(basic_directed_graph<std::int64_t>,
                                                                const build_options&);
template basic_directed_graph<float> build_directed(basic_edge_list<float>, const build_options&);
template basic_undirected_graph<float> build_undirected(basic_edge_list<float>,
                                                        const build_options&);
template basic_directed_graph<float> with_direction(basic_undirected_graph<float>,
                                                    const loop_options&);
template basic_undirected_graph<float> without_direction(basic_directed_graph<float>,
                                                         const build_options&);
template basic_directed_graph<real_weight> build_directed(basic_edge_list<real_weight>,
                                                          const build_options&);
template basic_undirected_graph<real_weight> build_undirected(basic_edge_list<real_weight>,
                                                              const build_options&);
template basic_directed_graph<real_weight> with_direction(basic_undirected_graph<real_weight>,
                                                          const loop_options&);
template basic_undirected_graph<real_weight> without_direction(basic_directed_graph<real_weight>,
                                                               const build_options&);

}  // namespace arcas::inline v0::graph
