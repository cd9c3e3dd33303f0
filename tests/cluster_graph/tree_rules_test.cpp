// SPDX-License-Identifier: Apache-2.0
// Search trees obey the five rules; a tree that breaks a rule is reported with the rule's number.
#include "virtual_ranks.h"

#include <arcas/base/index_range.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/kernels/bfs.h>
#include <bench/cluster/tree_rules.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace arcas::inline v0::cluster_graph {
namespace {

class rules_on : public testing::TestWithParam<rank_id> {};

TEST_P(rules_on, drawn_edges_are_those_of_one_machine) {
  const auto whole = graph::kronecker_edges({.scale = 6, .edge_factor = 5});
  cluster::run_virtual(
      virtual_ranks(GetParam(), 1), cluster::job([&] {
        const auto edges = draw_kronecker_edges(6, 5);
        EXPECT_EQ(edges.vertices, 64u);
        cluster::on_all_ranks([edges, first = whole.edges.data()] {
          const chunk own = part_of(64 * 5, cluster::ranks(), cluster::self());
          const auto& part = edges.local().edges;
          EXPECT_TRUE(std::equal(part.begin(), part.end(), first + own.first, first + own.last));
        });
        EXPECT_THROW(draw_kronecker_edges(0, 5), std::invalid_argument);
        EXPECT_THROW(draw_kronecker_edges(5, 0), std::invalid_argument);
        edges.end();
      }));
}

TEST_P(rules_on, trees_of_searches_keep_them) {
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([] {
                         const auto edges = draw_kronecker_edges(8, 4);
                         const auto g = distributed_graph::kronecker(8, 4);
                         std::uint64_t reached = 0;
                         for (const auto direction :
                              {graph::bfs_direction::automatic, graph::bfs_direction::top_down}) {
                           for (const vertex root : {vertex{1}, vertex{100}, vertex{255}}) {
                             const auto tree = bfs(g, root, {.direction = direction});
                             const bench::tree_verdict verdict =
                                 bench::check_tree(edges, root, tree);
                             EXPECT_EQ(verdict.fault, "");
                             if (tree.reached > 1) {
                               EXPECT_GE(verdict.edges, tree.reached - 1);
                             }
                             EXPECT_LE(verdict.edges, 256u * 4);
                             reached = std::max<std::uint64_t>(reached, tree.reached);
                             tree.end();
                           }
                         }
                         EXPECT_GT(reached, 1u);
                       }));
}

// The graph has a path from 0 over 1 and 2 to 3, edges from 4 to 1 and 2, a self-loop at 3, and an
// edge from 5 to 6. The home of a vertex writes the parent and the level of that vertex.
struct told_vertex {
  vertex parent;
  std::uint32_t level;
};
constexpr vertex none = graph::no_vertex;
constexpr std::uint32_t apart = graph::unreached;
using small_tree = std::array<told_vertex, 7>;
constexpr small_tree right{{{0, 0}, {0, 1}, {1, 2}, {2, 3}, {1, 2}, {none, apart}, {none, apart}}};

small_tree changed(vertex v, told_vertex to) {
  small_tree tree = right;
  tree[v] = to;
  return tree;
}

bench::tree_verdict verdict_on(const small_tree& tree) {
  distributed_edges<> edges;
  edges.vertices = tree.size();
  edges.part = cluster::distributed<edges_part<graph::unweighted>>::make();
  cluster::call(cluster::ranks() - 1, [edges] {
    edges.local().edges = {{0, 1}, {2, 1}, {2, 3}, {1, 4}, {4, 2}, {5, 6}, {3, 3}};
  });
  const vertex_places places(cluster::ranks());
  distributed_bfs_result given;
  given.parents = {places, tree.size(), [tree] {
                     std::vector<vertex> own;
                     for (vertex v = cluster::self(); v < tree.size(); v += cluster::ranks())
                       own.push_back(tree[v].parent);
                     return own;
                   }};
  given.levels = {places, tree.size(), [tree] {
                    std::vector<std::uint32_t> own;
                    for (vertex v = cluster::self(); v < tree.size(); v += cluster::ranks())
                      own.push_back(tree[v].level);
                    return own;
                  }};
  const bench::tree_verdict verdict = bench::check_tree(edges, 0, given);
  given.end();
  edges.end();
  return verdict;
}

TEST_P(rules_on, a_broken_rule_is_told) {
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([] {
        EXPECT_EQ(verdict_on(right).fault, "");
        EXPECT_EQ(verdict_on(right).edges, 6u);
        EXPECT_EQ(verdict_on(changed(0, {1, 0})).fault,
                  "rule 1: vertex 0, with parent 1, is not part of a tree from the root");
        EXPECT_EQ(verdict_on(changed(3, {none, 3})).fault,
                  "rule 1: vertex 3, without a parent, is not part of a tree from the root");
        EXPECT_EQ(verdict_on(changed(3, {5, 3})).fault,
                  "rule 1: vertex 3, with parent 5, is not part of a tree from the root");
        EXPECT_EQ(verdict_on(changed(3, {3, 3})).fault,
                  "rule 1: vertex 3, with parent 3, is not part of a tree from the root");
        small_tree circle = changed(2, {3, 2});
        EXPECT_EQ(verdict_on(circle).fault,
                  "rule 2: vertex 2, with parent 3, is not one level below it");
        EXPECT_EQ(verdict_on(changed(3, {2, 4})).fault,
                  "rule 2: vertex 3, with parent 2, is not one level below it");
        small_tree far = changed(4, {3, 4});
        EXPECT_EQ(verdict_on(far).fault,
                  "rule 3: the edge 1 - 4 joins levels that are more than one apart");
        EXPECT_EQ(verdict_on(changed(3, {none, apart})).fault,
                  "rule 4: the edge 2 - 3 leads out of the tree");
        EXPECT_EQ(verdict_on(changed(3, {4, 3})).fault,
                  "rule 5: vertex 3, with parent 4, is not joined to it by an edge");
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, rules_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
