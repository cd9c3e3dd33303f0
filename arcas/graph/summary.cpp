// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sort.h>
#include <arcas/graph/summary.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The counts of a set of vertices.
struct counts {
  edge_index self_loops = 0;
  edge_index parallel_arcs = 0;
  std::uint64_t isolated = 0;
  double least_weight = std::numeric_limits<double>::infinity();
  double greatest_weight = -std::numeric_limits<double>::infinity();
  // Partial sums may exceed the range of double.
  long double total_weight = 0;

  friend counts operator+(counts a, const counts& b) {
    a.self_loops += b.self_loops;
    a.parallel_arcs += b.parallel_arcs;
    a.isolated += b.isolated;
    a.least_weight = std::min(a.least_weight, b.least_weight);
    a.greatest_weight = std::max(a.greatest_weight, b.greatest_weight);
    a.total_weight += b.total_weight;
    return a;
  }
};

// In an undirected graph only arcs to vertices u ≥ v are counted, so that each edge counts once.
template <class G>
void count_row(const G& g, vertex v, counts& found) {
  const auto row = g.out_neighbors(v);
  const auto first = is_directed<G> ? row.begin() : std::ranges::lower_bound(row, v);
  for (auto at = first; at != row.end(); ++at) {
    found.self_loops += *at == v;
    found.parallel_arcs += at != first && *at == at[-1];
  }
  if constexpr (is_weight<typename G::weight_type>) {
    const auto edges = g.out_edges(v);
    for (auto i = static_cast<std::size_t>(first - row.begin()); i < row.size(); ++i) {
      const auto w = static_cast<double>(edges[i].weight);
      found.least_weight = std::min(found.least_weight, w);
      found.greatest_weight = std::max(found.greatest_weight, w);
      found.total_weight += w;
    }
  }
}

template <class G>
counts counted(const G& g, const loop_options& loops) {
  return whole_reduce(g.vertex_count(), sum_of<counts>(), loops,
                      [&](std::size_t first, std::size_t last) {
                        counts found;
                        for (auto v = static_cast<vertex>(first); v < last; ++v) {
                          found.isolated += g.out_degree(v) + g.in_degree(v) == 0;
                          count_row(g, v, found);
                        }
                        return found;
                      });
}

template <class Degree>
degree_summary summed(std::size_t n, edge_index arcs, const loop_options& loops,
                      const Degree& degree_of) {
  if (n == 0) return {};
  plain_array<edge_index> degrees(n);
  whole_for(n, loops, [&](std::size_t v) { degrees[v] = degree_of(static_cast<vertex>(v)); });
  arcas::sort(degrees.all(), less_than{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
  degree_summary found{.least = degrees[0],
                       .most = degrees[n - 1],
                       .mean = static_cast<double>(arcs) / static_cast<double>(n),
                       .median = degrees[n / 2],
                       .percentile99 = degrees[n - 1 - n / 100]};
  for (const edge_index degree : degrees) {
    ++found.by_digits[static_cast<std::size_t>(std::bit_width(degree))];
  }
  return found;
}

}  // namespace

template <class G>
graph_summary summary_of(const G& g, const loop_options& loops) {
  const counts found = counted(g, loops);
  graph_summary summary;
  summary.vertices = g.vertex_count();
  summary.edges = g.edge_count();
  summary.self_loops = found.self_loops;
  summary.parallel_edges = found.parallel_arcs;
  summary.isolated = found.isolated;
  summary.out =
      summed(g.vertex_count(), g.arc_count(), loops, [&](vertex v) { return g.out_degree(v); });
  summary.in = summary.out;
  if constexpr (is_directed<G>) {
    summary.in =
        summed(g.vertex_count(), g.arc_count(), loops, [&](vertex v) { return g.in_degree(v); });
  }
  if (is_weight<typename G::weight_type> && g.edge_count() != 0) {
    summary.least_weight = found.least_weight;
    summary.greatest_weight = found.greatest_weight;
    summary.total_weight = static_cast<double>(found.total_weight);
  }
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
