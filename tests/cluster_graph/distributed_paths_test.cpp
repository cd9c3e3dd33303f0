// SPDX-License-Identifier: Apache-2.0
// Components, shortest paths, betweenness and triangles over ranks, compared with the results of
// one machine and with the serial checkers.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/sssp.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace arcas::inline v0::cluster_graph {
namespace {

// Two parts, one with a triangle, a parallel edge and a self-loop; some edges exist in both
// directions.
constexpr auto small_text =
    "1 0 4\n1 2 3\n2 0 9\n2 0 1\n3 2 2\n2 3 7\n3 3 1\n6 5 2\n7 6 1\n5 4 8\n";

class paths_on : public testing::TestWithParam<rank_id> {};

TEST_P(paths_on, components_are_those_of_one_machine) {
  const auto whole = graph::kronecker_graph({.scale = 9, .edge_factor = 2});
  const graph::scratch_file file(small_text, ".wel");
  const std::string path = file.path();
  const auto few = graph::read_graph<graph::directed_graph>(path);
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         const auto g = distributed_graph::kronecker(9, 2);
                         const auto found = components(g);
                         EXPECT_EQ(graph::fault_in_components(whole, found.labels.gathered()), "");
                         const auto labels_of_all = found.labels.gathered();
                         for (vertex v = 0; v < labels_of_all.size(); ++v) {
                           EXPECT_LE(labels_of_all[v], v);
                         }
                         g.end();
                         const auto small = distributed_graph::read(path);
                         const auto labels = components(small);
                         EXPECT_EQ(graph::fault_in_components(few, labels.labels.gathered()), "");
                         EXPECT_EQ(labels.components, 2u);
                         small.end();
                       }));
}

// Five ways, of which none is the largest component.
TEST_P(paths_on, components_of_equal_size_are_found) {
  constexpr unsigned ways = 5, vertices = 1000;
  std::string text;
  for (unsigned v = 0; v + ways < vertices; ++v)
    text += std::to_string(v) + ' ' + std::to_string(v + ways) + '\n';
  const graph::scratch_file file(text, ".el");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         const auto found = components(g);
                         EXPECT_EQ(found.components, ways);
                         const auto labels = found.labels.gathered();
                         for (vertex v = 0; v < vertices; ++v) ASSERT_EQ(labels[v], v % ways);
                       }));
}

// Tests components and strong components with three values of hub_degree, on directed and on
// undirected graphs.
TEST_P(paths_on, components_of_heavy_arcs_are_those_of_one_machine) {
  constexpr double least = 100;
  const auto all =
      graph::with_random_weights(graph::kronecker_edges({.scale = 8, .edge_factor = 4}));
  graph::edge_list heavy{all.vertex_count, {}, {}};
  std::vector<graph::edge> kept;
  for (const auto& e : all.edges) {
    if (e.weight >= least) kept.push_back({e.from, e.to});
  }
  heavy.edges = graph::plain_array<graph::edge>(kept.size());
  std::ranges::copy(kept, heavy.edges.data());
  const auto whole = graph::build_directed(std::move(heavy));
  for (const edge_index hub_degree : {edge_index{0}, edge_index{4}, automatic_hub_degree}) {
    for (const bool both_ways : {false, true}) {
      cluster::run_virtual(
          virtual_ranks(GetParam(), 4), cluster::job([&] {
            const auto g =
                distributed_graph::of(draw_kronecker_edges<graph::weight>(8, 4),
                                      {.both_ways = both_ways, .hub_degree = hub_degree});
            const auto part = g.without_arcs_below(least);
            EXPECT_EQ(part.vertex_count(), g.vertex_count());
            EXPECT_LT(part.arc_count(), g.arc_count());
            EXPECT_FALSE(part.is_weighted());
            EXPECT_EQ(graph::fault_in_components(whole, components(part).labels.gathered()), "");
            if (!both_ways) {
              EXPECT_EQ(part.arc_count(), kept.size());
              EXPECT_EQ(graph::fault_in_strong_components(
                            whole, strong_components(part).labels.gathered()),
                        "");
            }
            EXPECT_EQ(g.without_arcs_below(0).arc_count(), g.arc_count());
            part.end();
            g.end();
          }));
    }
  }
}

TEST_P(paths_on, distances_are_those_of_one_machine) {
  const graph::scratch_file file(small_text, ".wel");
  const std::string path = file.path();
  const auto few = graph::read_graph<graph::weighted_directed_graph>(path);
  const auto whole = graph::build_undirected(
      graph::with_random_weights(graph::kronecker_edges({.scale = 8, .edge_factor = 8})),
      {.drop_duplicates = true, .drop_self_loops = true});
  cluster::run_virtual(
      virtual_ranks(GetParam(), 2), cluster::job([&] {
        const auto small = distributed_graph::read_weighted(path);
        for (vertex source = 0; source < small.vertex_count(); ++source) {
          const auto found = sssp(small, source);
          EXPECT_EQ(graph::fault_in_distances(few, source, found.distances.gathered()), "");
        }
        small.end();
        const auto g = distributed_graph::weighted_kronecker(8, 8);
        for (const double delta : {0.0, 1.0, 10'000.0}) {
          const auto found = sssp(g, 3, {.delta = delta});
          EXPECT_EQ(graph::fault_in_distances(whole, 3, found.distances.gathered()), "");
          EXPECT_GT(found.reached, 100u);
        }
        g.end();
      }));
}

TEST_P(paths_on, parents_are_those_of_one_machine) {
  const auto whole = graph::build_undirected(
      graph::with_random_weights(graph::kronecker_edges({.scale = 7, .edge_factor = 8})),
      {.drop_duplicates = true, .drop_self_loops = true});
  const auto right = graph::sssp(whole, 3, {.parents = true}).parents;
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         const auto g = distributed_graph::weighted_kronecker(7, 8);
                         EXPECT_TRUE(std::ranges::equal(
                             sssp(g, 3, {.parents = true}).parents.gathered(), right.all()));
                         EXPECT_TRUE(sssp(g, 3).parents.empty());
                         g.end();
                       }));
}

// Some paths are equally long, and some lead over hubs.
TEST_P(paths_on, several_shortest_paths_are_those_of_one_machine) {
  std::string text;
  for (unsigned i = 0; i < 40; ++i) {
    for (unsigned step = 1; step < 5; ++step)
      text += std::to_string(i) + ' ' + std::to_string((i * step + step) % 40) + ' ' +
              std::to_string(step % 3) + '\n';
  }
  const graph::scratch_file file(text + "50 51 1\n0 1 9\n", ".wel");
  const std::string path = file.path();
  const auto directed = graph::read_graph<graph::weighted_directed_graph>(path);
  const auto undirected = graph::read_graph<graph::weighted_undirected_graph>(path);
  for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
    cluster::run_virtual(
        virtual_ranks(GetParam(), 6), cluster::job([&] {
          const auto there =
              distributed_graph::of(*read_edges<graph::weight>(path), {.hub_degree = hub_degree});
          const auto both = distributed_graph::of(*read_edges<graph::weight>(path),
                                                  {.both_ways = true, .hub_degree = hub_degree});
          for (const vertex to : {17, 0, 3, 51}) {
            for (const std::size_t k : {std::size_t{1}, std::size_t{9}}) {
              EXPECT_EQ(k_shortest_paths(there, 3, to, k),
                        graph::k_shortest_paths(directed, 3, to, k));
              EXPECT_EQ(k_shortest_paths(both, 3, to, k),
                        graph::k_shortest_paths(undirected, 3, to, k));
            }
          }
          EXPECT_THROW(k_shortest_paths(there, 3, 52, 1), std::invalid_argument);
          EXPECT_THROW(sssp(there, 3, {.parents = true, .backwards = true}), std::invalid_argument);
          there.end();
          both.end();
        }));
  }
}

TEST_P(paths_on, betweenness_is_that_of_one_machine) {
  const auto whole = graph::kronecker_graph({.scale = 7, .edge_factor = 4});
  const graph::scratch_file file(small_text, ".wel");
  const std::string path = file.path();
  const auto few = graph::read_graph<graph::directed_graph>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto g = distributed_graph::kronecker(7, 4);
        const std::vector<vertex> some{1, 5, 77, 90};
        const auto found = betweenness(g, some).scores.gathered();
        const auto expected = graph::betweenness(whole, some);
        for (vertex v = 0; v < whole.vertex_count(); ++v) {
          ASSERT_NEAR(found[v], expected.scores[v], 1e-12 * expected.scores[v] + 1e-15);
        }
        g.end();
        const auto small = distributed_graph::read(path);
        std::vector<vertex> all(small.vertex_count());
        std::iota(all.begin(), all.end(), vertex{0});
        const auto scores = betweenness(small, all, {.normalized = false}).scores.gathered();
        EXPECT_EQ(graph::fault_in_betweenness(few, all, false, 1, scores), "");
        small.end();
      }));
}

TEST_P(paths_on, triangles_are_those_of_one_machine) {
  const auto whole = graph::kronecker_graph({.scale = 8, .edge_factor = 8});
  const graph::scratch_file file(small_text, ".wel");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 4), cluster::job([&] {
                         const auto g = distributed_graph::kronecker(8, 8);
                         EXPECT_EQ(graph::fault_in_triangles(whole, count_triangles(g)), "");
                         g.end();
                         const auto small = distributed_graph::read(path);
                         EXPECT_EQ(count_triangles(small), 1u);
                         small.end();
                       }));
}

TEST_P(paths_on, what_makes_no_sense_is_refused) {
  const graph::scratch_file file("0 1 4\n1 2 -3\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([&path] {
                         const auto g = distributed_graph::weighted_kronecker(4, 2);
                         EXPECT_THROW(sssp(g, 16), std::invalid_argument);
                         EXPECT_THROW(sssp(g, 1, {.delta = -1}), std::invalid_argument);
                         const std::vector<vertex> none{16};
                         EXPECT_THROW(betweenness(g, none), std::invalid_argument);
                         g.end();
                         const auto negative = distributed_graph::read_weighted(path);
                         EXPECT_THROW(sssp(negative, 0), std::invalid_argument);
                         negative.end();
                         const auto plain = distributed_graph::kronecker(4, 2);
                         EXPECT_THROW(sssp(plain, 0), std::invalid_argument);
                         plain.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, paths_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
