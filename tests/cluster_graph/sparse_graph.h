// SPDX-License-Identifier: Apache-2.0
// Graphs of more than 2^33 vertices, nearly all of them isolated. The other vertices are those of a
// small graph: numbers become larger, in the same order. Compiled with numbers of 64 bits only.
#pragma once

#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/builder.h>
#include <arcas/graph/generators.h>

#include <gtest/gtest.h>

#include <vector>

#include "virtual_ranks.h"

namespace arcas::inline v0::cluster_graph {

inline constexpr unsigned small_scale = 10, small_edge_factor = 4;
inline constexpr std::uint64_t small_size = std::uint64_t{1} << small_scale;

// change(edge) is called for each edge.
graph::weighted_edge_list small_edges(const auto& change) {
  auto list = graph::with_random_weights(
      graph::kronecker_edges({.scale = small_scale, .edge_factor = small_edge_factor}));
  for (graph::weighted_edge& e : list.edges) change(e);
  return list;
}
inline graph::weighted_edge_list small_edges() {
  return small_edges([](const graph::weighted_edge&) {});
}

// A vertex of the small graph with edges.
inline graph::vertex a_source(const graph::weighted_directed_graph& g) {
  auto v = static_cast<graph::vertex>(small_size - 1);
  while (g.out_degree(v) < 2) --v;
  return v;
}

// These functions are called by tasks. The place of a vertex of the small graph, and of the vertex
// that has a number of 64 bits, is the same.
inline vertex sparse(std::uint64_t small) {
  return vertex_places(cluster::ranks())
      .global(static_cast<rank_id>(small % cluster::ranks()),
              static_cast<local_vertex>(small / cluster::ranks()));
}
inline std::uint64_t small_of(vertex v) {
  const vertex_places places(cluster::ranks());
  return std::uint64_t{places.local(v)} * cluster::ranks() + places.home(v);
}

inline distributed_graph sparse_graph(const graph::weighted_edge_list& list,
                                      const row_options& rows) {
  distributed_edges<graph::weight> edges;
  edges.part = cluster::distributed<edges_part<graph::weight>>::make();
  // Each rank has the same number of vertices.
  const rank_id ranks = cluster::ranks();
  edges.vertices = (small_size + ranks - 1) / ranks * ranks * rank_factor;
  cluster::on_all_ranks([edges, all = &list.edges, ranks] {
    for (std::size_t i = cluster::self(); i < all->size(); i += ranks) {
      const auto& e = (*all)[i];
      edges.local().edges.push_back({sparse(e.from), sparse(e.to), e.weight});
    }
  });
  return distributed_graph::of(edges, rows);
}

// The values of the vertices of the small graph, in its order.
template <class T>
std::vector<T> small_values(const vertex_values<T>& values) {
  std::vector<T> all(small_size);
  cluster::on_all_ranks([values, to = &all, ranks = cluster::ranks()] {
    std::size_t v = cluster::self();
    for (const T& x : values.local()) {
      if (v < small_size) (*to)[v] = x;
      v += ranks;
    }
  });
  return all;
}
inline std::vector<vertex> sparse_numbers(const auto& small) {
  std::vector<vertex> all;
  for (const graph::vertex v : small) all.push_back(v == graph::no_vertex ? no_vertex : sparse(v));
  return all;
}
template <class T>
std::vector<T> in_order(const graph::plain_array<T>& values) {
  return {values.begin(), values.end()};
}

// Calls act(g) for the graph of small_edges(change), with few and with many hubs. rank_factor is
// 2^24.
void on_sparse_graphs(rank_id ranks, bool directed, const auto& act, const auto& change) {
  const auto list = small_edges(change);
  for (const edge_index hub_degree : {edge_index{20}, automatic_hub_degree}) {
    on_graph(
        ranks,
        [&] { return sparse_graph(list, {.both_ways = !directed, .hub_degree = hub_degree}); },
        [&](const distributed_graph& g) {
          EXPECT_GT(g.vertex_count(), std::uint64_t{1} << 33);
          EXPECT_GT(sparse(small_size - 1), std::uint64_t{1} << 33);
          EXPECT_EQ(small_of(sparse(small_size - 1)), small_size - 1);
          act(g);
        });
  }
}

}  // namespace arcas::inline v0::cluster_graph
