// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// What a row is made of until it is sorted: weights move with their neighbours.
template <class W>
using entry = std::conditional_t<is_weight<W>, weighted_neighbor<W>, vertex>;

inline vertex target_of(vertex e) {
  return e;
}
template <class W>
vertex target_of(const weighted_neighbor<W>& e) {
  return e.to;
}

// By neighbour, then by weight.
template <class W>
struct before {
  bool operator()(const entry<W>& a, const entry<W>& b) const {
    if constexpr (is_weight<W>) {
      return a.to != b.to ? a.to < b.to : a.weight < b.weight;
    } else {
      return a < b;
    }
  }
};

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
struct unsorted_rows {
  plain_array<edge_index> offsets;
  plain_array<entry<W>> entries;

  std::size_t vertex_count() const { return offsets.size() - 1; }
  std::span<entry<W>> row(std::size_t v) {
    return entries.all().subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
};

template <class W>
unsorted_rows<W> rows_of(const basic_edge_list<W>& list, rows which, const loop_options& loops) {
  plain_array<edge_index> offsets = degrees(list, which, loops);
  add_up(offsets.all(), loops);
  plain_array<entry<W>> entries = filled(list, which, offsets, loops);
  return {std::move(offsets), std::move(entries)};
}

// Moves what stays to the front of a sorted row and returns how much that is.
template <class E>
std::size_t squeeze(std::span<E> row, std::size_t v, const build_options& options) {
  auto end = row.end();
  if (options.drop_duplicates) {
    end = std::unique(row.begin(), end,
                      [](const E& a, const E& b) { return target_of(a) == target_of(b); });
  }
  if (options.drop_self_loops) {
    end = std::remove_if(row.begin(), end, [&](const E& e) { return target_of(e) == v; });
  }
  return static_cast<std::size_t>(end - row.begin());
}

// Sizes of the rows with only what the options keep, added up.
template <class W>
plain_array<edge_index> squeezed(unsorted_rows<W>& from, const build_options& options) {
  plain_array<edge_index> kept(from.offsets.size());
  kept[0] = 0;
  whole_for(from.vertex_count(), options.loops,
            [&](std::size_t v) { kept[v + 1] = squeeze(from.row(v), v, options); });
  add_up(kept.all(), options.loops);
  return kept;
}

// The first entries of each row, as many as `offsets` say, end to end, in one array or in two.
template <class W>
basic_adjacency<W> packed(unsorted_rows<W> from, plain_array<edge_index> offsets,
                          const loop_options& loops) {
  const std::size_t n = from.vertex_count();
  plain_array<vertex> targets(offsets[n]);
  plain_array<W> weights = is_weight<W> ? plain_array<W>(offsets[n]) : plain_array<W>();
  whole_for(n, loops, [&](std::size_t v) {
    const entry<W>* entries = from.entries.data() + from.offsets[v];
    for (edge_index i = offsets[v]; i != offsets[v + 1]; ++i, ++entries) {
      targets[i] = target_of(*entries);
      if constexpr (is_weight<W>) weights[i] = entries->weight;
    }
  });
  return {std::move(offsets), std::move(targets), std::move(weights)};
}

template <class T>
plain_array<T> copied(std::span<const T> from, const loop_options& loops) {
  plain_array<T> to(from.size());
  whole_for(from.size(), loops, [&](std::size_t i) { to[i] = from[i]; });
  return to;
}

// Neighbours arrived in an order that workers raced for; sorted, it is the same every time.
template <class W>
basic_adjacency<W> finished(unsorted_rows<W> from, const build_options& options) {
  whole_for(from.vertex_count(), options.loops,
            [&](std::size_t v) { std::ranges::sort(from.row(v), before<W>()); });
  const bool drop = options.drop_duplicates || options.drop_self_loops;
  if constexpr (!is_weight<W>) {
    if (!drop) return {std::move(from.offsets), std::move(from.entries)};
  }
  plain_array<edge_index> offsets =
      drop ? squeezed(from, options) : copied(std::as_const(from.offsets).all(), options.loops);
  if constexpr (!is_weight<W>) {
    if (offsets[from.vertex_count()] == from.entries.size()) {
      return {std::move(offsets), std::move(from.entries)};
    }
  }
  return packed(std::move(from), std::move(offsets), options.loops);
}

template <class W>
edge_index count_self_loops(const basic_adjacency<W>& rows, const loop_options& loops) {
  return whole_reduce(rows.vertex_count(), plus<edge_index>{}, loops,
                      [&](std::size_t v) -> edge_index {
                        const auto row = rows.neighbors(static_cast<vertex>(v));
                        return std::ranges::equal_range(row, static_cast<vertex>(v)).size();
                      });
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
  const edge_index edges = (both.arc_count() + count_self_loops(both, options.loops)) / 2;
  return {std::move(both), edges, std::move(list.names)};
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

template directed_graph build_directed(edge_list, const build_options&);
template undirected_graph build_undirected(edge_list, const build_options&);
template weighted_directed_graph build_directed(weighted_edge_list, const build_options&);
template weighted_undirected_graph build_undirected(weighted_edge_list, const build_options&);
template real_directed_graph build_directed(real_edge_list, const build_options&);
template real_undirected_graph build_undirected(real_edge_list, const build_options&);
template directed_graph with_direction(undirected_graph, const loop_options&);
template undirected_graph without_direction(directed_graph, const build_options&);
template weighted_directed_graph with_direction(weighted_undirected_graph, const loop_options&);
template weighted_undirected_graph without_direction(weighted_directed_graph, const build_options&);
template real_directed_graph with_direction(real_undirected_graph, const loop_options&);
template real_undirected_graph without_direction(real_directed_graph, const build_options&);

}  // namespace arcas::inline v0::graph
