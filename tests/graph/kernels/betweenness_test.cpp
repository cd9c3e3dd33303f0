// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/loops/statistics.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr betweenness_form all_forms[] = {betweenness_form::sources, betweenness_form::nested,
                                          betweenness_form::inside};

// The distances from a vertex in steps, and the numbers of shortest paths from it.
struct counted_ways {
  std::vector<int> steps;
  std::vector<double> count;
};

template <class G>
counted_ways ways_from(const G& g, vertex source) {
  counted_ways ways{std::vector<int>(g.vertex_count(), -1), std::vector<double>(g.vertex_count())};
  std::vector<vertex> order = {source};
  ways.steps[source] = 0;
  ways.count[source] = 1;
  for (std::size_t at = 0; at < order.size(); ++at) {
    const vertex u = order[at];
    for (const vertex v : g.out_neighbors(u)) {
      if (ways.steps[v] < 0) {
        ways.steps[v] = ways.steps[u] + 1;
        order.push_back(v);
      }
      if (ways.steps[v] == ways.steps[u] + 1) ways.count[v] += ways.count[u];
    }
  }
  return ways;
}

// Betweenness from the definition, neither normalised nor halved: for each s, t and v, adds the
// share of the shortest paths from s to t that pass through v, computed from the numbers of
// shortest paths from s to v and from v to t.
template <class G>
std::vector<double> betweenness_by_definition(const G& g, bool endpoints) {
  const std::size_t n = g.vertex_count();
  std::vector<counted_ways> from;
  for (std::size_t v = 0; v < n; ++v) from.push_back(ways_from(g, static_cast<vertex>(v)));
  std::vector<double> scores(n);
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      if (t == s || from[s].steps[t] < 0) continue;
      for (std::size_t v = 0; v < n; ++v) {
        if (!endpoints && (v == s || v == t)) continue;
        if (from[s].steps[v] < 0 || from[v].steps[t] < 0) continue;
        if (from[s].steps[v] + from[v].steps[t] != from[s].steps[t]) continue;
        scores[v] += from[s].count[v] * from[v].count[t] / from[s].count[t];
      }
    }
  }
  return scores;
}

using Betweenness = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Betweenness, testing::Values(1u, 2u, 8u));

TEST_P(Betweenness, IsParallelOverSourcesIfTheirNumberIsTwiceThatOfWorkers) {
  const auto g = build_undirected(without_weights(grid_edges({.width = 9, .height = 7})));
  const std::size_t enough = 2 * GetParam();
  using enum betweenness_form;
  for (const auto& [count, locality, expected] :
       {std::tuple{enough, false, sources}, {enough - 1, false, inside}, {enough, true, inside}}) {
    const std::vector<vertex> from = sample_of_vertices(g, count, 1);
    const betweenness_result r = betweenness(g, from, {.locality = locality, .loops = usual()});
    EXPECT_EQ(r.form, expected) << count << " sources";
  }
  EXPECT_EQ(betweenness(g, {.form = nested, .loops = usual()}).form, nested);
}

TEST_P(Betweenness, FromSomeSourcesIsRightOnAllGraphsInAllForms) {
  on_all_graphs([&](const auto& g) {
    const std::vector<vertex> sources = sample_of_vertices(g, 10, 1);
    for (const betweenness_form form : all_forms) {
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

// The search stores the level of a vertex in a byte, whose values repeat after 254 levels. Links
// that go back by about 254 levels lead to vertices that were reached long before.
TEST_P(Betweenness, IsRightForMoreLevelsThanAByteHolds) {
  constexpr std::size_t width = 200;  // enough links per level for a loop
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
  for (const betweenness_form form : all_forms) {
    const betweenness_result r =
        betweenness(g, sources, {.normalized = false, .form = form, .loops = usual()});
    const auto n = static_cast<double>(g.vertex_count());
    ASSERT_EQ(fault_in_betweenness(g, sources, false, n, r.scores.all()), "");
  }
}

// Compares with the definition, not with Brandes' sum.
TEST_P(Betweenness, FromAllSourcesEqualsTheDefinition) {
  const auto try_out = [&](const auto& g) {
    for (const bool endpoints : {false, true}) {
      const std::vector<double> expected = betweenness_by_definition(g, endpoints);
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

// The middle vertex of a path of five lies between 4 of the 6 pairs of other vertices, and its
// neighbours lie between 3.
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
  for (const betweenness_form form : all_forms) {
    counted_sources seen;
    betweenness(g, {.form = form, .observer = &seen, .loops = usual()});
    EXPECT_EQ(seen.count.load(), 64);
  }
}

// One loop distributes the sources, one adds up the scores, and one scales them; no loop runs
// inside a search.
TEST_P(Betweenness, SearchesOfTheFormSourcesStartNoLoops) {
  const undirected_graph g = kronecker_graph({.scale = 6});
  loop_statistics seen;
  loop_options loops = usual();
  loops.statistics = &seen;
  betweenness(g, {.form = betweenness_form::sources, .loops = loops});
  EXPECT_EQ(seen.calls(), 3u);
  EXPECT_EQ(seen.total().iterations, 3 * g.vertex_count());
}

TEST_P(Betweenness, ScoresOfAllFormsDifferByRoundingOnly) {
  on_all_graphs([&](const auto& g) {
    const std::vector<vertex> sources = sample_of_vertices(g, 10, 1);
    const betweenness_result expected = betweenness(g, sources, {.loops = usual()});
    for (const betweenness_form form : all_forms) {
      const betweenness_result r = betweenness(g, sources, {.form = form, .loops = usual()});
      for (std::size_t v = 0; v < g.vertex_count(); ++v) {
        ASSERT_NEAR(r.scores[v], expected.scores[v], 1e-12 * (1 + expected.scores[v]));
      }
    }
  });
}

// Requests a stop after the first source.
struct stopping_at_once final : betweenness_observer {
  void source_done() override { stop.request_stop(); }
  std::stop_source stop;
};

TEST_P(Betweenness, StopsOnRequestInAllForms) {
  const undirected_graph g = kronecker_graph({.scale = 6});
  for (const betweenness_form form : all_forms) {
    stopping_at_once seen;
    loop_options loops = usual();
    loops.stop = seen.stop.get_token();
    EXPECT_THROW(betweenness(g, {.form = form, .observer = &seen, .loops = loops}), interrupted);
  }
}

TEST(BetweennessScores, RefuseASourceThatIsNotAVertex) {
  const undirected_graph g = build_undirected(edges_of(5, path_of(5)));
  const std::vector<vertex> sources = {5};
  EXPECT_THROW(betweenness(g, sources), std::invalid_argument);
}

TEST(BetweennessScores, RefuseASourceThatIsGivenTwice) {
  const undirected_graph g = build_undirected(edges_of(5, path_of(5)));
  const std::vector<vertex> sources = {3, 1, 3};
  try {
    betweenness(g, sources);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const vertex_error& refused) {
    EXPECT_STREQ(refused.what(),
                 "source 3 is given twice; the sources of betweenness must be distinct");
  }
}

TEST(BetweennessCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(3, path_of(3)));
  const std::vector<vertex> all = {0, 1, 2};
  EXPECT_EQ(fault_in_betweenness(g, all, false, 0.5, std::vector<double>{0, 1, 0}), "");
  EXPECT_NE(fault_in_betweenness(g, all, false, 0.5, std::vector<double>{0, 1, 0.1}), "");
  const std::vector<double> right = betweenness_by_definition(g, false);
  EXPECT_EQ(fault_in_betweenness(g, all, false, 1, right), "");
}

}  // namespace
}  // namespace arcas::inline v0::graph
