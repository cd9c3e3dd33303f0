// SPDX-License-Identifier: Apache-2.0
// Weights whose sums overflow or underflow their type: a kernel returns the right finite numbers,
// or an error.
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/kernels/sssp.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "../graph_texts.h"
#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
basic_directed_graph<W> directed_of(std::size_t n,
                                    const std::vector<basic_edge<vertex, W>>& edges) {
  return build_directed(edges_of<W>(n, edges));
}
template <class W>
basic_undirected_graph<W> undirected_of(std::size_t n,
                                        const std::vector<basic_edge<vertex, W>>& edges) {
  return build_undirected(edges_of<W>(n, edges));
}

std::string refusal(const auto& f) {
  return sentence_of<std::invalid_argument>(f);
}

constexpr double large = 1e308, small = 5e-324;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
const std::vector<real_edge> large_path = {{0, 1, large}, {1, 2, large}, {2, 3, large}};
const std::vector<basic_edge<vertex, std::int64_t>> long_path = {{0, 1, most / 2 + 1},
                                                                 {1, 2, most / 2}};

using ExtremeWeights = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, ExtremeWeights, testing::Values(1u, 2u, 8u));

TEST_P(ExtremeWeights, ADistanceThatOverflowsIsRefusedWithItsVertex) {
  for (const double delta : {0.0, 1.0, 1e308}) {
    EXPECT_EQ(refusal([&] {
                (void)sssp(directed_of<real_weight>(4, large_path), 0,
                           {.delta = delta, .loops = mixed()});
              }),
              "shortest paths require distances below 1.7976931348623157e+308; the weights on the "
              "way to vertex 2 "
              "add up to more. Divide all weights by a number");
    EXPECT_EQ(refusal([&] {
                (void)sssp(directed_of<std::int64_t>(3, long_path), 0,
                           {.delta = delta, .loops = mixed()});
              }),
              "shortest paths require distances below 9223372036854775806; the weights on the way "
              "to vertex 2 add "
              "up to more. Divide all weights by a number");
  }
}

TEST_P(ExtremeWeights, ASumThatOverflowsBesideAShorterPathIsNotADistance) {
  std::vector<real_edge> real = large_path;
  real.insert(real.end(), {{0, 3, 7}, {3, 2, 1}});
  const auto g = directed_of<real_weight>(4, real);
  const auto found = sssp(g, 0, {.loops = mixed()});
  EXPECT_EQ(found.distances[2], 8);
  EXPECT_EQ(fault_in_distances(g, 0, found.distances.all()), "");
  EXPECT_EQ(distances_to(g, std::vector<vertex>{2}, {.weighted = true})[0].reached, 3u);
  const auto paths = k_shortest_paths(g, 0, 2, 1, {.loops = mixed()});
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(paths[0].length, 8);
  EXPECT_NE(refusal([&] {
              (void)k_shortest_paths(g, 0, 2, 2, {.loops = mixed()});
            }).find("the weights of path 2 add up to more"),
            std::string::npos);
  const auto whole = directed_of<std::int64_t>(3, {{0, 1, most - 5}, {1, 2, 9}, {0, 2, 4}});
  EXPECT_EQ(sssp(whole, 0, {.parents = true, .loops = mixed()}).distances[2], 4);
  EXPECT_EQ(betweenness(whole, {.weighted = true}).scores[1], 0);
}

TEST(LengthsThatOverflow, AreRefusedByAllKernelsOfPaths) {
  const auto g = undirected_of<real_weight>(4, large_path);
  const auto way_to = [&](const auto& run) {
    return refusal(run).find("the weights on the way to vertex ") != std::string::npos;
  };
  EXPECT_TRUE(way_to([&] { (void)distances_to(g, {.weighted = true}); }));
  EXPECT_TRUE(way_to([&] { (void)betweenness(g, {.weighted = true}); }));
  EXPECT_TRUE(way_to([&] { (void)k_shortest_paths(g, 0, 3, 2); }));
  EXPECT_TRUE(way_to([&] { (void)sssp(directed_of<real_weight>(2, {{0, 1, HUGE_VAL}}), 0); }));
  EXPECT_TRUE(way_to([&] { (void)sssp(directed_of<real_weight>(2, {{0, 1, NAN}}), 0); }));
}

TEST(SumsOfDistances, ThatOverflowAreRefusedWithTheirVertex) {
  const auto star = directed_of<real_weight>(3, {{0, 2, large}, {1, 2, large}});
  EXPECT_NE(refusal([&] {
              (void)distances_to(star, {.weighted = true});
            }).find("the distances to vertex 2, or their inverses, add up to more"),
            std::string::npos);
  const auto near = directed_of<real_weight>(2, {{0, 1, small}});
  EXPECT_NE(refusal([&] { (void)distances_to(near, {.weighted = true}); }), "");
}

TEST(SpanningForestsOfExtremeWeights, AreRefusedIfTheSumOverflows) {
  EXPECT_NE(refusal([] {
              (void)spanning_forest(undirected_of<real_weight>(4, large_path));
            }).find("the weights of the spanning forest add up to"),
            std::string::npos);
  EXPECT_NE(refusal([] {
              (void)spanning_forest(undirected_of<std::int64_t>(3, {{0, 1, most}, {1, 2, 1}}));
            }).find("9223372036854775807"),
            std::string::npos);
  EXPECT_EQ(spanning_forest(undirected_of<std::int64_t>(3, {{0, 1, most}, {1, 2, -1}})).weight,
            most - 1);
  EXPECT_EQ(refusal([] { (void)spanning_forest(undirected_of<real_weight>(2, {{0, 1, NAN}})); }),
            "a spanning forest requires weights that are numbers; the weight of the edge from 0 to "
            "1 is not a number");
}

TEST(MatchingsOfNaN, End) {
  const auto g = undirected_of<real_weight>(4, {{0, 1, NAN}, {1, 2, 1}, {2, 3, NAN}, {3, 0, NAN}});
  const auto found = matching(g, {.weighted = true});
  EXPECT_EQ(found.mates[1], 2u);
  EXPECT_EQ(found.size, 2u);
}

// Multiplying all weights by a factor does not change an eigenvector.
TEST_P(ExtremeWeights, CentralitiesEqualThoseOfScaledWeights) {
  const auto graph_of = [](double unit) {
    return undirected_of<real_weight>(
        4, {{0, 1, unit}, {1, 2, 0.5 * unit}, {2, 0, unit}, {2, 3, 0.25 * unit}});
  };
  const spectral_options options{.weighted = true, .tolerance = 1e-10, .loops = mixed()};
  const auto easy = graph_of(1);
  const auto expected = eigenvector_centrality(easy, options);
  const auto hubs = hits(easy, options);
  for (const double unit : {0x1p-900, 0x1p-300, 0x1p-60, 0x1p300, 0x1p1023}) {
    const auto g = graph_of(unit);
    const auto found = eigenvector_centrality(g, options);
    const auto found_hubs = hits(g, options);
    for (std::size_t v = 0; v < 4; ++v) {
      EXPECT_NEAR(found.scores[v], expected.scores[v], 1e-8) << unit;
      EXPECT_NEAR(found_hubs.scores[v], hubs.scores[v], 1e-8) << unit;
    }
    EXPECT_EQ(fault_in_eigenvector(edges_of_graph(g, true), found.scores.all(), 1e-10), "");
    EXPECT_EQ(fault_in_hits(edges_of_graph(g, true), found_hubs.scores.all(),
                            found_hubs.authorities.all(), 1e-10),
              "");
  }
}

TEST(CentralitiesOfExtremeWeights, AreRefusedWithAMessage) {
  const auto tiny = undirected_of<real_weight>(2, {{0, 1, small}});
  EXPECT_NE(refusal([&] { (void)hits(tiny, {.weighted = true}); }).find("it is 5e-324"),
            std::string::npos);
  const auto star = undirected_of<real_weight>(3, {{0, 1, large}, {0, 2, large}});
  EXPECT_NE(refusal([&] {
              (void)katz_centrality(star, katz_options{{.weighted = true}});
            }).find("Katz centrality by weights requires weights that add up to at most"),
            std::string::npos);
  EXPECT_EQ(
      refusal([&] { (void)pagerank(star, {.weighted = true}); }),
      "PageRank by weights requires finite edge weights of at least 0; the weights of vertex 0 add "
      "up to more than "
      "1.7976931348623157e+308. Divide all weights by a number");
  EXPECT_NE(refusal([&] { (void)pagerank(tiny, {.weighted = true}); }).find("add up to 5e-324"),
            std::string::npos);
  const std::vector<vertex> start = {0};
  EXPECT_NE(refusal([&] { (void)random_walks(star, start, {.weighted = true}); }).find("vertex 0"),
            std::string::npos);
  EXPECT_NE(refusal([&] { (void)communities(star, {.weighted = true}); }).find("add up to"),
            std::string::npos);
  EXPECT_NE(refusal([&] { (void)communities(tiny, {.weighted = true}); }).find("add up to"),
            std::string::npos);
  EXPECT_NE(refusal([&] { (void)communities(star, {.resolution = 1e200}); }), "");
}

TEST(Walks, ThatNeedMoreMemoryThanAnAddressSpaceAreRefused) {
  const auto g = build_directed(edges_of(2, {{0, 1}}));
  const std::vector<vertex> starts = {0, 1};
  for (const auto& [steps, walks] : {std::pair{std::size_t{1} << 31, std::size_t{1} << 31},
                                     {~std::size_t{0}, 1},
                                     {1, ~std::size_t{0}},
                                     {1, std::size_t{1} << 60}}) {
    EXPECT_NE(refusal([&] {
                (void)random_walks(g, starts, {.steps = steps, .per_start = walks});
              }).find("take more than 2^64 bytes"),
              std::string::npos)
        << steps << ", " << walks;
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
