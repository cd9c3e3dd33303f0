// SPDX-License-Identifier: Apache-2.0
// Core numbers and strong components over ranks, compared with the serial checkers.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster_graph {
namespace {

std::string line(unsigned from, unsigned to) {
  return std::to_string(from) + ' ' + std::to_string(to) + '\n';
}

// Cliques of 2 to 9 vertices on a long chain, with parallel edges and self-loops.
std::string cliques_on_a_chain() {
  std::string text;
  unsigned next = 0;
  for (unsigned size = 2; size < 10; ++size) {
    for (unsigned i = 0; i < size; ++i) {
      for (unsigned j = 0; j <= i; ++j) text += line(next + i, next + j);
      text += line(next + i, next);
    }
    next += size;
    for (unsigned i = 0; i < 20; ++i, ++next) text += line(next - 1, next);
  }
  return text;
}

// Cycles of many lengths, one-way edges between them, and trees that lead to and from them.
std::string circles_in_a_row() {
  std::string text;
  unsigned next = 0;
  std::mt19937 random(5);
  for (const unsigned length : {1U, 2U, 30U, 3U, 90U, 1U, 7U}) {
    for (unsigned i = 0; i < length; ++i) text += line(next + i, next + (i + 1) % length);
    for (unsigned i = 0; i < 12; ++i) text += line(random() % (next + length), next + length + i);
    next += length + 12;
    text += line(next - 1, next);
  }
  return text;
}

// Random edges: most vertices are in one component, the others on chains.
std::string random_edges(unsigned vertices, unsigned edges, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  for (unsigned i = 0; i < edges; ++i) text += line(random() % vertices, random() % vertices);
  return text;
}

class parts_on : public testing::TestWithParam<rank_id> {
 protected:
  void expect_cores(const std::string& text) {
    const graph::scratch_file file(text, ".el");
    const std::string path = file.path();
    const auto whole = graph::read_graph<graph::undirected_graph>(path);
    const auto expected = graph::core_numbers(whole);
    cluster::run_virtual(
        virtual_ranks(GetParam(), 1), cluster::job([&] {
          for (const edge_index hub_degree : {edge_index{0}, edge_index{4}}) {
            const auto g = distributed_graph::of(*read_edges(path),
                                                 {.both_ways = true, .hub_degree = hub_degree});
            const auto found = core_numbers(g);
            EXPECT_EQ(graph::fault_in_core_numbers(whole, found.cores.gathered()), "");
            EXPECT_EQ(found.degeneracy, expected.degeneracy);
            EXPECT_TRUE(std::ranges::equal(found.cores.gathered(), expected.cores));
            g.end();
          }
        }));
  }

  // Returns the greatest number of steps.
  unsigned expect_strong(const std::string& text) {
    unsigned steps = 0;
    const graph::scratch_file file(text, ".el");
    const std::string path = file.path();
    const auto whole = graph::read_graph<graph::directed_graph>(path);
    const auto expected = graph::strong_components(whole);
    cluster::run_virtual(
        virtual_ranks(GetParam(), 2), cluster::job([&] {
          for (const edge_index hub_degree : {edge_index{0}, edge_index{3}}) {
            const auto g = distributed_graph::of(*read_edges(path), {.hub_degree = hub_degree});
            const auto found = strong_components(g);
            EXPECT_EQ(graph::fault_in_strong_components(whole, found.labels.gathered()), "");
            EXPECT_TRUE(std::ranges::equal(found.labels.gathered(), expected.labels));
            steps = std::max(steps, found.steps);
            g.end();
          }
        }));
    return steps;
  }
};

TEST_P(parts_on, core_numbers_of_cliques_and_chains_are_right) {
  expect_cores(cliques_on_a_chain());
}

TEST_P(parts_on, core_numbers_of_random_graphs_are_right) {
  expect_cores(random_edges(200, 900, 3));
  expect_cores(random_edges(60, 1500, 4));
}

TEST_P(parts_on, core_numbers_of_a_social_network_are_right) {
  const auto whole = graph::kronecker_graph({.scale = 9, .edge_factor = 8});
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         const auto g = distributed_graph::kronecker(9, 8);
                         const auto found = core_numbers(g);
                         EXPECT_EQ(graph::fault_in_core_numbers(whole, found.cores.gathered()), "");
                         EXPECT_LE(found.levels, found.degeneracy + 1);
                         g.end();
                       }));
}

TEST_P(parts_on, core_numbers_of_a_directed_graph_are_refused) {
  const graph::scratch_file file("0 1\n", ".el");
  cluster::run_virtual(virtual_ranks(GetParam(), 4), cluster::job([&file] {
                         const auto g = distributed_graph::read(file.path());
                         EXPECT_THROW(core_numbers(g), std::invalid_argument);
                         g.end();
                       }));
}

TEST_P(parts_on, strong_components_of_circles_are_right) {
  expect_strong(circles_in_a_row());
}

// A circle of two or three vertices leads to the next one, and to one far behind.
TEST_P(parts_on, strong_components_of_a_long_chain_take_few_rounds) {
  std::string text;
  for (unsigned circle = 0, next = 0; circle < 800; ++circle) {
    const unsigned length = 2 + circle % 2;
    for (unsigned i = 0; i < length; ++i) text += line(next + i, next + (i + 1) % length);
    text += line(next, next + length);
    if (circle % 5 == 0 && circle < 700) text += line(next, next + 100);
    next += length;
  }
  EXPECT_LT(expect_strong(text), 40U);
}

TEST_P(parts_on, strong_components_of_random_graphs_are_right) {
  expect_strong(random_edges(300, 450, 7));
  expect_strong(random_edges(300, 330, 8));
  expect_strong(random_edges(40, 400, 9));
}

TEST_P(parts_on, strong_components_without_a_circle_are_single) {
  expect_strong("0 1\n1 2\n0 2\n3 2\n");
}

TEST_P(parts_on, strong_components_of_an_undirected_graph_are_its_components) {
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([] {
                         const auto g = distributed_graph::kronecker(7, 2);
                         EXPECT_EQ(strong_components(g).labels.gathered(),
                                   components(g).labels.gathered());
                         g.end();
                       }));
}

// A network with late and small packets, and tasks that wait for buffer space.
TEST(parts, waves_end_on_a_stormy_network) {
  const graph::scratch_file file(circles_in_a_row(), ".el");
  const std::string path = file.path();
  const auto directed = graph::read_graph<graph::directed_graph>(path);
  const auto undirected = graph::read_graph<graph::undirected_graph>(path);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    cluster::virtual_options network =
        cluster::test::stormy(static_cast<rank_id>(2 + seed % 4), seed);
    network.cluster.tasks.stack_bytes = std::size_t{1} << 20;
    cluster::run_virtual(
        network, cluster::job([&] {
          const auto g = distributed_graph::read(path);
          EXPECT_EQ(
              graph::fault_in_strong_components(directed, strong_components(g).labels.gathered()),
              "");
          g.end();
          const auto both = distributed_graph::read(path, {.undirected = true});
          EXPECT_EQ(graph::fault_in_core_numbers(undirected, core_numbers(both).cores.gathered()),
                    "");
          both.end();
        }));
  }
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, parts_on, testing::Range(1u, 9u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
