// SPDX-License-Identifier: Apache-2.0
// Truss numbers over ranks are those of one process, in the same order, with and without hubs.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class trusses_on : public testing::TestWithParam<rank_id> {};

void same_trusses(const distributed_graph& g, const graph::undirected_view& whole) {
  const auto found = truss_numbers(g);
  const auto expected = graph::truss_numbers(whole);
  EXPECT_EQ(found.greatest, expected.greatest);
  ASSERT_EQ(found.edges.size(), expected.edges.size());
  std::vector<graph::truss_edge> edges(found.edges.size());
  cluster::read_into(found.edges, 0, edges);
  for (std::size_t e = 0; e < edges.size(); ++e) EXPECT_EQ(edges[e], expected.at(e)) << e;
  found.end();
}

TEST_P(trusses_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 8});
  on_kronecker_graphs(GetParam(), 8, 8,
                      [&](const distributed_graph& g) { same_trusses(g, whole); });
}

TEST_P(trusses_on, graphs_with_parallel_edges_and_loops) {
  std::string text;
  for (unsigned i = 0; i < 500; ++i)
    text += std::to_string(i * i % 37) + ' ' + std::to_string(i * 5 % 29) + '\n';
  const graph::scratch_file file(text, ".el");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::undirected_graph>(path);
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([&] {
                         for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
                           const auto g = distributed_graph::of(
                               *read_edges(path), {.both_ways = true, .hub_degree = hub_degree});
                           same_trusses(g, whole);
                           g.end();
                         }
                       }));
}

// A wheel whose rim lacks one edge, and a self-loop. Ranks remove the spokes one by one, from the
// gap on.
std::string wheel_text() {
  std::string text = "0 0\n";
  for (unsigned i = 1; i < 200; ++i)
    text +=
        "0 " + std::to_string(i) + '\n' + std::to_string(i) + ' ' + std::to_string(i + 1) + '\n';
  return text;
}
std::string cliques_text() {
  std::string text;
  for (unsigned size = 3; size < 25; size += 7) {
    for (unsigned i = 0; i < size; ++i)
      for (unsigned j = 0; j < i; ++j)
        text += std::to_string(i * size) + ' ' + std::to_string(j * size) + '\n';
  }
  return text;
}

TEST_P(trusses_on, files_of_a_wheel_of_cliques_and_of_one_loop) {
  for (const std::string& text : {wheel_text(), cliques_text(), std::string("3 3\n")}) {
    const graph::scratch_file file(text, ".el");
    const std::string path = file.path();
    const auto whole = graph::read_graph<graph::undirected_graph>(path);
    cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                           const auto g = distributed_graph::read(path, {.undirected = true});
                           same_trusses(g, whole);
                           g.end();
                         }));
  }
}

TEST_P(trusses_on, graphs_without_vertices) {
  cluster::run_virtual(virtual_ranks(GetParam(), 4), cluster::job([] {
                         const graph::undirected_graph none;
                         const auto g =
                             distributed_graph::of_whole([] { return graph::undirected_graph(); });
                         same_trusses(g, none);
                         g.end();
                       }));
}

TEST_P(trusses_on, two_tasks_find_them_at_a_time) {
  const auto whole = graph::kronecker_graph({.scale = 7, .edge_factor = 8});
  on_kronecker_graphs(GetParam(), 7, 8, [&](const distributed_graph& g) {
    cluster::finish([&] {
      for (unsigned task = 0; task < 2; ++task) cluster::spawn([&] { same_trusses(g, whole); });
    });
  });
}

TEST_P(trusses_on, nothing_is_left_if_the_heap_is_full) {
  cluster::virtual_options options = virtual_ranks(GetParam(), 6);
  options.cluster.heap_bytes = std::size_t{1} << 20;
  cluster::run_virtual(options, cluster::job([] {
                         const auto g = distributed_graph::kronecker(6, 4);
                         std::vector<cluster::global_ptr<char>> taken;
                         constexpr std::size_t block = 1 << 12;
                         EXPECT_THROW(for (;;) taken.push_back(cluster::global_malloc<char>(
                                          block * cluster::ranks(), block)),
                                      std::runtime_error);
                         const std::size_t before = objects_here();
                         EXPECT_THROW(truss_numbers(g), std::runtime_error);
                         EXPECT_EQ(objects_here(), before);
                         for (const auto& block_of_all : taken) cluster::global_free(block_of_all);
                         g.end();
                       }));
}

TEST_P(trusses_on, directed_graphs_are_refused) {
  const graph::scratch_file file("0 1\n1 2\n", ".el");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         EXPECT_THROW(truss_numbers(g), std::invalid_argument);
                         g.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, trusses_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
