// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/distance_bins.h>
#include <arcas/graph/kernels/sssp.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The same edges with weights; weights of type double are not integers.
template <class W>
basic_edge_list<W> weighed(const edge_list& list, const random_weight_options& how) {
  basic_edge_list<W> result;
  result.vertex_count = list.vertex_count;
  result.edges = plain_array<basic_edge<vertex, W>>(list.edges.size());
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const auto [from, to] = list.edges[i];
    const weight w = random_weight_of(from, to, how);
    result.edges[i] = {from, to, std::is_integral_v<W> ? static_cast<W>(w) : static_cast<W>(w) / 7};
  }
  return result;
}

template <class W>
weighted_edge_list chain(vertex vertices, W w) {
  weighted_edge_list list;
  list.vertex_count = vertices;
  list.edges = plain_array<weighted_edge>(vertices - 1);
  for (vertex v = 0; v + 1 < vertices; ++v) list.edges[v] = {v, v + 1, w};
  return list;
}

using Sssp = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Sssp, testing::Values(1u, 2u, 8u));

TEST_P(Sssp, IsRightOnAllGraphs) {
  const auto try_out = [&](const auto& g) {
    for (vertex s = 0; s < g.vertex_count(); s += 61) {
      ASSERT_EQ(fault_in_distances(g, s, sssp(g, s, {.loops = mixed()}).distances.all()), "");
    }
  };
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    for (const weight most : {1, 255, 1'000'000}) {
      try_out(build_directed(weighed<weight>(some.make(), {.most = most})));
      try_out(build_undirected(weighed<weight>(some.make(), {.most = most})));
    }
    try_out(build_directed(weighed<real_weight>(some.make(), {})));
    try_out(build_undirected(weighed<real_weight>(some.make(), {})));
  }
}

// nearby_search has a result if a source reaches at most 39 of the 20,000 vertices. The sources are
// in components of 1 to 40 vertices; the last one has more edges than nearby_search reads.
TEST_P(Sssp, IsRightIfFewVerticesAreReached) {
  std::vector<edge> links;
  std::vector<vertex> firsts;
  vertex next = 0;
  for (vertex size = 1; size <= 40; next += size++) {
    firsts.push_back(next);
    for (vertex i = 1; i < size; ++i) {
      links.push_back({next + i - 1, next + i});
      links.push_back({next, next + i});
    }
  }
  firsts.push_back(next);
  for (int i = 0; i < 1000; ++i) links.push_back({next, next + 1});
  const edge_list list = edges_of(20'000, links);
  const auto whole = build_directed(weighed<weight>(list, {.most = 9}));
  const auto real = build_undirected(weighed<real_weight>(list, {}));
  for (const vertex s : firsts) {
    const auto found = sssp(whole, s, {.parents = true, .loops = mixed()});
    ASSERT_EQ(fault_in_distances(whole, s, found.distances.all()), "");
    EXPECT_EQ(found.delta == 0, s != firsts[39] && s != firsts[40]) << s;
    ASSERT_EQ(fault_in_distances(real, s, sssp(real, s, {.loops = mixed()}).distances.all()), "");
  }
}

TEST_P(Sssp, IsRightForAnyDelta) {
  const weighted_undirected_graph g =
      build_undirected(weighed<weight>(kronecker_edges({.scale = 9}), {.most = 10000}));
  for (const double delta : {0.5, 1.0, 3.0, 1000.0, 1e9}) {
    const auto r = sssp(g, 3, {.delta = delta, .loops = mixed()});
    ASSERT_EQ(fault_in_distances(g, 3, r.distances.all()), "") << delta;
    EXPECT_LE(r.delta, std::max(1.0, delta));
  }
}

TEST(SsspDistances, BeyondThirtyTwoBitsAreRight) {
  const weighted_directed_graph g = build_directed(chain(5, weight{2'000'000'000}));
  const auto r = sssp(g, 0);
  EXPECT_EQ(r.distances[4], 8'000'000'000);
  const auto backwards = sssp(g, 4);
  EXPECT_EQ(backwards.distances[0], infinitely_far<std::int64_t>);
  EXPECT_EQ(backwards.distances[4], 0);
}

TEST(SsspDistances, BeyondSixtyFourBitsAreRefused) {
  const std::int64_t half = std::int64_t{1} << 62;
  const auto long_chain = [&](vertex vertices) {
    basic_edge_list<std::int64_t> list{vertices, {}, {}};
    list.edges = plain_array<basic_edge<vertex, std::int64_t>>(vertices - 1);
    for (vertex v = 0; v + 1 < vertices; ++v) list.edges[v] = {v, v + 1, half};
    return build_directed(std::move(list));
  };
  EXPECT_EQ(sssp(long_chain(2), 0).distances[1], half);
  EXPECT_THROW(sssp(long_chain(3), 0), std::invalid_argument);
}

// The search uses thousands of bins, most of which are beyond the near bins at first.
TEST(SsspDistances, FarBeyondTheNearBinsAreRight) {
  const weighted_directed_graph g = build_directed(chain(500, weight{1000}));
  EXPECT_EQ(sssp(g, 0, {.delta = 1}).distances[499], 499'000);
}

TEST(SsspDistances, WeightsMayBeZero) {
  const weighted_directed_graph g = build_directed(chain(100, weight{0}));
  EXPECT_EQ(sssp(g, 0).distances[99], 0);
  EXPECT_EQ(sssp(g, 1).distances[0], infinitely_far<std::int64_t>);
}

TEST(SsspDistances, OfRealWeightsAreInfiniteForUnreachedVertices) {
  real_edge_list list;
  list.vertex_count = 3;
  list.edges = plain_array<real_edge>(1);
  list.edges[0] = {0, 1, 0.25};
  const auto r = sssp(build_directed(std::move(list)), 0);
  EXPECT_EQ(r.distances[1], 0.25);
  EXPECT_TRUE(std::isinf(r.distances[2]));
}

TEST(SsspDistances, RefuseNegativeWeightsAndWrongOptions) {
  const weighted_directed_graph g = build_directed(chain(3, weight{-1}));
  EXPECT_THROW(sssp(g, 0), std::invalid_argument);
  EXPECT_THROW(sssp(g, 7), std::invalid_argument);
  EXPECT_THROW(sssp(g, 0, {.delta = -1}), std::invalid_argument);
}

TEST_P(Sssp, ParentsAreOnShortestPaths) {
  const auto try_out = [&](const auto& g) {
    for (vertex s = 0; s < g.vertex_count(); s += 61) {
      const auto r = sssp(g, s, {.parents = true, .loops = mixed()});
      ASSERT_EQ(fault_in_shortest_paths(g, s, r.distances.all(), r.parents.all()), "");
    }
  };
  // Weights may be 0: parents must not form a cycle of such edges.
  const auto lighter = [](basic_edge_list<weight> list) {
    for (auto& e : list.edges) e.weight -= 1;
    return list;
  };
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    for (const weight most : {1, 2, 255}) {
      try_out(build_directed(lighter(weighed<weight>(some.make(), {.most = most}))));
      try_out(build_undirected(lighter(weighed<weight>(some.make(), {.most = most}))));
    }
    try_out(build_directed(weighed<real_weight>(some.make(), {})));
    try_out(build_undirected(weighed<real_weight>(some.make(), {})));
  }
}

TEST(SsspPaths, LeadFromTheSourceToTheVertex) {
  const weighted_directed_graph g = build_directed(chain(4, weight{2}));
  const auto r = sssp(g, 1, {.parents = true});
  EXPECT_EQ(path_to(r, 3), (std::vector<vertex>{1, 2, 3}));
  EXPECT_EQ(path_to(r, 1), std::vector<vertex>{1});
  EXPECT_EQ(path_to(r, 0), std::vector<vertex>());
  EXPECT_THROW(path_to(r, 4), std::invalid_argument);
  EXPECT_THROW(path_to(sssp(g, 1), 3), std::invalid_argument);
}

TEST(SsspCheck, FindsWrongParents) {
  weighted_edge_list list{4, plain_array<weighted_edge>(4), {}};
  const weighted_edge edges[] = {{0, 1, 1}, {1, 2, 0}, {2, 1, 0}, {2, 3, 5}};
  std::ranges::copy(edges, list.edges.begin());
  const weighted_directed_graph g = build_directed(std::move(list));
  const std::vector<std::int64_t> distances = {0, 1, 1, 6};
  const auto fault = [&](std::vector<vertex> parents) {
    return fault_in_shortest_paths(g, 0, distances, parents);
  };
  EXPECT_EQ(fault({0, 0, 1, 2}), "");
  EXPECT_EQ(fault({0, 2, 1, 2}), "the parents of vertex 1 form a cycle");
  EXPECT_EQ(fault({0, 0, 1, 1}),
            "vertex 3 has parent 1, from which no edge of the right weight leads to it");
  EXPECT_EQ(fault({1, 0, 1, 2}), "the source is not its own parent");
}

TEST(SsspCheck, FindsWhatIsWrong) {
  const weighted_directed_graph g = build_directed(chain(3, weight{2}));
  std::vector<std::int64_t> distances = {0, 2, 4};
  EXPECT_EQ(fault_in_distances(g, 0, distances), "");
  distances[2] = 5;
  EXPECT_EQ(fault_in_distances(g, 0, distances), "vertex 2 is at distance 4, not 5");
}

TEST(DistanceBins, ReturnTheVerticesThatWorkersAdded) {
  shared_bins all;
  distance_bins& mine = all.lend();
  distance_bins& other = all.lend();
  ASSERT_NE(&mine, &other);
  for (vertex v = 0; v < 200; ++v) (v % 2 == 0 ? mine : other).push(v % 3, v);
  EXPECT_EQ(mine.blocks(1), 1u);
  std::vector<bool> seen(200);
  for (std::size_t at = 0; (at = all.first_filled(at, 5)) != 5;) {
    for (const vertex_block* block : all.take(at)) {
      // Meanwhile `mine` gets another vertex, which mine.take() returns below. The blocks that are
      // being visited do not change.
      if (at == 2 && mine.blocks(2) == 0) mine.push(2, 200);
      for (const vertex v : block->all()) {
        EXPECT_EQ(v % 3, at);
        seen[v] = true;
      }
    }
    for (const vertex_block& block : mine.take(at)) EXPECT_EQ(block.all().front(), 200u);
  }
  EXPECT_EQ(seen, std::vector<bool>(200, true));
  all.all_back();
  EXPECT_EQ(&all.lend(), &mine);
}

}  // namespace
}  // namespace arcas::inline v0::graph
