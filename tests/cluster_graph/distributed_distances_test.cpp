// SPDX-License-Identifier: Apache-2.0
// Distances to vertices over ranks are those of one process, with and without hubs and weights.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class distances_on : public testing::TestWithParam<rank_id> {};

std::vector<vertex> all_of(std::size_t vertices) {
  std::vector<vertex> all(vertices);
  std::iota(all.begin(), all.end(), vertex{0});
  return all;
}

// Counts the searches.
struct watched final : graph::distances_observer {
  void searched(std::size_t vertices) override { done += vertices; }
  std::size_t done = 0;
};

// Sums of steps and of their inverses are added in the same order on ranks, so results are equal.
TEST_P(distances_on, steps_are_those_of_one_process) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 4});
  const std::vector<vertex> all = all_of(whole.vertex_count());
  const auto expected = graph::distances_to(whole, all);
  on_kronecker_graphs(GetParam(), 8, 4, [&](const distributed_graph& g) {
    watched watch;
    EXPECT_EQ(distances_to(g, all, {.observer = &watch}), expected);
    EXPECT_EQ(watch.done, all.size());
    const std::vector<vertex> some{7, 7, 200};
    EXPECT_EQ(distances_to(g, some), graph::distances_to(whole, some));
    EXPECT_TRUE(distances_to(g, {}).empty());
  });
}

// Each vertex i below 99 leads to i + 1 and, if it exists, to i + 9. Vertex 77 leads to all
// vertices below 99.
std::string directed_text() {
  std::string text;
  const auto line = [&text](unsigned from, unsigned to, unsigned weight) {
    text += std::to_string(from) + ' ' + std::to_string(to) + ' ' + std::to_string(weight) + '\n';
  };
  for (unsigned i = 0; i < 99; ++i) {
    line(i, i + 1, i % 7 + 1);
    if (i + 9 < 100) line(i, i + 9, 5);
    line(77, i, 9);
  }
  return text;
}

TEST_P(distances_on, directed_graphs_are_those_of_one_process) {
  const graph::scratch_file file(directed_text(), ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::weighted_directed_graph>(path);
  const std::vector<vertex> all = all_of(whole.vertex_count());
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         // Vertex 77 is a hub.
                         const auto g =
                             distributed_graph::of(*read_edges<graph::weight>(path),
                                                   {.both_ways = false, .hub_degree = 20});
                         EXPECT_EQ(distances_to(g, all), graph::distances_to(whole, all));
                         EXPECT_EQ(distances_to(g, all, {.weighted = true}),
                                   graph::distances_to(whole, all, {.weighted = true}));
                         g.end();
                       }));
}

// Sixty paths of two edges begin at vertex 0. All their ends have the same distances, in different
// orders, and must have equal sums of distances.
TEST_P(distances_on, equal_distances_have_equal_sums) {
  std::string text;
  for (unsigned i = 0; i < 60; ++i)
    text += "0 " + std::to_string(i + 1) + " 0.1\n" + std::to_string(i + 1) + ' ' +
            std::to_string(i + 61) + " 0.7\n";
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::basic_undirected_graph<graph::real_weight>>(path);
  const std::vector<vertex> all = all_of(whole.vertex_count());
  cluster::run_virtual(virtual_ranks(GetParam(), 4), cluster::job([&] {
                         const auto g =
                             distributed_graph::of(*read_edges<graph::real_weight>(path),
                                                   {.both_ways = true, .hub_degree = 20});
                         const auto found = distances_to(g, all, {.weighted = true});
                         EXPECT_EQ(found, graph::distances_to(whole, all, {.weighted = true}));
                         for (vertex end = 62; end <= 120; ++end) EXPECT_EQ(found[end], found[61]);
                         g.end();
                       }));
}

TEST_P(distances_on, what_makes_no_sense_is_refused) {
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([] {
                         const auto g = distributed_graph::kronecker(4, 2);
                         const std::vector<vertex> none_such{16};
                         EXPECT_THROW(distances_to(g, none_such), std::invalid_argument);
                         const std::vector<vertex> some{1};
                         EXPECT_THROW(distances_to(g, some, {.weighted = true}),
                                      std::invalid_argument);
                         g.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, distances_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
