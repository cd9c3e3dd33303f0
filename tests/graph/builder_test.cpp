// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/transform.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using neighbours = std::vector<vertex>;

neighbours listed(std::span<const vertex> span) {
  return {span.begin(), span.end()};
}

edge_list built_sample() {
  return list_of(5, {{3, 1}, {0, 2}, {0, 1}, {0, 2}, {3, 3}, {3, 3}, {1, 0}});
}

TEST(Builder, KeepsADirectedGraphAsPublished) {
  const directed_graph g = build_directed(built_sample());
  EXPECT_EQ(g.vertex_count(), 5u);
  EXPECT_EQ(g.edge_count(), 7u);
  EXPECT_EQ(listed(g.out_neighbors(0)), (neighbours{1, 2, 2}));
  EXPECT_EQ(listed(g.in_neighbors(0)), (neighbours{1}));
  EXPECT_EQ(listed(g.out_neighbors(3)), (neighbours{1, 3, 3}));
  EXPECT_EQ(listed(g.in_neighbors(3)), (neighbours{3, 3}));
  EXPECT_EQ(listed(g.in_neighbors(2)), (neighbours{0, 0}));
  EXPECT_EQ(g.out_degree(4), 0u);
  EXPECT_EQ(g.in_degree(4), 0u);
}

TEST(Builder, DropsDuplicatesAndSelfLoopsAsRequested) {
  const directed_graph unique = build_directed(built_sample(), {.drop_duplicates = true});
  EXPECT_EQ(unique.edge_count(), 5u);
  EXPECT_EQ(listed(unique.out_neighbors(3)), (neighbours{1, 3}));
  const directed_graph loopless = build_directed(built_sample(), {.drop_self_loops = true});
  EXPECT_EQ(loopless.edge_count(), 5u);
  EXPECT_EQ(listed(loopless.out_neighbors(0)), (neighbours{1, 2, 2}));
  const directed_graph simple =
      build_directed(built_sample(), {.drop_duplicates = true, .drop_self_loops = true});
  EXPECT_EQ(simple.edge_count(), 4u);
  EXPECT_EQ(listed(simple.in_neighbors(2)), (neighbours{0}));
}

TEST(Builder, TakesUndirectedEdgesBothWays) {
  const undirected_graph g = build_undirected(built_sample());
  EXPECT_EQ(g.edge_count(), 7u);
  EXPECT_EQ(listed(g.neighbors(0)), (neighbours{1, 1, 2, 2}));
  EXPECT_EQ(listed(g.neighbors(3)), (neighbours{1, 3, 3}));
  const undirected_graph simple =
      build_undirected(built_sample(), {.drop_duplicates = true, .drop_self_loops = true});
  EXPECT_EQ(simple.edge_count(), 3u);
  EXPECT_EQ(listed(simple.neighbors(1)), (neighbours{0, 3}));
}

TEST(Builder, CountsASelfLoopThatWasKept) {
  const undirected_graph g = build_undirected(built_sample(), {.drop_duplicates = true});
  EXPECT_EQ(g.edge_count(), 4u);  // 0-1, 0-2, 1-3, 3-3
}

TEST(Builder, TakesEmptyLists) {
  EXPECT_EQ(build_directed(edge_list{}).vertex_count(), 0u);
  EXPECT_EQ(build_undirected(list_of(0, {})).edge_count(), 0u);
  const directed_graph g = build_directed(list_of(3, {}), {.drop_duplicates = true});
  EXPECT_EQ(g.vertex_count(), 3u);
  EXPECT_TRUE(g.out_neighbors(2).empty());
}

edge_list random_list(std::size_t vertices, std::size_t edges, unsigned seed) {
  std::mt19937 random(seed);
  edge_list list;
  list.vertex_count = vertices;
  list.edges = plain_array<edge>(edges);
  for (edge& e : list.edges) {
    // Squares of random fractions: a few vertices have most of the edges.
    const double fraction = static_cast<double>(random()) / 0x1p32;
    e.from = static_cast<vertex>(fraction * fraction * static_cast<double>(vertices));
    e.to = static_cast<vertex>(random() % vertices);
  }
  return list;
}

std::multiset<std::pair<vertex, vertex>> edges_in(const edge_list& list) {
  std::multiset<std::pair<vertex, vertex>> edges;
  for (const edge& e : list.edges) edges.emplace(e.from, e.to);
  return edges;
}

TEST(BuilderLaws, BothDirectionsHoldExactlyTheEdges) {
  const edge_list list = random_list(300, 5000, 1);
  const directed_graph g = build_directed(random_list(300, 5000, 1));
  std::multiset<std::pair<vertex, vertex>> out;
  std::multiset<std::pair<vertex, vertex>> in;
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    EXPECT_TRUE(std::ranges::is_sorted(g.out_neighbors(v)));
    EXPECT_TRUE(std::ranges::is_sorted(g.in_neighbors(v)));
    for (const vertex u : g.out_neighbors(v)) out.emplace(v, u);
    for (const vertex u : g.in_neighbors(v)) in.emplace(u, v);
  }
  EXPECT_EQ(out, edges_in(list));
  EXPECT_EQ(in, edges_in(list));
}

TEST(BuilderLaws, TheOrderOfEdgesDoesNotMatter) {
  edge_list shuffled = random_list(200, 20000, 2);
  std::shuffle(shuffled.edges.begin(), shuffled.edges.end(), std::mt19937(3));
  const directed_graph a = build_directed(random_list(200, 20000, 2), {.drop_duplicates = true});
  const directed_graph b = build_directed(std::move(shuffled), {.drop_duplicates = true});
  ASSERT_EQ(a.edge_count(), b.edge_count());
  for (vertex v = 0; v < a.vertex_count(); ++v) {
    ASSERT_TRUE(std::ranges::equal(a.out_neighbors(v), b.out_neighbors(v)));
    ASSERT_TRUE(std::ranges::equal(a.in_neighbors(v), b.in_neighbors(v)));
  }
}

TEST(BuilderLaws, UndirectedGraphsAreSymmetric) {
  const undirected_graph g = build_undirected(random_list(200, 3000, 4), {.drop_duplicates = true});
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    for (const vertex u : g.neighbors(v)) {
      ASSERT_TRUE(std::ranges::binary_search(g.neighbors(u), v));
    }
  }
}

using weighted_pairs = std::vector<std::pair<vertex, weight>>;

template <class Edges>
weighted_pairs listed_weights(const Edges& edges) {
  weighted_pairs all;
  for (const auto [u, w] : edges) all.emplace_back(u, w);
  return all;
}

weighted_edge_list weighted_sample() {
  weighted_edge_list list{4, plain_array<weighted_edge>(6), {}};
  const weighted_edge edges[] = {{0, 2, 9}, {0, 1, -4}, {0, 2, 5}, {2, 0, 7}, {3, 3, 1}, {0, 2, 9}};
  std::ranges::copy(edges, list.edges.begin());
  return list;
}

TEST(Builder, WeightsStayWithTheirEdges) {
  const weighted_directed_graph g = build_directed(weighted_sample());
  EXPECT_EQ(listed_weights(g.out_edges(0)), (weighted_pairs{{1, -4}, {2, 5}, {2, 9}, {2, 9}}));
  EXPECT_EQ(listed_weights(g.in_edges(0)), (weighted_pairs{{2, 7}}));
  EXPECT_EQ(listed_weights(g.in_edges(2)), (weighted_pairs{{0, 5}, {0, 9}, {0, 9}}));
  EXPECT_TRUE(g.out_edges(1).empty());
  EXPECT_EQ(listed(g.out_neighbors(0)), (neighbours{1, 2, 2, 2}));
}

TEST(Builder, TheLightestOfParallelEdgesStays) {
  const weighted_directed_graph g = build_directed(weighted_sample(), {.drop_duplicates = true});
  EXPECT_EQ(listed_weights(g.out_edges(0)), (weighted_pairs{{1, -4}, {2, 5}}));
  const weighted_undirected_graph both =
      build_undirected(weighted_sample(), {.drop_duplicates = true, .drop_self_loops = true});
  EXPECT_EQ(both.edge_count(), 2u);
  EXPECT_EQ(listed_weights(both.out_edges(2)), (weighted_pairs{{0, 5}}));
  EXPECT_EQ(listed_weights(both.out_edges(0)), (weighted_pairs{{1, -4}, {2, 5}}));
}

TEST(Builder, TakesFractions) {
  real_edge_list real{2, plain_array<real_edge>(1), {}};
  real.edges[0] = {1, 0, 0.25};
  EXPECT_EQ(build_undirected(std::move(real)).out_edges(0)[0].weight, 0.25);
}

// Most edges begin at one vertex, and many edges are parallel.
weighted_edge_list list_with_hub() {
  constexpr std::size_t vertices = 20'000, edges = 200'000;
  std::mt19937 random(5);
  weighted_edge_list list{vertices, plain_array<weighted_edge>(edges), {}};
  for (std::size_t i = 0; i < edges; ++i) {
    const vertex from = i % 7 == 0 ? static_cast<vertex>(random() % vertices) : 3;
    list.edges[i] = {from, static_cast<vertex>(random() % vertices),
                     static_cast<weight>(random() % 4)};
  }
  return list;
}

std::vector<weighted_edge> edges_with_hub() {
  const weighted_edge_list list = list_with_hub();
  return {list.edges.begin(), list.edges.end()};
}

void sort_by_rows(std::vector<weighted_edge>& edges) {
  std::ranges::sort(edges, [](const weighted_edge& a, const weighted_edge& b) {
    return std::tie(a.from, a.to, a.weight) < std::tie(b.from, b.to, b.weight);
  });
}

// Requires exactly these edges, in the order of the rows.
void expect_rows(const basic_adjacency<weight>& rows, std::vector<weighted_edge> edges) {
  sort_by_rows(edges);
  ASSERT_EQ(rows.arc_count(), edges.size());
  ASSERT_EQ(rows.offsets().front(), 0u);
  auto next = edges.begin();
  for (vertex v = 0; v < rows.vertex_count(); ++v) {
    for (const auto [u, w] : rows.edges(v)) {
      ASSERT_NE(next, edges.end());
      ASSERT_EQ(*next++, (weighted_edge{v, u, w}));
    }
  }
  EXPECT_EQ(next, edges.end());
}

TEST(BuilderLaws, TheRowOfAHubIsRight) {
  std::vector<weighted_edge> edges = edges_with_hub();
  std::vector<weighted_edge> turned = edges;
  for (weighted_edge& e : turned) std::swap(e.from, e.to);
  const weighted_directed_graph directed = build_directed(list_with_hub());
  expect_rows(directed.out(), edges);
  expect_rows(directed.in(), turned);
  expect_rows(transpose(directed.in()), edges);
  std::erase_if(turned, [](const weighted_edge& e) { return e.from == e.to; });
  edges.insert(edges.end(), turned.begin(), turned.end());
  expect_rows(build_undirected(list_with_hub()).out(), edges);
}

TEST(BuilderLaws, OfAHubTheLightestEdgesStay) {
  std::vector<weighted_edge> edges = edges_with_hub();
  sort_by_rows(edges);
  const auto same = [](const auto& a, const auto& b) { return a.from == b.from && a.to == b.to; };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  std::erase_if(edges, [](const weighted_edge& e) { return e.from == e.to; });
  const weighted_directed_graph kept =
      build_directed(list_with_hub(), {.drop_duplicates = true, .drop_self_loops = true});
  expect_rows(kept.out(), edges);
  for (weighted_edge& e : edges) std::swap(e.from, e.to);
  expect_rows(kept.in(), edges);
}

template <class G>
std::vector<edge> listed_edges(const G& g) {
  const edge_list list = listed(g);
  return {list.edges.begin(), list.edges.end()};
}

edge_list named_sample() {
  edge_list list = list_of(4, {{0, 1}, {1, 0}, {3, 3}, {0, 2}, {0, 2}});
  list.names = vertex_names({5, 6, 7, 9});
  return list;
}

TEST(Listed, HasTheEdgesInOrder) {
  EXPECT_EQ(listed_edges(build_directed(named_sample())),
            (std::vector<edge>{{0, 1}, {0, 2}, {0, 2}, {1, 0}, {3, 3}}));
  EXPECT_EQ(listed_edges(build_undirected(named_sample())),
            (std::vector<edge>{{0, 1}, {0, 1}, {0, 2}, {0, 2}, {3, 3}}));
  EXPECT_EQ(listed(build_directed(named_sample())).names[3], 9u);
}

TEST(Direction, UndirectedEdgesGoBothWays) {
  const directed_graph g = with_direction(build_undirected(named_sample()));
  EXPECT_EQ(g.edge_count(), 9u);
  EXPECT_EQ(g.out_degree(2), 2u);
  EXPECT_EQ(g.in_degree(2), 2u);
  EXPECT_EQ(g.out_degree(3), 1u);
  EXPECT_EQ(g.original_id(3), 9u);
}

TEST(Direction, DirectedEdgesBecomeUndirected) {
  EXPECT_EQ(without_direction(build_directed(named_sample())).edge_count(), 5u);
  const undirected_graph g = without_direction(build_directed(named_sample()),
                                               {.drop_duplicates = true, .drop_self_loops = true});
  EXPECT_EQ(listed_edges(g), (std::vector<edge>{{0, 1}, {0, 2}}));
  EXPECT_EQ(g.original_id(1), 6u);
}

}  // namespace
}  // namespace arcas::inline v0::graph
