// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sort.h>
#include <arcas/graph/summary.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class G>
row_counts counted(const G& g, const loop_options& loops) {
  using W = typename G::weight_type;
  return whole_reduce(g.vertex_count(), sum_of<row_counts>(), loops,
                      [&](std::size_t first, std::size_t last) {
                        row_counts found;
                        for (auto v = static_cast<vertex>(first); v < last; ++v) {
                          found.isolated += g.out_degree(v) + g.in_degree(v) == 0;
                          std::span<const W> weights;
                          if constexpr (is_weight<W>) weights = g.out_edges(v).weights();
                          found.add_row(v, g.out_neighbors(v), weights, G::directed);
                        }
                        return found;
                      });
}

template <class Degree>
std::vector<degree_count> degrees_of(std::size_t n, const loop_options& loops,
                                     const Degree& degree_of) {
  plain_array<edge_index> degrees(n);
  whole_for(n, loops, [&](std::size_t v) { degrees[v] = degree_of(static_cast<vertex>(v)); });
  arcas::sort(degrees.all(), less_than{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
  std::vector<degree_count> counts;
  for (const edge_index degree : degrees) {
    if (counts.empty() || counts.back().degree != degree) counts.push_back({degree, 0});
    ++counts.back().vertices;
  }
  return counts;
}

}  // namespace

degree_summary detail::summary_of_degrees(std::span<const degree_count> degrees) {
  std::uint64_t n = 0, arcs = 0;
  for (const auto& [degree, vertices] : degrees) {
    n += vertices;
    arcs += degree * vertices;
  }
  if (n == 0) return {};
  // The degree of the vertex at place i if all are sorted by their degrees.
  const auto degree_at = [&](std::uint64_t i) {
    auto at = degrees.begin();
    for (; i >= at->vertices; ++at) i -= at->vertices;
    return at->degree;
  };
  degree_summary found{.least = degrees.front().degree,
                       .most = degrees.back().degree,
                       .mean = static_cast<double>(arcs) / static_cast<double>(n),
                       .median = degree_at(n / 2),
                       .percentile99 = degree_at(n - 1 - n / 100)};
  for (const auto& [degree, vertices] : degrees)
    found.by_digits[static_cast<std::size_t>(std::bit_width(degree))] += vertices;
  return found;
}

graph_summary detail::summary_of(const row_counts& counts,
                                 std::span<const degree_count> out_degrees,
                                 std::span<const degree_count> in_degrees, edge_index edges,
                                 bool weighted) {
  graph_summary summary;
  for (const degree_count& each : out_degrees) summary.vertices += each.vertices;
  summary.edges = edges;
  summary.self_loops = counts.self_loops;
  summary.parallel_edges = counts.parallel_arcs;
  summary.isolated = counts.isolated;
  summary.out = summary_of_degrees(out_degrees);
  summary.in = in_degrees.empty() ? summary.out : summary_of_degrees(in_degrees);
  if (!weighted || edges == 0) return summary;
  summary.least_weight = counts.least_weight;
  summary.greatest_weight = counts.greatest_weight;
  summary.total_weight = static_cast<double>(counts.total_weight);
  return summary;
}

template <class G>
graph_summary summary_of(const G& g, const loop_options& loops) {
  const std::size_t n = g.vertex_count();
  const row_counts counts = counted(g, loops);
  const auto out = degrees_of(n, loops, [&](vertex v) { return g.out_degree(v); });
  std::vector<degree_count> in;
  if constexpr (is_directed<G>) in = degrees_of(n, loops, [&](vertex v) { return g.in_degree(v); });
  graph_summary summary =
      detail::summary_of(counts, out, in, g.edge_count(), is_weight<typename G::weight_type>);
  summary.bytes = g.bytes();
  return summary;
}

template graph_summary summary_of(const directed_graph&, const loop_options&);
template graph_summary summary_of(const undirected_graph&, const loop_options&);
template graph_summary summary_of(const weighted_directed_graph&, const loop_options&);
template graph_summary summary_of(const weighted_undirected_graph&, const loop_options&);
template graph_summary summary_of(const real_directed_graph&, const loop_options&);
template graph_summary summary_of(const real_undirected_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph
