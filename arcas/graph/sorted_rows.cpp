// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/rows_of_arcs.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <span>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Moves the entries that the options keep to the front of a sorted row, and returns their number.
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

// The offsets of the rows without the entries that the options drop.
template <class W>
plain_array<edge_index> squeezed(sorted_rows<W>& from, const build_options& options) {
  plain_array<edge_index> kept(from.offsets.size());
  kept[0] = 0;
  whole_for(from.vertex_count(), options.loops,
            [&](std::size_t v) { kept[v + 1] = squeeze(from.row(v), v, options); });
  add_up(kept.all(), options.loops);
  return kept;
}

// Copies the first entries of each row into one array for targets and one for weights. `offsets`
// has the beginning of each row in these arrays, and thereby the number of its entries.
template <class W>
basic_adjacency<W> packed(sorted_rows<W> from, plain_array<edge_index> offsets,
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

// Calls take(edge) for arcs [first, last) of existing rows.
template <class W>
void visit_arcs(const basic_adjacency<W>& of, edge_index first, edge_index last, const auto& take) {
  const auto offsets = of.offsets();
  auto v = static_cast<vertex>(std::ranges::upper_bound(offsets, first) - offsets.begin() - 1);
  for (edge_index i = first; i < last; ++i) {
    while (offsets[v + std::size_t{1}] == i) ++v;
    if constexpr (is_weight<W>) {
      take(basic_edge<vertex, W>{v, of.targets()[i], of.weights()[i]});
    } else {
      take(basic_edge<vertex, W>{v, of.targets()[i]});
    }
  }
}

}  // namespace

template <class W>
basic_adjacency<W> finished(sorted_rows<W> from, const build_options& options) {
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
basic_adjacency<W> arranged(const basic_adjacency<W>& rows, bool transposed,
                            const loop_options& loops) {
  const auto visit = [&](std::size_t first, std::size_t last, const auto& take) {
    visit_arcs(rows, first, last, [&](const basic_edge<vertex, W>& e) {
      const vertex row = transposed ? e.to : e.from;
      take(row, entry_for(e, transposed ? e.from : e.to));
    });
  };
  const std::size_t n = rows.vertex_count(), arcs = rows.arc_count();
  return finished(rows_of_arcs<W>({n, n, arcs, arcs}, visit, loops), {.loops = loops});
}

#define ARCAS_INSTANTIATE(W)                                                  \
  template basic_adjacency<W> finished(sorted_rows<W>, const build_options&); \
  template basic_adjacency<W> arranged(const basic_adjacency<W>&, bool, const loop_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph::detail
