// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/transform.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/kernel_graphs.h"

namespace arcas::inline v0::graph {
namespace {

// 0 → 1, 0 → 2, 1 → 2, 2 → 2; vertex 3 has no edge.
struct some_arrays {
  std::vector<std::int64_t> offsets = {0, 2, 3, 4, 4};
  std::vector<std::int32_t> targets = {1, 2, 2, 2};
  std::vector<double> weights = {0.5, 1.5, 2.5, 3.5};
};

std::string refusal(const std::function<void()>& f) {
  try {
    f();
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "nothing was refused";
}

template <class T>
bool same(std::span<const T> a, std::span<const T> b) {
  return std::ranges::equal(a, b);
}

template <class W>
bool same_rows(const basic_adjacency<W>& a, const basic_adjacency<W>& b) {
  return same(a.offsets(), b.offsets()) && same(a.targets(), b.targets()) &&
         same(a.weights(), b.weights());
}

TEST(RowsOver, AreReadWithoutACopy) {
  const some_arrays a;
  const auto rows = rows_over(a.offsets, a.targets, a.weights);
  static_assert(std::is_same_v<decltype(rows), const basic_adjacency<double>>);
  EXPECT_EQ(static_cast<const void*>(rows.offsets().data()), a.offsets.data());
  EXPECT_EQ(static_cast<const void*>(rows.targets().data()), a.targets.data());
  EXPECT_EQ(rows.weights().data(), a.weights.data());
  EXPECT_EQ(rows.vertex_count(), 4u);
  EXPECT_EQ(rows.edges(1)[0], (weighted_neighbor<double>{2, 2.5}));
}

template <class Offset, class Target>
void expect_the_same_graph() {
  const some_arrays a;
  const std::vector<Offset> offsets(a.offsets.begin(), a.offsets.end());
  const std::vector<Target> targets(a.targets.begin(), a.targets.end());
  EXPECT_TRUE(same_rows(rows_over(offsets, targets), rows_over(a.offsets, a.targets)));
}

TEST(RowsOver, TakesOffsetsAndTargetsWithAndWithoutSign) {
  expect_the_same_graph<std::int32_t, std::int32_t>();
  expect_the_same_graph<std::uint32_t, std::uint32_t>();
  expect_the_same_graph<std::int64_t, std::uint32_t>();
  expect_the_same_graph<std::uint64_t, std::int32_t>();
  expect_the_same_graph<std::int32_t, std::int64_t>();
  expect_the_same_graph<std::int64_t, std::uint64_t>();
}

TEST(RowsOver, NarrowsTargetsOf64BitsThatFit) {
  const std::vector<std::int64_t> offsets = {0, 1, 2};
  const auto over = [&](std::vector<std::int64_t> targets) {
    return refusal([&] { rows_over(offsets, targets); });
  };
  EXPECT_EQ(over({1, 0}), "nothing was refused");
  EXPECT_EQ(over({1, std::int64_t{1} << 32}),
            "graph arrays: row 1 has target 4294967296; there are 2 vertices, counted from 0");
  EXPECT_EQ(over({-1, 0}),
            "graph arrays: row 0 has target -1; there are 2 vertices, counted from 0");
  EXPECT_EQ(over({1}), "graph arrays: the last offset is 2; it must be the number of targets, 1");
}

TEST(RowsOver, TakesWeightsOfFourTypes) {
  const some_arrays a;
  const auto of = [&]<class W>(W factor) {
    std::vector<W> weights(a.weights.size(), factor);
    return sssp(directed_from(rows_over(a.offsets, a.targets, weights)), 0).distances[2];
  };
  EXPECT_EQ(of(std::int32_t{7}), 7);
  EXPECT_EQ(of(std::int64_t{1} << 40), std::int64_t{1} << 40);
  EXPECT_EQ(of(0.25F), 0.25);
  EXPECT_EQ(of(0.25), 0.25);
}

TEST(RowsOver, TakesSpansAndGraphsWithoutVertices) {
  const std::vector<std::uint64_t> offsets = {0};
  const auto g = directed_from(rows_over(std::span(offsets), std::span<const vertex>()));
  EXPECT_EQ(g.vertex_count(), 0u);
  EXPECT_EQ(pagerank(g).scores.size(), 0u);
}

TEST(RowsOver, RefusesArraysThatAreNotRows) {
  const auto over = [](std::vector<std::int64_t> offsets, std::vector<std::int32_t> targets) {
    return refusal([&] { rows_over(offsets, targets); });
  };
  EXPECT_EQ(over({}, {}), "graph arrays: there are no offsets; n vertices require n + 1 offsets");
  EXPECT_EQ(over({0, 1}, {0, 0}),
            "graph arrays: the last offset is 1; it must be the number of targets, 2");
  EXPECT_EQ(over({1, 1}, {0}), "graph arrays: the first offset is 1, not 0");
  EXPECT_EQ(over({0, 2, -1, 2}, {0, 1}),
            "graph arrays: offset 2 is -1, less than the one before it, 2");
  EXPECT_EQ(over({0, 1, 2}, {0, -3}),
            "graph arrays: row 1 has target -3; there are 2 vertices, counted from 0");
  EXPECT_EQ(over({0, 1, 2}, {2, 0}),
            "graph arrays: row 0 has target 2; there are 2 vertices, counted from 0");
  EXPECT_EQ(over({0, 2, 2}, {1, 0}),
            "graph arrays: row 0 is not in ascending order; sort it (SciPy: sort_indices()), or "
            "ask for a sorted copy by the option sort");
  const some_arrays a;
  const std::vector<float> few(3);
  EXPECT_EQ(refusal([&] { rows_over(a.offsets, a.targets, few); }),
            "graph arrays: there are 3 weights; one for each of the 4 targets is required");
}

TEST(RowsOver, SortsACopyOnRequest) {
  const std::vector<std::int32_t> offsets = {0, 3, 3};
  const std::vector<std::int32_t> targets = {1, 0, 1};
  const std::vector<std::int32_t> weights = {9, 8, 7};
  const auto rows = rows_over(offsets, targets, weights, {.sort = true});
  EXPECT_EQ(std::vector(rows.targets().begin(), rows.targets().end()),
            (std::vector<vertex>{0, 1, 1}));
  EXPECT_EQ(std::vector(rows.weights().begin(), rows.weights().end()),
            (std::vector<weight>{8, 7, 9}));
  EXPECT_EQ(targets.front(), 1);
  const some_arrays a;
  const auto sorted = rows_over(a.offsets, a.targets, {.sort = true});
  EXPECT_EQ(static_cast<const void*>(sorted.targets().data()), a.targets.data()) << "no copy";
}

TEST(RowsOver, AreSortedWithNaNAfterTheWeightsOfParallelEdges) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  // Vertex 0 has one edge to vertex 1, and then 199 edges to itself.
  const std::vector<std::int64_t> offsets = {0, 200, 200};
  std::vector<std::int32_t> targets(200, 0);
  targets.front() = 1;
  std::vector<double> weights(200);
  for (std::size_t i = 0; i < 200; ++i) {
    weights[i] = i % 3 == 0 ? nan : static_cast<double>(i * 7 % 200);
  }
  const auto rows = rows_over(offsets, targets, weights, {.sort = true});
  EXPECT_EQ(rows.targets().back(), 1u);
  const auto same_edge = rows.weights().first(199);
  const auto first_nan = std::ranges::find_if(same_edge, [](double w) { return w != w; });
  EXPECT_EQ(first_nan - same_edge.begin(), 133);
  EXPECT_TRUE(std::ranges::is_sorted(same_edge.begin(), first_nan));
  EXPECT_TRUE(std::all_of(first_nan, same_edge.end(), [](double w) { return w != w; }));
}

// Kernels have the same results on a graph over arrays and on one that the builder makes.
TEST(GraphOver, HasTheResultsOfABuiltGraph) {
  on_all_graphs([](const auto& g) {
    const auto rows = rows_over(g.out().offsets(), g.out().targets());
    const directed_graph d = directed_from(rows_over(g.out().offsets(), g.out().targets()));
    ASSERT_TRUE(same_rows(d.in(), g.in()));
    if (g.vertex_count() == 0) return;
    const bfs_result r = bfs(d, 0);
    const vertex source = 0;
    EXPECT_EQ(fault_in_bfs(g, {&source, 1}, r.parents.all(), r.levels.all()), "");
    EXPECT_EQ(fault_in_components(g, components(d).labels.all()), "");
    EXPECT_EQ(fault_in_strong_components(g, strong_components(d).labels.all()), "");
  });
  on_undirected_graphs([](const auto& g) {
    const undirected_graph u = undirected_from(rows_over(g.out().offsets(), g.out().targets()));
    EXPECT_EQ(u.edge_count(), g.edge_count());
    EXPECT_EQ(count_triangles(u), count_triangles(g));
    EXPECT_EQ(fault_in_core_numbers(g, core_numbers(u).cores.all()), "");
  });
}

TEST(GraphOver, RefusesInRowsThatAreNotTheTranspose) {
  const some_arrays a;
  const auto out = [&] { return rows_over(a.offsets, a.targets, a.weights); };
  const auto g = directed_from(out(), transpose(out()));
  EXPECT_EQ(g.in_degree(2), 3u);
  EXPECT_EQ(refusal([&] { directed_from(out(), out()); }),
            "graph arrays: row 0 has target 1, but row 1 does not have target 0 equally often and "
            "with the same weights; in-rows must be the transpose of the out-rows");
  const std::vector<std::int64_t> none = {0, 0};
  const std::vector<std::int32_t> nothing;
  const std::vector<double> weightless;
  EXPECT_EQ(
      refusal([&] { directed_from(out(), rows_over(none, nothing, weightless)); }),
      "graph arrays: out-rows have 4 vertices and 4 targets, in-rows have 1 and 0; in-rows must be "
      "the transpose of the out-rows");
}

TEST(GraphOver, IsUndirectedOnlyIfBothEndsAgree) {
  const std::vector<std::int64_t> offsets = {0, 2, 3};
  const std::vector<std::int32_t> targets = {0, 1, 0};
  const std::vector<float> equal = {5, 2, 2};
  const std::vector<float> unequal = {5, 2, 3};
  EXPECT_EQ(undirected_from(rows_over(offsets, targets, equal)).edge_count(), 2u);
  EXPECT_EQ(refusal([&] { undirected_from(rows_over(offsets, targets, unequal)); }),
            "graph arrays: row 0 has target 1, but row 1 does not have target 0 equally often and "
            "with the same weights; an undirected graph requires each edge at both ends; a "
            "directed one does not");
  EXPECT_EQ(undirected_from(rows_over(offsets, targets, unequal), {.check = false}).edge_count(),
            2u);
}

TEST(GraphOver, IsUndirectedOnlyIfBothEndsHaveTheSameNumberOfParallelEdges) {
  const auto refused = [](const std::vector<std::int64_t>& offsets,
                          const std::vector<std::int32_t>& targets,
                          const std::vector<int>& weights) {
    return refusal([&] { undirected_from(rows_over(offsets, targets, weights)); }) !=
           "nothing was refused";
  };
  EXPECT_FALSE(refused({0, 3, 6}, {1, 1, 1, 0, 0, 0}, {5, 1, 5, 5, 5, 1}));
  EXPECT_TRUE(refused({0, 3, 6}, {1, 1, 1, 0, 0, 0}, {5, 1, 5, 5, 1, 1}));
  EXPECT_TRUE(refused({0, 3, 6}, {1, 1, 1, 0, 0, 1}, {1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(refused({0, 2, 4, 6}, {1, 1, 0, 2, 0, 1}, {1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(refused({0, 1, 3, 4}, {1, 0, 0, 2}, {1, 1, 1, 1}));
}

}  // namespace
}  // namespace arcas::inline v0::graph
