// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/direction.h>
#include <arcas/graph/listed.h>
#include <gtest/gtest.h>

#include <vector>

#include "graph_texts.h"

namespace arcas::graph {
namespace {

using edges = std::vector<edge>;

template <class G>
edges listed_edges(const G& g) {
  const edge_list list = listed(g);
  return {list.edges.begin(), list.edges.end()};
}

edge_list directed_sample() {
  edge_list list = list_of(4, {{0, 1}, {1, 0}, {3, 3}, {0, 2}, {0, 2}});
  list.names = vertex_names({5, 6, 7, 9});
  return list;
}

TEST(Listed, HasTheEdgesInOrder) {
  EXPECT_EQ(listed_edges(build_directed(directed_sample())),
            (edges{{0, 1}, {0, 2}, {0, 2}, {1, 0}, {3, 3}}));
  EXPECT_EQ(listed_edges(build_undirected(directed_sample())),
            (edges{{0, 1}, {0, 1}, {0, 2}, {0, 2}, {3, 3}}));
  EXPECT_EQ(listed(build_directed(directed_sample())).names[3], 9u);
}

TEST(Direction, UndirectedEdgesGoBothWays) {
  const directed_graph g = with_direction(build_undirected(directed_sample()));
  EXPECT_EQ(g.edge_count(), 9u);
  EXPECT_EQ(g.out_degree(2), 2u);
  EXPECT_EQ(g.in_degree(2), 2u);
  EXPECT_EQ(g.out_degree(3), 1u);
  EXPECT_EQ(g.original_id(3), 9u);
}

TEST(Direction, DirectedEdgesLoseIt) {
  EXPECT_EQ(without_direction(build_directed(directed_sample())).edge_count(), 5u);
  const undirected_graph g = without_direction(build_directed(directed_sample()),
                                               {.drop_duplicates = true, .drop_self_loops = true});
  EXPECT_EQ(listed_edges(g), (edges{{0, 1}, {0, 2}}));
  EXPECT_EQ(g.original_id(1), 6u);
}

}  // namespace
}  // namespace arcas::graph
