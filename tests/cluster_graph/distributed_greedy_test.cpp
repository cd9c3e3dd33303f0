// SPDX-License-Identifier: Apache-2.0
// Independent sets, colourings and matchings over ranks are those of one process, with and without
// hubs.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/matching.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class greedy_on : public testing::TestWithParam<rank_id> {};

void same_as_in_one_process(const distributed_graph& g, const graph::undirected_view& whole) {
  ASSERT_EQ(g.vertex_count(), whole.vertex_count());
  for (const std::uint64_t seed : {1, 7}) {
    const auto set = independent_set(g, {.seed = seed});
    const auto expected_set = graph::independent_set(whole, {.seed = seed});
    EXPECT_TRUE(std::ranges::equal(set.members.gathered(), expected_set.members.all()));
    EXPECT_EQ(set.size, expected_set.size);
    set.end();
    const auto coloured = colouring(g, {.seed = seed});
    const auto expected_colours = graph::colouring(whole, {.seed = seed});
    EXPECT_TRUE(std::ranges::equal(coloured.colours.gathered(), expected_colours.colours.all()));
    EXPECT_EQ(coloured.count, expected_colours.count);
    EXPECT_EQ(graph::fault_in_colouring(whole, coloured.colours.gathered(), coloured.count), "");
    coloured.end();
    const auto matched = matching(g, {.seed = seed});
    const auto expected_matching = graph::matching(whole, {.seed = seed});
    EXPECT_TRUE(std::ranges::equal(matched.mates.gathered(), expected_matching.mates.all()));
    EXPECT_EQ(matched.size, expected_matching.size);
    matched.end();
  }
}

TEST_P(greedy_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 8});
  on_kronecker_graphs(GetParam(), 8, 8,
                      [&](const distributed_graph& g) { same_as_in_one_process(g, whole); });
}

std::string star_text() {
  std::string text = "0 0\n";
  for (unsigned i = 1; i < 900; ++i) text += "0 " + std::to_string(i) + '\n';
  return text;
}
std::string clique_text() {
  std::string text;
  for (unsigned i = 0; i < 40; ++i)
    for (unsigned j = 0; j < i; ++j) text += std::to_string(i) + ' ' + std::to_string(j) + '\n';
  return text;
}
std::string path_text() {
  std::string text;
  for (unsigned i = 0; i < 300; ++i) text += std::to_string(i) + ' ' + std::to_string(i + 1) + '\n';
  return text;
}

// Parallel edges and self-loops count in degrees.
TEST_P(greedy_on, graphs_with_parallel_edges_and_loops) {
  std::string text;
  for (unsigned i = 0; i < 300; ++i)
    text += std::to_string(i * i % 37) + ' ' + std::to_string(i * 5 % 29) + " 1\n";
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto weighted = graph::read_graph<graph::weighted_undirected_graph>(path);
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([&] {
                         for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
                           const auto g =
                               distributed_graph::of(*read_edges<graph::weight>(path),
                                                     {.both_ways = true, .hub_degree = hub_degree});
                           EXPECT_EQ(g.arc_count(), graph::undirected_view(weighted).arc_count());
                           same_as_in_one_process(g, weighted);
                           g.end();
                         }
                       }));
}

TEST_P(greedy_on, files_of_a_star_a_clique_a_path_and_one_loop) {
  for (const std::string& text : {star_text(), clique_text(), path_text(), std::string("3 3\n")}) {
    const graph::scratch_file file(text, ".el");
    const std::string path = file.path();
    const auto whole = graph::read_graph<graph::undirected_graph>(path);
    cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                           const auto g = distributed_graph::read(path, {.undirected = true});
                           same_as_in_one_process(g, whole);
                           g.end();
                         }));
  }
}

// Some edges have equal weights, which are not whole numbers.
TEST_P(greedy_on, matchings_by_weights) {
  std::string text;
  for (unsigned i = 0; i < 400; ++i)
    text += std::to_string(i * i % 61) + ' ' + std::to_string(i * 7 % 53) + ' ' +
            std::to_string(i % 11) + ".5\n";
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::basic_undirected_graph<graph::real_weight>>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{2}, edge_index{12}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<graph::real_weight>(path),
                                               {.both_ways = true, .hub_degree = hub_degree});
          const auto found = matching(g, {.weighted = true});
          const auto expected = graph::matching(whole, {.weighted = true});
          EXPECT_TRUE(std::ranges::equal(found.mates.gathered(), expected.mates.all()));
          EXPECT_EQ(found.size, expected.size);
          found.end();
          g.end();
        }
      }));
}

TEST_P(greedy_on, directed_graphs_are_refused) {
  const graph::scratch_file file("0 1\n1 2\n", ".el");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         EXPECT_THROW(independent_set(g), std::invalid_argument);
                         EXPECT_THROW(colouring(g), std::invalid_argument);
                         EXPECT_THROW(matching(g), std::invalid_argument);
                         g.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, greedy_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
