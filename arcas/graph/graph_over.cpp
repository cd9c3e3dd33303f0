// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/transform.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr std::size_t no_row = std::numeric_limits<std::size_t>::max();

[[noreturn]] void refuse(const std::string& sentence) {
  throw std::invalid_argument("graph arrays: " + sentence);
}

// The smallest v below n for which wrong(v) holds, or no_row.
template <class Wrong>
std::size_t first_with(std::size_t n, const loop_options& loops, const Wrong& wrong) {
  return whole_reduce(n, minimum<std::size_t>{}, loops,
                      [&](std::size_t v) { return wrong(v) ? v : no_row; });
}

// Shown as signed: a negative offset is more likely than one above 2^63.
std::string shown(edge_index offset) {
  return std::to_string(static_cast<std::int64_t>(offset));
}

plain_array<edge_index> offsets_of(const foreign_rows& arrays, const loop_options& loops) {
  if (arrays.narrow_offsets.empty()) return plain_array<edge_index>::over(arrays.offsets);
  plain_array<edge_index> wide(arrays.narrow_offsets.size());
  whole_for(wide.size(), loops, [&](std::size_t v) { wide[v] = arrays.narrow_offsets[v]; });
  return wide;
}

void require_lengths(std::span<const edge_index> offsets, std::size_t targets, std::size_t weights,
                     bool weighted) {
  if (offsets.empty()) refuse("there are no offsets; n vertices require n + 1 offsets");
  if (offsets.size() - 1 > most_vertices) {
    refuse("there are " + std::to_string(offsets.size() - 1) + " vertices; at most " +
           std::to_string(most_vertices) + " are allowed");
  }
  if (offsets.back() != targets) {
    refuse("the last offset is " + shown(offsets.back()) + "; it must be the number of targets, " +
           std::to_string(targets));
  }
  if (weighted && weights != targets) {
    refuse("there are " + std::to_string(weights) + " weights; one for each of the " +
           std::to_string(targets) + " targets is required");
  }
}

void require_offsets(std::span<const edge_index> offsets, const loop_options& loops) {
  if (offsets.front() != 0) refuse("the first offset is " + shown(offsets.front()) + ", not 0");
  const auto at = [&](std::size_t v) { return static_cast<std::int64_t>(offsets[v]); };
  const std::size_t v =
      first_with(offsets.size() - 1, loops, [&](std::size_t row) { return at(row) > at(row + 1); });
  if (v == no_row) return;
  refuse("offset " + std::to_string(v + 1) + " is " + shown(offsets[v + 1]) +
         ", less than the one before it, " + shown(offsets[v]));
}

template <class T>
void require_targets(std::span<const edge_index> offsets, std::span<const T> targets,
                     bool with_sign, const loop_options& loops) {
  if (targets.empty()) return;
  const std::size_t n = offsets.size() - 1;
  const auto row = [&](std::size_t v) {
    return targets.subspan(offsets[v], offsets[v + 1] - offsets[v]);
  };
  const auto beyond = [&](T u) { return u >= n; };
  const std::size_t v =
      first_with(n, loops, [&](std::size_t at) { return std::ranges::any_of(row(at), beyond); });
  if (v == no_row) return;
  const T u = *std::ranges::find_if(row(v), beyond);
  refuse("row " + std::to_string(v) + " has target " +
         (with_sign ? std::to_string(static_cast<std::make_signed_t<T>>(u)) : std::to_string(u)) +
         "; there are " + std::to_string(n) + " vertices, counted from 0");
}

plain_array<vertex> targets_of(const foreign_rows& arrays, const loop_options& loops) {
  if (arrays.wide_targets.empty()) return plain_array<vertex>::over(arrays.targets);
  plain_array<vertex> narrow(arrays.wide_targets.size());
  whole_for(narrow.size(), loops,
            [&](std::size_t i) { narrow[i] = static_cast<vertex>(arrays.wide_targets[i]); });
  return narrow;
}

std::size_t first_unsorted(const row_view& rows, const loop_options& loops) {
  return first_with(rows.vertex_count(), loops, [&](std::size_t v) {
    return !std::ranges::is_sorted(rows.neighbors(static_cast<vertex>(v)));
  });
}

edge_index self_loops(const row_view& rows, const loop_options& loops) {
  return whole_reduce(rows.vertex_count(), plus<edge_index>{}, loops,
                      [&](std::size_t row) -> edge_index {
                        const auto v = static_cast<vertex>(row);
                        return std::ranges::equal_range(rows.neighbors(v), v).size();
                      });
}

// Consecutive entries in the row of `from` that have the same target.
template <class W>
struct parallel_edges {
  const basic_adjacency<W>& rows;
  vertex from;
  std::size_t first, count;  // positions in the row

  std::span<const W> weights() const {
    return rows.weights().subspan(rows.offsets()[from] + first, count);
  }
};

template <class W>
std::vector<W> sorted_weights(const parallel_edges<W>& edges) {
  std::vector<W> weights(edges.weights().begin(), edges.weights().end());
  std::ranges::sort(weights, is_lighter<W>);
  return weights;
}

// Whether row `to` of `there` has edges.count edges to edges.from, with the same weights as
// `edges`.
template <class W>
bool lead_back(const parallel_edges<W>& edges, const basic_adjacency<W>& there, vertex to) {
  const auto row = there.neighbors(to);
  const auto first =
      static_cast<std::size_t>(std::ranges::lower_bound(row, edges.from) - row.begin());
  const std::size_t end = first + edges.count;
  if (end > row.size() || row[end - 1] != edges.from) return false;
  if (end != row.size() && row[end] == edges.from) return false;
  if constexpr (is_weight<W>) {
    const parallel_edges<W> back{there, to, first, edges.count};
    if (edges.count == 1) return edges.weights().front() == back.weights().front();
    return sorted_weights(edges) == sorted_weights(back);
  }
  return true;
}

// Compares each edge in row v of `here` with its reverse in `there`, which must exist equally often
// and with the same weights. Returns the position of the first edge for which this is false, or the
// row's size.
template <class W>
std::size_t first_one_way(const basic_adjacency<W>& here, const basic_adjacency<W>& there,
                          vertex v) {
  const auto row = here.neighbors(v);
  for (std::size_t i = 0, end = 0; i < row.size(); i = end) {
    for (end = i + 1; end < row.size() && row[end] == row[i];) ++end;
    if (!lead_back(parallel_edges<W>{here, v, i, end - i}, there, row[i])) return i;
  }
  return row.size();
}

// Each edge of `in` must have its reverse in `out` equally often and with the same weights. Throws
// for the smallest v whose row in `in` has an edge for which this is false. If there is no such v,
// and both have the same number of arcs, each is the transpose of the other.
template <class W>
void require_mirror(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                    const char* requirement, const loop_options& loops) {
  if (out.vertex_count() != in.vertex_count() || out.arc_count() != in.arc_count()) {
    refuse("out-rows have " + std::to_string(out.vertex_count()) + " vertices and " +
           std::to_string(out.arc_count()) + " targets, in-rows have " +
           std::to_string(in.vertex_count()) + " and " + std::to_string(in.arc_count()) + "; " +
           requirement);
  }
  const std::size_t found = first_with(out.vertex_count(), loops, [&](std::size_t row) {
    const auto v = static_cast<vertex>(row);
    return first_one_way(in, out, v) != in.neighbors(v).size();
  });
  if (found == no_row) return;
  const auto v = static_cast<vertex>(found);
  const vertex u = in.neighbors(v)[first_one_way(in, out, v)];
  refuse("row " + std::to_string(v) + " has target " + std::to_string(u) + ", but row " +
         std::to_string(u) + " does not have target " + std::to_string(v) +
         " equally often and with the same weights; " + requirement);
}

}  // namespace

template <class W>
basic_adjacency<W> detail::rows_over(const foreign_rows& arrays, std::span<const W> weights,
                                     const over_options& options) {
  plain_array<edge_index> offsets = offsets_of(arrays, options.loops);
  const std::span<const edge_index> begins = std::as_const(offsets).all();
  require_lengths(begins, arrays.targets.size() + arrays.wide_targets.size(), weights.size(),
                  is_weight<W>);
  if (options.check) {
    require_offsets(begins, options.loops);
    require_targets(begins, arrays.targets, arrays.signed_targets, options.loops);
    require_targets(begins, arrays.wide_targets, arrays.signed_targets, options.loops);
  }
  basic_adjacency<W> rows(std::move(offsets), targets_of(arrays, options.loops),
                          plain_array<W>::over(weights));
  if (!options.check && !options.sort) return rows;
  const std::size_t v = first_unsorted(row_view(rows), options.loops);
  if (v == no_row) return rows;
  if (options.sort) return arranged(rows, false, options.loops);
  refuse("row " + std::to_string(v) +
         " is not in ascending order; sort it (SciPy: sort_indices()), or ask for a sorted copy by "
         "the option sort");
}

template <class W>
basic_directed_graph<W> directed_from(basic_adjacency<W> out, const over_options& options) {
  basic_adjacency<W> in = transpose(out, options.loops);
  return {std::move(out), std::move(in), {}};
}

template <class W>
basic_directed_graph<W> directed_from(basic_adjacency<W> out, basic_adjacency<W> in,
                                      const over_options& options) {
  if (options.check) {
    require_mirror(out, in, "in-rows must be the transpose of the out-rows", options.loops);
  }
  return {std::move(out), std::move(in), {}};
}

template <class W>
basic_undirected_graph<W> undirected_from(basic_adjacency<W> both, const over_options& options) {
  if (options.check) {
    require_mirror(both, both,
                   "an undirected graph requires each edge at both ends; a directed one does not",
                   options.loops);
  }
  const edge_index loops = self_loops(row_view(both), options.loops);
  const edge_index edges = (both.arc_count() + loops) / 2;
  return {std::move(both), edges, {}};
}

#define ARCAS_INSTANTIATE(W)                                                               \
  template basic_adjacency<W> detail::rows_over(const foreign_rows&, std::span<const W>,   \
                                                const over_options&);                      \
  template basic_directed_graph<W> directed_from(basic_adjacency<W>, const over_options&); \
  template basic_directed_graph<W> directed_from(basic_adjacency<W>, basic_adjacency<W>,   \
                                                 const over_options&);                     \
  template basic_undirected_graph<W> undirected_from(basic_adjacency<W>, const over_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
