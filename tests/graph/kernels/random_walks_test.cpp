// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/random_walks.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using RandomWalks = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, RandomWalks, testing::Values(1u, 2u, 8u));

TEST_P(RandomWalks, FollowEdgesAndAreTheSameForAllWorkers) {
  on_all_graphs([&](const auto& g) {
    const auto starts = all_vertices(g.vertex_count());
    for (const double q : {1.0, 0.25}) {
      const random_walks_options options{
          .steps = 12, .per_start = 2, .p = q * 2 + 0.5, .q = q, .seed = 9};
      random_walks_options mixed_options = options;
      mixed_options.loops = mixed();
      const auto found = random_walks(g, starts, mixed_options);
      EXPECT_EQ(found.walks, 2 * starts.size());
      EXPECT_EQ(fault_in_random_walks(g, found.visited.all(), 13), "");
      EXPECT_TRUE(std::ranges::equal(found.visited, random_walks(g, starts, options).visited));
    }
  });
}

// Requires that the walks go from vertex `here` to each neighbour with the expected share, within
// six standard deviations. Unless `before` is no_vertex, only steps after one from `before` count.
void expect_shares(const random_walks_result& found, vertex before, vertex here,
                   const std::map<vertex, double>& shares) {
  std::map<vertex, double> count;
  double all = 0;
  for (std::size_t i = 0; i < found.walks; ++i) {
    const auto walk = found.walk(i);
    for (std::size_t s = before == no_vertex ? 0 : 1; s + 1 < walk.size(); ++s) {
      if (walk[s] != here || (before != no_vertex && walk[s - 1] != before)) continue;
      ++count[walk[s + 1]];
      ++all;
    }
  }
  ASSERT_GT(all, 1000);
  for (const auto& [v, share] : shares)
    EXPECT_NEAR(count[v] / all, share, 6 * std::sqrt(share * (1 - share) / all)) << v;
}

TEST_P(RandomWalks, TakeEachEdgeWithItsProbability) {
  const std::vector<edge> edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}};
  const auto g = build_undirected(edges_of(4, edges));
  const std::vector<vertex> starts(300, 1);
  const auto even = random_walks(g, starts, {.steps = 200, .loops = mixed()});
  expect_shares(even, no_vertex, 0, {{1, 1.0 / 3}, {2, 1.0 / 3}, {3, 1.0 / 3}});
  const auto biased = random_walks(g, starts, {.steps = 200, .p = 4, .q = 0.5, .loops = mixed()});
  expect_shares(biased, 1, 0, {{1, 0.25 / 3.25}, {2, 1 / 3.25}, {3, 2 / 3.25}});
  weighted_edge_list list;
  list.vertex_count = 4;
  list.edges = plain_array<weighted_edge>(4);
  for (std::size_t i = 0; i < 4; ++i)
    list.edges[i] = {edges[i].from, edges[i].to, static_cast<weight>(i == 2 ? 0 : i + 1)};
  const auto heavy = build_undirected(std::move(list));
  const auto by_weight =
      random_walks(heavy, starts, {.steps = 200, .weighted = true, .loops = mixed()});
  expect_shares(by_weight, no_vertex, 0, {{1, 1.0 / 3}, {2, 2.0 / 3}, {3, 0}});
  EXPECT_TRUE(
      std::ranges::equal(random_walks(heavy, starts, {.steps = 200}).visited, even.visited));
}

// Almost all draws of these steps are refused.
TEST_P(RandomWalks, WithExtremeParametersEndAndKeepTheProbabilities) {
  const auto g = build_undirected(edges_of(4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}}));
  const std::vector<vertex> starts{3};
  const auto found = random_walks(
      g, starts, {.steps = 4, .per_start = 6000, .p = 1e9, .q = 1e9, .loops = mixed()});
  expect_shares(found, 0, 3, {{0, 1}});
  expect_shares(found, 3, 0, {{1, 1.0 / 3}, {2, 1.0 / 3}, {3, 1.0 / 3}});
  expect_shares(found, 0, 1, {{2, 1}});
  const auto pair = build_undirected(edges_of<weight>(2, {{0, 1, 5}}));
  const auto least = random_walks(pair, std::vector<vertex>{0},
                                  {.steps = 3, .weighted = true, .p = 1e300, .q = 1e-300});
  EXPECT_TRUE(std::ranges::equal(least.visited, std::vector<vertex>{0, 1, 0, 1}));
  // An edge of weight 0 is not drawn, whatever its factor.
  const auto back = build_directed(edges_of<weight>(3, {{0, 1, 1}, {1, 0, 0}, {1, 2, 1}}));
  const auto onward = random_walks(back, std::vector<vertex>{0},
                                   {.steps = 2, .weighted = true, .p = 1e-300, .q = 1e300});
  EXPECT_TRUE(std::ranges::equal(onward.visited, std::vector<vertex>{0, 1, 2}));
}

TEST_P(RandomWalks, StopOnRequest) {
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  const auto g = kronecker_graph({.scale = 8});
  EXPECT_THROW((void)random_walks(g, all_vertices(g.vertex_count()), {.loops = loops}),
               interrupted);
}

TEST(RandomWalksOf, WrongArgumentsAreRefused) {
  const auto g = build_undirected(edges_of(2, {{0, 1}}));
  const std::vector<vertex> starts{0};
  EXPECT_THROW((void)random_walks(g, std::vector<vertex>{2}), std::invalid_argument);
  EXPECT_THROW((void)random_walks(g, starts, {.p = 0}), std::invalid_argument);
  EXPECT_THROW((void)random_walks(g, starts, {.q = -1}), std::invalid_argument);
  EXPECT_THROW((void)random_walks(g, starts, {.weighted = true}), std::invalid_argument);
  auto list = with_random_weights(edges_of(2, {{0, 1}}));
  list.edges[0].weight = -1;
  EXPECT_THROW((void)random_walks(build_undirected(std::move(list)), starts, {.weighted = true}),
               std::invalid_argument);
}

TEST(RandomWalksCheck, FindsWhatIsWrong) {
  const auto g = build_directed(edges_of(3, {{0, 1}, {1, 2}}));
  const vertex end = no_vertex;
  EXPECT_EQ(fault_in_random_walks(g, std::vector<vertex>{0, 1, 2, 2, end, end}, 3), "");
  EXPECT_EQ(fault_in_random_walks(g, std::vector<vertex>{0, 1, 0}, 3),
            "walk 0 has a step from 1 to 0, which is not an edge");
  EXPECT_EQ(fault_in_random_walks(g, std::vector<vertex>{0, 1, end}, 3),
            "walk 0 ends at vertex 1, which has neighbours");
  EXPECT_EQ(fault_in_random_walks(g, std::vector<vertex>{2, end, 0}, 3),
            "walk 0 continues after its end");
}

}  // namespace
}  // namespace arcas::inline v0::graph
