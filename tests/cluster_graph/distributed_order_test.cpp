// SPDX-License-Identifier: Apache-2.0
// Topological orders over ranks are those of one process, with and without hubs and cycles.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class order_on : public testing::TestWithParam<rank_id> {};

void orders_are_equal(const distributed_graph& g, const graph::graph_view& whole) {
  const auto found = topological_order(g);
  const auto expected = graph::topological_order(whole);
  EXPECT_TRUE(std::ranges::equal(found.levels.gathered(), expected.levels.all()));
  EXPECT_EQ(found.depth, expected.depth);
  EXPECT_EQ(found.ordered, expected.ordered);
  EXPECT_EQ(found.cycle, expected.cycle);
  for (const std::size_t count : {0, 3, 100'000})
    EXPECT_EQ(found.first(count), expected.first(count));
  found.end();
}

void orders_equal_for(const std::string& text, rank_id ranks) {
  const graph::scratch_file file(text, ".el");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::directed_graph>(path);
  cluster::run_virtual(
      virtual_ranks(ranks, 1), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{1}, edge_index{12}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<graph::unweighted>(path),
                                               {.hub_degree = hub_degree});
          orders_are_equal(g, whole);
          g.end();
        }
      }));
}

std::string edge_line(unsigned from, unsigned to) {
  return std::to_string(from) + ' ' + std::to_string(to) + '\n';
}

// Parallel edges occur.
std::string drawn_edges(unsigned edges, unsigned cycles) {
  std::string text;
  for (unsigned i = 0; i < edges; ++i) {
    const unsigned a = i * i * 7 % 211, b = i * 31 % 223;
    if (a != b) text += edge_line(std::min(a, b), std::max(a, b));
  }
  for (unsigned i = 0; i < cycles; ++i) text += edge_line(90 + 40 * i, 60 + 40 * i);
  return text;
}

TEST_P(order_on, graphs_without_cycles) {
  orders_equal_for(drawn_edges(900, 0), GetParam());
}

TEST_P(order_on, graphs_with_cycles) {
  orders_equal_for(drawn_edges(900, 1), GetParam());
  orders_equal_for(drawn_edges(300, 3), GetParam());
  orders_equal_for("0 1\n1 1\n1 2\n", GetParam());
}

TEST_P(order_on, long_paths_and_stars) {
  std::string path, star;
  for (unsigned i = 0; i < 400; ++i) {
    path += edge_line(i * 7 % 401, (i + 1) * 7 % 401);
    star += edge_line(0, i + 1) + edge_line(i + 1, 401);
  }
  orders_equal_for(path, GetParam());
  orders_equal_for(star, GetParam());
  orders_equal_for(path + edge_line(400 * 7 % 401, 0), GetParam());
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, order_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
