// SPDX-License-Identifier: Apache-2.0
// The parts of kernels: sets and lists of vertices, views of graphs, choices of sources.
#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

TEST(VertexBits, ContainTheVerticesThatWereSet) {
  vertex_bits bits(130);
  bits.clear({});
  bits.set(0);
  bits.set_among_others(129);
  EXPECT_TRUE(bits.claim_among_others(64));
  EXPECT_FALSE(bits.claim_among_others(64));
  EXPECT_EQ(bits.word_count(), 3u);
  EXPECT_EQ(bits.valid(2), 3u);
  std::vector<vertex> found;
  for (std::size_t w = 0; w < bits.word_count(); ++w) {
    for_each_bit(bits.at_word(w), w, [&](vertex v) { found.push_back(v); });
  }
  EXPECT_EQ(found, (std::vector<vertex>{0, 64, 129}));
  EXPECT_TRUE(bits.test(129) && !bits.test(128));
  EXPECT_TRUE(bits.test_among_others(64));
}

TEST(VertexQueue, ContainsTheVerticesThatAllWorkersAppended) {
  constexpr std::size_t count = 50'000;
  vertex_queue queue(count);
  whole_for_own<queue_buffer>(
      count, {},
      [&](queue_buffer& mine, std::size_t i) { mine.push(static_cast<vertex>(i), queue); },
      [&](queue_buffer& mine) { mine.flush(queue); });
  std::vector<vertex> all(queue.all().begin(), queue.all().end());
  std::ranges::sort(all);
  std::vector<vertex> expected(count);
  std::iota(expected.begin(), expected.end(), vertex{0});
  EXPECT_EQ(all, expected);
  EXPECT_EQ(queue.from(count - 3).size(), 3u);
}

TEST(Links, AreThoseOfTheGraph) {
  const directed_graph g = build_directed(edges_of(3, {{0, 1}, {0, 2}, {1, 2}}));
  const graph_view l = g;
  EXPECT_EQ(l.out_degree(0), 2u);
  EXPECT_EQ(l.in_degree(2), 2u);
  EXPECT_FALSE(l.symmetric());
  EXPECT_TRUE(std::ranges::equal(l.in_neighbors(2), g.in_neighbors(2)));
  const undirected_graph u = build_undirected(edges_of(3, {{0, 1}}));
  EXPECT_TRUE(graph_view(u).symmetric());
  EXPECT_EQ(undirected_view(u).degree(1), 1u);
}

TEST(Sources, AreDifferentAndTheSameForASeed) {
  const undirected_graph g = kronecker_graph({.scale = 8});
  const std::vector<vertex> some = sample_of_vertices(g, 100, 7);
  EXPECT_EQ(std::set<vertex>(some.begin(), some.end()).size(), 100u);
  EXPECT_EQ(some, sample_of_vertices(g, 100, 7));
  EXPECT_NE(some, sample_of_vertices(g, 100, 8));
  EXPECT_EQ(sample_of_vertices(g, 1000, 1).size(), 256u);
}

TEST(Sources, OfSearchesHaveEdges) {
  const undirected_graph g = kronecker_graph({.scale = 8});
  for (const vertex v : linked_vertices(g, 100, 7)) EXPECT_GT(g.out_degree(v), 0u);
  EXPECT_TRUE(linked_vertices(build_undirected(edges_of(5, {})), 3, 1).empty());
}

}  // namespace
}  // namespace arcas::inline v0::graph
