// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/path_sampler.h>

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

using SampledBetweenness = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, SampledBetweenness, testing::Values(1u, 2u, 8u));

TEST_P(SampledBetweenness, KeepsItsErrorAndIsTheSameForAllWorkers) {
  on_all_graphs([&](const auto& g) {
    const sampled_betweenness_options options{.error = 0.05, .confidence = 0.99, .seed = 5};
    sampled_betweenness_options mixed_options = options;
    mixed_options.loops = mixed();
    const auto found = sampled_betweenness(g, mixed_options);
    EXPECT_LE(found.error, 0.05 + 1e-12);
    EXPECT_EQ(fault_in_sampled_betweenness(g, found.scores.all(), found.error), "");
    const auto again = sampled_betweenness(g, options);
    EXPECT_EQ(again.samples, found.samples);
    EXPECT_TRUE(std::ranges::equal(again.scores, found.scores));
  });
}

// The centre of a star is on all paths, and no other vertex is on a path.
TEST_P(SampledBetweenness, EndsWhenTheHighestAreCertain) {
  const auto g = build_undirected(edges_of(300, star_of(300)));
  const auto found = sampled_betweenness(g, {.error = 0.004, .certain_top = 1, .loops = usual()});
  EXPECT_TRUE(found.certain);
  EXPECT_GT(found.error, 0.004);
  EXPECT_LT(found.samples, sampled_betweenness(g, {.error = 0.004, .loops = usual()}).samples);
  // Neither of two equal scores is certainly the highest; both together can be the two highest.
  const auto two = build_undirected(edges_of(7, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {3, 5}, {3, 6}}));
  EXPECT_FALSE(sampled_betweenness(build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 3}})),
                                   {.error = 0.05, .certain_top = 1, .loops = usual()})
                   .certain);
  EXPECT_TRUE(
      sampled_betweenness(two, {.error = 0.05, .certain_top = 2, .loops = usual()}).certain);
}

TEST(PathSampler, DrawsEachPathEquallyOften) {
  // Shortest paths from 0 to 7 lead over 1 or 2 and then 3, or over 4 and one of two parallel edges
  // to 5. Another path is longer.
  const auto g = build_directed(edges_of(9, {{0, 1},
                                             {0, 2},
                                             {1, 3},
                                             {2, 3},
                                             {3, 7},
                                             {0, 4},
                                             {4, 5},
                                             {4, 5},
                                             {5, 7},
                                             {0, 6},
                                             {6, 8},
                                             {8, 1}}));
  const graph_view view(g);
  path_sampler sampler(view);
  std::map<std::vector<vertex>, double> seen;
  const int samples = 20'000;
  for (int i = 0; i < samples; ++i) {
    random_stream draws(11, static_cast<std::uint64_t>(i));
    std::vector<vertex> path;
    sampler.sample(0, 7, draws, [&](vertex v) { path.push_back(v); });
    std::ranges::sort(path);
    ++seen[path];
  }
  ASSERT_EQ(seen.size(), 3u);
  const auto expect = [&](const std::vector<vertex>& path, double share) {
    EXPECT_NEAR(seen[path] / samples, share, 6 * std::sqrt(share * (1 - share) / samples));
  };
  expect({1, 3}, 0.25);
  expect({2, 3}, 0.25);
  expect({4, 5}, 0.5);
  random_stream draws(11, 0);
  sampler.sample(7, 0, draws, [](vertex) { ADD_FAILURE() << "no path leads there"; });
  sampler.sample(0, 1, draws, [](vertex) { ADD_FAILURE() << "they are neighbours"; });
}

TEST_P(SampledBetweenness, IsObservedAndStopped) {
  const auto g = kronecker_graph({.scale = 8});
  struct watch final : sampling_observer {
    void sampled(std::uint64_t samples, std::uint64_t most) override {
      EXPECT_GT(samples, last);
      EXPECT_LE(samples, most);
      last = samples;
    }
    std::uint64_t last = 0;
  } seen;
  EXPECT_EQ(sampled_betweenness(g, {.observer = &seen, .loops = usual()}).samples, seen.last);
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)sampled_betweenness(g, {.loops = loops}), interrupted);
}

TEST(SampledBetweennessOf, WrongOptionsIsRefusedAndOfTinyGraphsIsZero) {
  const auto g = build_undirected(edges_of(2, {{0, 1}}));
  EXPECT_THROW((void)sampled_betweenness(g, {.error = 0}), std::invalid_argument);
  EXPECT_THROW((void)sampled_betweenness(g, {.confidence = 1}), std::invalid_argument);
  const auto found = sampled_betweenness(g, {.certain_top = 1});
  EXPECT_EQ(found.scores.size(), 2u);
  EXPECT_EQ(found.scores[0], 0);
  EXPECT_EQ(found.samples, 0u);
}

TEST(SampledBetweennessCheck, FindsWhatIsWrong) {
  const auto path = build_undirected(edges_of(3, path_of(3)));
  EXPECT_EQ(fault_in_sampled_betweenness(path, std::vector<double>{0, 0.95, 0}, 0.06), "");
  EXPECT_EQ(fault_in_sampled_betweenness(path, std::vector<double>{0, 0.9, 0}, 0.06),
            "vertex 1 has score 1, which differs from 0.9 by more than 0.06");
}

}  // namespace
}  // namespace arcas::inline v0::graph
