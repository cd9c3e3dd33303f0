// SPDX-License-Identifier: Apache-2.0
// A summary of a graph: its counts and its distribution of degrees.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace arcas::inline v0::graph {

struct degree_summary {
  edge_index least = 0;
  edge_index most = 0;
  double mean = 0;
  edge_index median = 0;        // the upper degree if two are in the middle
  edge_index percentile99 = 0;  // the least degree that 99 % of the vertices do not exceed
  // Histogram of degrees: by_digits[b] counts the vertices whose degree has b binary digits. So [0]
  // is for degree 0, [1] for 1, [2] for 2 and 3, [3] for 4 to 7.
  std::array<std::uint64_t, 65> by_digits = {};
};

struct graph_summary {
  std::uint64_t vertices = 0;
  edge_index edges = 0;
  edge_index self_loops = 0;
  edge_index parallel_edges = 0;  // edges that drop_duplicates would drop
  std::uint64_t isolated = 0;     // vertices without any edge, not even a self-loop
  degree_summary out;             // a self-loop of an undirected graph counts once
  degree_summary in;              // equal to `out` in an undirected graph
  double least_weight = 0;        // 0 without weights or edges, like the next two
  double greatest_weight = 0;
  double total_weight = 0;  // each edge counted once; infinite above the range of double
  std::uint64_t bytes = 0;  // memory of the graph, in bytes
};

// G is a directed or undirected graph of any weight type. Throws interrupted.
template <class G>
graph_summary summary_of(const G& g, const loop_options& loops = {});

namespace detail {

// The counts of some vertices and of their rows.
struct row_counts {
  edge_index self_loops = 0;
  edge_index parallel_arcs = 0;
  std::uint64_t isolated = 0;
  double least_weight = std::numeric_limits<double>::infinity();
  double greatest_weight = -std::numeric_limits<double>::infinity();
  // Partial sums may exceed the range of double.
  long double total_weight = 0;

  // Counts arcs of vertex v. `ends` has their other ends in ascending order; `weights` has one
  // weight for each arc, or is empty. In an undirected graph only arcs to vertices u ≥ v are
  // counted, so that each edge counts once.
  template <class V, class W>
  void add_row(V v, std::span<const V> ends, std::span<const W> weights, bool directed) {
    const auto from = directed ? ends.begin() : std::ranges::lower_bound(ends, v);
    for (auto at = from; at != ends.end(); ++at) {
      self_loops += *at == v;
      parallel_arcs += at != from && *at == at[-1];
    }
    if constexpr (is_weight<W>) {
      if (weights.empty()) return;
      for (const W weight : weights.subspan(static_cast<std::size_t>(from - ends.begin()))) {
        const auto w = static_cast<double>(weight);
        least_weight = std::min(least_weight, w);
        greatest_weight = std::max(greatest_weight, w);
        total_weight += w;
      }
    }
  }
  friend row_counts operator+(row_counts a, const row_counts& b) {
    a.self_loops += b.self_loops;
    a.parallel_arcs += b.parallel_arcs;
    a.isolated += b.isolated;
    a.least_weight = std::min(a.least_weight, b.least_weight);
    a.greatest_weight = std::max(a.greatest_weight, b.greatest_weight);
    a.total_weight += b.total_weight;
    return a;
  }
};

// The number of vertices with one degree. A graph of m arcs has at most √(2 m) + 1 different
// degrees.
struct degree_count {
  edge_index degree;
  std::uint64_t vertices;
};
// `degrees` has each degree once, in ascending order.
degree_summary summary_of_degrees(std::span<const degree_count> degrees);

// All members except `bytes`. in_degrees: of a directed graph; empty for an undirected one.
graph_summary summary_of(const row_counts& counts, std::span<const degree_count> out_degrees,
                         std::span<const degree_count> in_degrees, edge_index edges, bool weighted);

}  // namespace detail

}  // namespace arcas::inline v0::graph
