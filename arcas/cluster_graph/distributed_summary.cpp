// SPDX-License-Identifier: Apache-2.0
// The summary of a graph over all ranks. Each rank counts its own rows and its parts of the rows of
// hubs. All parallel arcs from a hub to a vertex are on one rank, which therefore finds them.
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <algorithm>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

using graph::detail::degree_count;
using graph::detail::row_counts;

constexpr local_vertex vertices_a_poll = 4096;

row_counts counts_here(const graph_part& part) {
  row_counts found;
  const graph_rows& in = part.rows(arc_side::in);
  for (local_vertex i = 0; i < part.vertex_count(); ++i) {
    if (i % vertices_a_poll == 0) cluster::poll();
    found.isolated += part.out.degree(i) + in.degree(i) == 0;
    found.add_row(own_vertex(i).number(), part.out.neighbors(i), part.out.weights_of(i),
                  !part.symmetric);
  }
  const hub_rows& hubs = part.out_hubs();
  for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
    cluster::poll();
    std::vector<vertex> ends;
    for (const local_vertex end : hubs.neighbors(hub)) ends.push_back(own_vertex(end).number());
    found.add_row(hubs.hubs[hub], std::span<const vertex>(ends), hubs.weights_of(hub),
                  !part.symmetric);
  }
  return found;
}

// Adds up the vertices of each degree.
std::vector<degree_count> by_degree(std::vector<degree_count> all) {
  std::ranges::sort(all, {}, &degree_count::degree);
  std::vector<degree_count> sums;
  for (const auto& [degree, vertices] : all) {
    if (sums.empty() || sums.back().degree != degree) sums.push_back({degree, 0});
    sums.back().vertices += vertices;
  }
  return sums;
}

std::vector<degree_count> degree_counts_of(const distributed_graph& g, arc_side side) {
  const auto join = [](std::vector<degree_count> a, const std::vector<degree_count>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return by_degree(std::move(a));
  };
  return cluster::fold_ranks(std::vector<degree_count>{}, join, [g, side] {
    const graph_part& part = g.local();
    std::vector<degree_count> own;
    for (local_vertex i = 0; i < part.vertex_count(); ++i)
      own.push_back({part.rows(side).degree(i), 1});
    return by_degree(std::move(own));
  });
}

template <class T>
std::uint64_t bytes_of(const std::vector<T>& array) {
  return array.size() * sizeof(T);
}

template <class V>
std::uint64_t bytes_of(const basic_arc_rows<V>& rows) {
  return bytes_of(rows.offsets) + bytes_of(rows.targets) + bytes_of(rows.weights);
}

std::uint64_t bytes_of(const graph_part& part) {
  std::uint64_t all = bytes_of(part.ids) + part.texts.bytes.size() + bytes_of(part.texts.ends);
  for (const graph_rows* rows : {&part.out, &part.in})
    all += bytes_of(*rows) + bytes_of(rows->hubs) + bytes_of(rows->hubs.hubs) +
           bytes_of(rows->hubs.degrees);
  return all;
}

}  // namespace

graph::graph_summary summary_of(const distributed_graph& g) {
  const row_counts counts = sum_of_ranks([g] { return counts_here(g.local()); });
  const auto out = degree_counts_of(g, arc_side::out);
  const auto in =
      g.is_symmetric() ? std::vector<degree_count>() : degree_counts_of(g, arc_side::in);
  graph::graph_summary summary =
      graph::detail::summary_of(counts, out, in, g.edge_count(), g.is_weighted());
  summary.bytes = sum_of_ranks([g] { return bytes_of(g.local()); });
  return summary;
}

}  // namespace arcas::inline v0::cluster_graph
