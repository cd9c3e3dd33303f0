// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/unsorted_rows.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
entry<W> entry_for(const basic_edge<vertex, W>& e, vertex neighbour) {
  if constexpr (is_weight<W>) {
    return {neighbour, e.weight};
  } else {
    return neighbour;
  }
}

// Which ends of an edge are rows: its neighbour at the other end is entered there.
enum class rows : std::uint8_t { from, to, both };

// An edge is entered in the row of the vertex it starts from …
bool enters_from(rows which) {
  return which != rows::to;
}
// … and in that of the vertex it ends at. A self-loop is entered once.
template <class E>
bool enters_to(const E& e, rows which) {
  return which == rows::to || (which == rows::both && e.from != e.to);
}

// Edges from i on, up to `end`, that start from the same vertex. Published files are sorted by it,
// so that one atomic operation serves many edges.
template <class E>
std::size_t run_length(const plain_array<E>& edges, std::size_t i, std::size_t end) {
  std::size_t next = i + 1;
  while (next < end && edges[next].from == edges[i].from) ++next;
  return next - i;
}

// The degree of v at [v], and 0 at [vertex_count].
template <class W>
plain_array<edge_index> degrees(const basic_edge_list<W>& list, rows which,
                                const loop_options& loops) {
  plain_array<edge_index> count(list.vertex_count + 1);
  whole_for(count.size(), loops, [&](std::size_t v) { count[v] = 0; });
  const auto add = [&](vertex row, edge_index amount) {
    // relaxed: only the sum matters, and the join of the loop publishes it.
    std::atomic_ref(count[row]).fetch_add(amount, std::memory_order_relaxed);
  };
  whole_for(list.edges.size(), loops, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin, run = 1; enters_from(which) && i < end; i += run) {
      run = run_length(list.edges, i, end);
      add(list.edges[i].from, run);
    }
    for (std::size_t i = begin; which != rows::from && i < end; ++i) {
      if (enters_to(list.edges[i], which)) add(list.edges[i].to, 1);
    }
  });
  return count;
}

// Enters all neighbours. Each row is filled from its end to its begin, so that offsets, which
// arrive as ends, leave as begins.
template <class W>
plain_array<entry<W>> filled(const basic_edge_list<W>& list, rows which,
                             plain_array<edge_index>& offsets, const loop_options& loops) {
  plain_array<entry<W>> entries(offsets[list.vertex_count]);
  const auto take = [&](vertex row, edge_index amount) {
    // relaxed: hands out each position once, and nothing is read through it before the loop's join.
    return std::atomic_ref(offsets[row]).fetch_sub(amount, std::memory_order_relaxed) - amount;
  };
  whole_for(list.edges.size(), loops, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; enters_from(which) && i < end;) {
      const std::size_t run = run_length(list.edges, i, end);
      edge_index at = take(list.edges[i].from, run);
      for (const std::size_t last = i + run; i < last; ++i) {
        entries[at++] = entry_for(list.edges[i], list.edges[i].to);
      }
    }
    for (std::size_t i = begin; which != rows::from && i < end; ++i) {
      const basic_edge<vertex, W>& e = list.edges[i];
      if (enters_to(e, which)) entries[take(e.to, 1)] = entry_for(e, e.from);
    }
  });
  return entries;
}

template <class W>
unsorted_rows<W> rows_of(const basic_edge_list<W>& list, rows which, const loop_options& loops) {
  plain_array<edge_index> offsets = degrees(list, which, loops);
  add_up(offsets.all(), loops);
  plain_array<entry<W>> entries = filled(list, which, offsets, loops);
  return {std::move(offsets), std::move(entries)};
}

}  // namespace

template <class W>
basic_directed_graph<W> build_directed(basic_edge_list<W> list, const build_options& options) {
  unsorted_rows<W> out = rows_of(list, rows::from, options.loops);
  unsorted_rows<W> in = rows_of(list, rows::to, options.loops);
  list.edges = {};
  basic_adjacency<W> sorted_out = finished(std::move(out), options);
  return {std::move(sorted_out), finished(std::move(in), options), std::move(list.names)};
}

template <class W>
basic_undirected_graph<W> build_undirected(basic_edge_list<W> list, const build_options& options) {
  unsorted_rows<W> unsorted = rows_of(list, rows::both, options.loops);
  list.edges = {};
  basic_adjacency<W> both = finished(std::move(unsorted), options);
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
