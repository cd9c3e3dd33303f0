// SPDX-License-Identifier: Apache-2.0
// Spanning forests over ranks are those of one process, with and without hubs.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/builder.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/graph_over.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class forest_on : public testing::TestWithParam<rank_id> {};

template <class W>
void same_as_in_one_process(const distributed_graph& g,
                            const graph::basic_undirected_graph<W>& whole) {
  const auto found = spanning_forest<W>(g);
  const auto expected = graph::spanning_forest(whole);
  EXPECT_EQ(found.edges, expected.edges);
  EXPECT_EQ(found.weight, expected.weight);
  EXPECT_EQ(found.trees, expected.trees);
}

TEST_P(forest_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 8});
  on_kronecker_graphs(GetParam(), 8, 8,
                      [&](const distributed_graph& g) { same_as_in_one_process(g, whole); });
}

// The graphs have parallel edges, self-loops, equal weights, and weights below 0.
template <class W>
void forests_of_a_file(rank_id ranks, const std::string& text) {
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::basic_undirected_graph<W>>(path);
  cluster::run_virtual(
      virtual_ranks(ranks, 4), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{2}, edge_index{12}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<W>(path),
                                               {.both_ways = true, .hub_degree = hub_degree});
          same_as_in_one_process(g, whole);
          g.end();
        }
      }));
}

std::string multigraph_text(const std::string& fraction) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += std::to_string(i * i % 61) + ' ' + std::to_string(i * 7 % 53) + ' ' +
            std::to_string(i % 11 - 5) + fraction + '\n';
  }
  return text;
}

TEST_P(forest_on, whole_weights) {
  forests_of_a_file<graph::weight>(GetParam(), multigraph_text(""));
}
TEST_P(forest_on, weights_with_fractions) {
  forests_of_a_file<graph::real_weight>(GetParam(), multigraph_text(".5"));
}

// Each vertex chooses the edge to the next one: the trees of the first round are paths.
TEST_P(forest_on, long_paths) {
  std::string text = "900 900 1\n";
  for (int i = 0; i < 700; ++i)
    text += std::to_string(i) + ' ' + std::to_string(i + 1) + ' ' + std::to_string(1000 - i) + '\n';
  forests_of_a_file<graph::weight>(GetParam(), text);
}

TEST_P(forest_on, graphs_that_have_no_forest) {
  const graph::scratch_file file("0 1 0.5\n1 2 1.5\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto directed = distributed_graph::read(path);
        EXPECT_THROW(spanning_forest(directed), std::invalid_argument);
        directed.end();
        const auto real =
            distributed_graph::of(*read_edges<graph::real_weight>(path), {.both_ways = true});
        EXPECT_THROW(spanning_forest<graph::weight>(real), std::invalid_argument);
        EXPECT_EQ(spanning_forest(real).weight, 2);
        real.end();
        const auto without = distributed_graph::read(path, {.undirected = true});
        EXPECT_THROW(spanning_forest<graph::weight>(without), std::invalid_argument);
        without.end();
      }));
}

// Requires that the first edge with a weight that is not a number is named.
template <class Make>
void first_edge_is_refused(rank_id ranks, const Make& make, const std::string& edge) {
  cluster::run_virtual(virtual_ranks(ranks, 3), cluster::job([&] {
                         const auto g = distributed_graph::of_whole(make);
                         try {
                           spanning_forest<graph::real_weight>(g);
                           ADD_FAILURE() << edge;
                         } catch (const graph::vertex_error& e) {
                           EXPECT_NE(std::string(e.what()).find(edge), std::string::npos)
                               << e.what();
                         }
                         g.end();
                       }));
}

constexpr double nan_weight = std::numeric_limits<double>::quiet_NaN();

TEST_P(forest_on, weights_that_are_no_numbers) {
  const auto make = [] {
    graph::real_edge_list list;
    list.vertex_count = 4;
    list.edges = graph::plain_array<graph::real_edge>(3);
    list.edges[0] = {0, 1, 1};
    list.edges[1] = {3, 2, nan_weight};
    list.edges[2] = {3, 1, nan_weight};
    return graph::build_undirected(std::move(list));
  };
  first_edge_is_refused(GetParam(), make, "edge from 1 to 3");
}

TEST_P(forest_on, a_nan_on_the_second_of_parallel_edges) {
  const auto make = [] {
    static const std::vector<std::int64_t> offsets = {0, 2, 5, 6};
    static const std::vector<std::int32_t> targets = {1, 1, 0, 0, 2, 1};
    static const std::vector<double> weights = {1, nan_weight, 1, nan_weight, 2, 2};
    const graph::over_options options{.check = false};
    return graph::undirected_from(graph::rows_over(offsets, targets, weights, options), options);
  };
  first_edge_is_refused(GetParam(), make, "edge from 0 to 1");
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, forest_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
