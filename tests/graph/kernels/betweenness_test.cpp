// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/betweenness_check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/sources.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::graph {

using namespace detail;
namespace {

using Betweenness = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Betweenness, testing::Values(1u, 2u, 8u));

TEST_P(Betweenness, FromSomeSourcesIsRightOnAllGraphsInBothForms) {
  on_all_graphs([&](const auto& g) {
    const std::vector<vertex> sources = sample_of_vertices(g, 10, 1);
    for (const betweenness_form form : {betweenness_form::flat, betweenness_form::nested}) {
      for (const bool endpoints : {false, true}) {
        const betweenness_result r = betweenness(
            g, sources,
            {.normalized = false, .endpoints = endpoints, .form = form, .loops = mixed()});
        const double n = static_cast<double>(g.vertex_count());
        const double factor = (std::is_same_v<decltype(g), const undirected_graph&> ? 0.5 : 1) *
                              (sources.empty() ? 1 : n / static_cast<double>(sources.size()));
        ASSERT_EQ(fault_in_betweenness(g, sources, endpoints, factor, r.scores.all()), "");
      }
    }
  });
}

// Brandes' search tells levels apart by a byte, which comes round after 254 of them: links that go
// so far back, and one more or less, lead to vertices that were reached long ago.
TEST_P(Betweenness, IsRightForMoreLevelsThanAByteHolds) {
  constexpr std::size_t width = 200;  // enough links a level for a loop
  constexpr std::size_t levels = 600;
  std::vector<edge> edges;
  const auto at = [](std::size_t level, std::size_t i) {
    return static_cast<vertex>(1 + (level - 1) * width + i % width);
  };
  for (std::size_t i = 0; i < width; ++i) edges.push_back({0, at(1, i)});
  for (std::size_t level = 1; level < levels; ++level) {
    for (std::size_t i = 0; i < width; ++i) {
      edges.push_back({at(level, i), at(level + 1, i)});
      edges.push_back({at(level, i), at(level + 1, i + 1)});
      for (const std::size_t back : {252, 253, 254, 255}) {
        if (level > back) edges.push_back({at(level, i), at(level - back, i + 7)});
      }
    }
  }
  const directed_graph g = build_directed(edges_of(1 + levels * width, edges));
  const std::vector<vertex> sources{0};
  for (const betweenness_form form : {betweenness_form::flat, betweenness_form::nested}) {
    const betweenness_result r =
        betweenness(g, sources, {.normalized = false, .form = form, .loops = usual()});
    const auto n = static_cast<double>(g.vertex_count());
    ASSERT_EQ(fault_in_betweenness(g, sources, false, n, r.scores.all()), "");
  }
}

// From the definition, not from Brandes' sum.
TEST_P(Betweenness, FromAllSourcesIsWhatTheDefinitionSays) {
  const auto try_out = [&](const auto& g) {
    std::vector<vertex> all(g.vertex_count());
    std::iota(all.begin(), all.end(), vertex{0});
    for (const bool endpoints : {false, true}) {
      const std::vector<double> expected = betweenness_by_definition(g, all, endpoints);
      const betweenness_result r =
          betweenness(g, {.normalized = true, .endpoints = endpoints, .loops = usual()});
      const double n = static_cast<double>(g.vertex_count());
      const double pairs = endpoints ? n * (n - 1) : (n - 1) * (n - 2);
      for (std::size_t v = 0; v < expected.size(); ++v) {
        ASSERT_NEAR(r.scores[v], expected[v] / pairs, 1e-12);
      }
    }
  };
  try_out(build_directed(random_edges(60, 150, 4)));
  try_out(build_undirected(random_edges(60, 90, 5)));
}

// The middle of a path of five lies on 4 of the 6 pairs of others, of which its neighbours lie
// on 3.
TEST(BetweennessScores, OfAPathAreNetworkXs) {
  const undirected_graph g = build_undirected(edges_of(5, path_of(5)));
  const betweenness_result normalized = betweenness(g);
  EXPECT_NEAR(normalized.scores[2], 4.0 / 6, 1e-15);
  EXPECT_NEAR(normalized.scores[1], 3.0 / 6, 1e-15);
  EXPECT_EQ(normalized.scores[0], 0);
  const betweenness_result plain = betweenness(g, {.normalized = false});
  EXPECT_NEAR(plain.scores[2], 4, 1e-15);
  EXPECT_NEAR(betweenness(g, {.normalized = false, .endpoints = true}).scores[0], 4, 1e-15);
}

struct counted_sources final : betweenness_observer {
  void source_done() override {
    count.fetch_add(1, std::memory_order_relaxed);
  }  // relaxed: a count
  std::atomic<int> count{0};
};

TEST_P(Betweenness, TellsItsObserverEachSource) {
  const undirected_graph g = kronecker_graph({.scale = 6});
  for (const betweenness_form form : {betweenness_form::flat, betweenness_form::nested}) {
    counted_sources seen;
    betweenness(g, {.form = form, .observer = &seen, .loops = usual()});
    EXPECT_EQ(seen.count.load(), 64);
  }
}

TEST(BetweennessScores, RefusesASourceThatIsNotThere) {
  const undirected_graph g = build_undirected(edges_of(5, path_of(5)));
  const std::vector<vertex> sources = {5};
  EXPECT_THROW(betweenness(g, sources), std::invalid_argument);
}

TEST(BetweennessCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(3, path_of(3)));
  const std::vector<vertex> all = {0, 1, 2};
  EXPECT_EQ(fault_in_betweenness(g, all, false, 0.5, std::vector<double>{0, 1, 0}), "");
  EXPECT_NE(fault_in_betweenness(g, all, false, 0.5, std::vector<double>{0, 1, 0.1}), "");
  EXPECT_EQ(betweenness_by_definition(g, all, false), betweenness_by_predecessors(g, all, false));
}

}  // namespace
}  // namespace arcas::graph
