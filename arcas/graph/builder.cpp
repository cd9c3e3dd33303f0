// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/prefix_sum.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace arcas::graph {
namespace {

// Which ends of an edge are rows: its neighbour at the other end is entered there.
enum class rows : std::uint8_t { from, to, both };

// Calls enter(row, neighbour) for the one or two entries of an edge. A self-loop is one entry.
template <class Enter>
void for_each_entry(edge e, rows which, const Enter& enter) {
  if (which != rows::to) enter(e.from, e.to);
  if (which == rows::to || (which == rows::both && e.from != e.to)) enter(e.to, e.from);
}

// The degree of v at [v], and 0 at [vertex_count].
plain_array<edge_index> degrees(const edge_list& list, rows which, const loop_options& loops) {
  plain_array<edge_index> count(list.vertex_count + 1);
  whole_for(count.size(), loops, [&](std::size_t v) { count[v] = 0; });
  whole_for(list.edges.size(), loops, [&](std::size_t i) {
    for_each_entry(list.edges[i], which, [&](vertex row, vertex) {
      // relaxed: only the sum matters, and the join of the loop publishes it.
      std::atomic_ref(count[row]).fetch_add(1, std::memory_order_relaxed);
    });
  });
  return count;
}

// Enters all neighbours. Each row is filled from its end to its begin, so that offsets, which
// arrive as ends, leave as begins.
plain_array<vertex> filled(const edge_list& list, rows which, plain_array<edge_index>& offsets,
                           const loop_options& loops) {
  plain_array<vertex> targets(offsets[list.vertex_count]);
  whole_for(list.edges.size(), loops, [&](std::size_t i) {
    for_each_entry(list.edges[i], which, [&](vertex row, vertex neighbour) {
      // relaxed: hands out each position once, and nothing is read through it before the loop's
      // join.
      const edge_index end = std::atomic_ref(offsets[row]).fetch_sub(1, std::memory_order_relaxed);
      targets[end - 1] = neighbour;
    });
  });
  return targets;
}

std::span<vertex> row_of(plain_array<vertex>& targets, const plain_array<edge_index>& offsets,
                         std::size_t v) {
  return targets.all().subspan(offsets[v], offsets[v + 1] - offsets[v]);
}

// Moves what stays to the front of a sorted row and returns how much that is.
std::size_t squeeze(std::span<vertex> row, std::size_t v, const build_options& options) {
  auto end = row.end();
  if (options.drop_duplicates) end = std::unique(row.begin(), end);
  if (options.drop_self_loops) end = std::remove(row.begin(), end, static_cast<vertex>(v));
  return static_cast<std::size_t>(end - row.begin());
}

// The rows with only what the options keep, end to end again.
adjacency squeezed(plain_array<edge_index> offsets, plain_array<vertex> targets,
                   const build_options& options) {
  const std::size_t n = offsets.size() - 1;
  plain_array<edge_index> kept(n + 1);
  kept[0] = 0;
  whole_for(n, options.loops,
            [&](std::size_t v) { kept[v + 1] = squeeze(row_of(targets, offsets, v), v, options); });
  add_up(kept.all(), options.loops);
  if (kept[n] == targets.size()) return adjacency(std::move(offsets), std::move(targets));
  plain_array<vertex> packed(kept[n]);
  whole_for(n, options.loops, [&](std::size_t v) {
    std::copy_n(targets.data() + offsets[v], kept[v + 1] - kept[v], packed.data() + kept[v]);
  });
  return adjacency(std::move(kept), std::move(packed));
}

struct unsorted_rows {
  plain_array<edge_index> offsets;
  plain_array<vertex> targets;
};

unsorted_rows rows_of(const edge_list& list, rows which, const loop_options& loops) {
  plain_array<edge_index> offsets = degrees(list, which, loops);
  add_up(offsets.all(), loops);
  plain_array<vertex> targets = filled(list, which, offsets, loops);
  return {std::move(offsets), std::move(targets)};
}

// Neighbours arrived in an order that workers raced for; sorted, it is the same every time.
adjacency finished(unsorted_rows rows, const build_options& options) {
  whole_for(rows.offsets.size() - 1, options.loops,
            [&](std::size_t v) { std::ranges::sort(row_of(rows.targets, rows.offsets, v)); });
  if (!options.drop_duplicates && !options.drop_self_loops) {
    return adjacency(std::move(rows.offsets), std::move(rows.targets));
  }
  return squeezed(std::move(rows.offsets), std::move(rows.targets), options);
}

edge_index count_self_loops(const adjacency& rows, const loop_options& loops) {
  return whole_reduce(rows.vertex_count(), plus<edge_index>{}, loops,
                      [&](std::size_t v) -> edge_index {
                        const auto row = rows.neighbors(static_cast<vertex>(v));
                        return std::ranges::equal_range(row, static_cast<vertex>(v)).size();
                      });
}

}  // namespace

directed_graph build_directed(edge_list list, const build_options& options) {
  unsorted_rows out = rows_of(list, rows::from, options.loops);
  unsorted_rows in = rows_of(list, rows::to, options.loops);
  list.edges = {};
  adjacency sorted_out = finished(std::move(out), options);
  return {std::move(sorted_out), finished(std::move(in), options), std::move(list.names)};
}

undirected_graph build_undirected(edge_list list, const build_options& options) {
  unsorted_rows unsorted = rows_of(list, rows::both, options.loops);
  list.edges = {};
  adjacency both = finished(std::move(unsorted), options);
  const edge_index edges = (both.arc_count() + count_self_loops(both, options.loops)) / 2;
  return {std::move(both), edges, std::move(list.names)};
}

}  // namespace arcas::graph
