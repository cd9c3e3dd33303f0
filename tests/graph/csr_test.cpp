// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

static_assert(sizeof(edge) == 8 && sizeof(weighted_edge) == 12);
static_assert(std::forward_iterator<weighted_neighbors<weight>::iterator>);

template <class T>
plain_array<T> array_of(std::initializer_list<T> values) {
  plain_array<T> array(values.size());
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

TEST(Csr, NeighboursLieBetweenOffsets) {
  const adjacency rows(array_of<edge_index>({0, 2, 2, 3}), array_of<vertex>({1, 2, 0}));
  EXPECT_EQ(rows.vertex_count(), 3u);
  EXPECT_EQ(rows.arc_count(), 3u);
  EXPECT_EQ(rows.degree(0), 2u);
  EXPECT_TRUE(rows.neighbors(1).empty());
  EXPECT_EQ(rows.neighbors(2).front(), 0u);
}

TEST(Csr, WeightsAreReadBesideNeighbours) {
  const basic_adjacency<weight> rows(array_of<edge_index>({0, 2, 3}), array_of<vertex>({0, 1, 0}),
                                     array_of<weight>({7, -8, 9}));
  weight sum = 0;
  for (const auto [to, w] : rows.edges(0)) sum += w * static_cast<weight>(to + 1);
  EXPECT_EQ(sum, 7 - 16);
  EXPECT_EQ(rows.edges(1)[0], (weighted_neighbor<weight>{0, 9}));
  EXPECT_EQ(rows.edges(0).weights().size(), 2u);
  EXPECT_EQ(rows.bytes(), 3 * 8u + 3 * 4u + 3 * 4u);
}

TEST(Csr, AGraphThatWasNeverBuiltIsEmpty) {
  EXPECT_EQ(directed_graph().vertex_count(), 0u);
  EXPECT_EQ(undirected_graph().edge_count(), 0u);
}

TEST(Csr, VerticesWithoutNamesAreCalledByTheirNumber) {
  EXPECT_EQ(vertex_names()[7], 7u);
  EXPECT_EQ(vertex_names({5, 9})[1], 9u);
  EXPECT_EQ(vertex_names::counted_from(3)[2], 5u);
  EXPECT_TRUE(vertex_names().plain());
  EXPECT_FALSE(vertex_names::counted_from(1).plain());
}

TEST(PlainArray, HoldsTheValuesWrittenToIt) {
  plain_array<int> large(3 << 20);  // enough for huge pages
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<int>(i);
  EXPECT_EQ(large[large.size() - 1], (3 << 20) - 1);
  EXPECT_EQ(plain_array<int>(0).all().size(), 0u);
}

TEST(PlainArray, RefusesSizesThatOverflow) {
  EXPECT_THROW(plain_array<std::uint64_t>(std::size_t{1} << 62), std::bad_alloc);
}

}  // namespace
}  // namespace arcas::inline v0::graph
