// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/communities.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr community_method all_methods[] = {community_method::leiden, community_method::louvain,
                                            community_method::label_propagation};

using Communities = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Communities, testing::Values(1u, 2u, 8u));

// Requires communities that are right, and the same for any number of workers.
template <class G>
void expect_right(const G& g, communities_options options, const loop_options& loops) {
  const communities_result alone = communities(g, options);
  options.loops = loops;
  const communities_result r = communities(g, options);
  ASSERT_EQ(fault_in_communities(g, r.labels.all(), r.count,
                                 {.quality = r.quality,
                                  .cpm = options.quality == community_quality::cpm,
                                  .resolution = options.resolution,
                                  .weighted = options.weighted,
                                  .connected = options.method == community_method::leiden}),
            "");
  EXPECT_TRUE(std::ranges::equal(r.labels.all(), alone.labels.all()));
  EXPECT_EQ(r.quality, alone.quality);
  EXPECT_NEAR(partition_quality(g, r.labels.all(), options), r.quality, 1e-12);
}

TEST_P(Communities, AreRightAndDependOnTheSeedAlone) {
  on_undirected_graphs([&](const undirected_graph& g) {
    for (const community_method method : all_methods) {
      expect_right(g, {.method = method, .seed = 7}, mixed());
      expect_right(g, {.method = method, .quality = community_quality::cpm, .resolution = 0.1},
                   mixed());
    }
  });
}

TEST_P(Communities, OfWeightedGraphsAreRight) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    expect_right(build_undirected(with_random_weights(some.make())), {.weighted = true}, mixed());
    expect_right(build_undirected(with_random_weights<real_weight>(some.make())),
                 {.weighted = true}, mixed());
    expect_right(build_undirected(with_random_weights(some.make())),
                 {.weighted = true, .quality = community_quality::cpm, .resolution = 3}, mixed());
  }
}

TEST_P(Communities, OfALargerGraphAreRight) {
  const undirected_graph g = kronecker_graph({.scale = 14, .edge_factor = 8});
  for (const community_method method : all_methods) expect_right(g, {.method = method}, usual());
}

// Cliques of `size` vertices, each connected to the next one by an edge.
std::vector<edge> ring_of_cliques(vertex cliques, vertex size) {
  std::vector<edge> edges;
  for (vertex c = 0; c < cliques; ++c) {
    for (edge e : clique_of(size)) edges.push_back({c * size + e.from, c * size + e.to});
    edges.push_back({c * size, (c + 1) % cliques * size + 1});
  }
  return edges;
}

TEST(CommunityResults, OfCliquesAreKnown) {
  const undirected_graph g = build_undirected(edges_of(150, ring_of_cliques(30, 5)));
  // Fortunato, Barthélemy 2007: in a long ring of cliques, modularity is greater if pairs of
  // cliques are merged; with the Potts model each clique is a community.
  const auto apart = communities(g, {.quality = community_quality::cpm, .resolution = 0.5});
  EXPECT_EQ(apart.count, 30u);
  EXPECT_DOUBLE_EQ(apart.quality, 30 * (10 - 0.5 * 10));
  for (vertex v = 0; v < 150; ++v) EXPECT_EQ(apart.labels[v], v / 5);
  const double cliques = partition_quality(g, apart.labels.all());
  EXPECT_NEAR(cliques, 10.0 / 11 - 1.0 / 30, 1e-12);
  EXPECT_GT(communities(g).quality, cliques);
  EXPECT_EQ(communities(g, {.resolution = 8}).count, 30u);
  const auto spread = communities(g, {.method = community_method::label_propagation});
  for (vertex v = 0; v < 150; ++v) EXPECT_EQ(spread.labels[v], spread.labels[v / 5 * 5]);
  const auto leaving = conductances(g, apart.labels.all(), apart.count);
  for (const double share : leaving) EXPECT_DOUBLE_EQ(share, 2.0 / 22);
}

// The graph of Zachary 1977. No partition of it has a greater modularity than 0.4197896 (Brandes
// and others 2008).
std::vector<edge> karate_club() {
  constexpr std::uint8_t ends[][2] = {
      {0, 1},   {0, 2},   {0, 3},   {0, 4},   {0, 5},   {0, 6},   {0, 7},   {0, 8},   {0, 10},
      {0, 11},  {0, 12},  {0, 13},  {0, 17},  {0, 19},  {0, 21},  {0, 31},  {1, 2},   {1, 3},
      {1, 7},   {1, 13},  {1, 17},  {1, 19},  {1, 21},  {1, 30},  {2, 3},   {2, 7},   {2, 8},
      {2, 9},   {2, 13},  {2, 27},  {2, 28},  {2, 32},  {3, 7},   {3, 12},  {3, 13},  {4, 6},
      {4, 10},  {5, 6},   {5, 10},  {5, 16},  {6, 16},  {8, 30},  {8, 32},  {8, 33},  {9, 33},
      {13, 33}, {14, 32}, {14, 33}, {15, 32}, {15, 33}, {18, 32}, {18, 33}, {19, 33}, {20, 32},
      {20, 33}, {22, 32}, {22, 33}, {23, 25}, {23, 27}, {23, 29}, {23, 32}, {23, 33}, {24, 25},
      {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33}, {28, 31}, {28, 33}, {29, 32},
      {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};
  std::vector<edge> edges;
  for (const auto& [from, to] : ends) edges.push_back({from, to});
  return edges;
}

TEST(CommunityResults, OfTheKarateClubHaveTheGreatestModularity) {
  const undirected_graph g = build_undirected(edges_of(34, karate_club()));
  ASSERT_EQ(g.edge_count(), 78u);
  double best = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto r = communities(g, {.iterations = 10, .seed = seed});
    EXPECT_GT(r.quality, 0.41);
    best = std::max(best, r.quality);
  }
  EXPECT_NEAR(best, 0.4197896, 1e-6);
}

weighted_undirected_graph square(weight sides, weight diagonals) {
  return build_undirected(edges_of<weight>(4, {{0, 1, sides},
                                               {2, 3, sides},
                                               {0, 2, diagonals},
                                               {1, 3, diagonals},
                                               {0, 3, diagonals},
                                               {2, 2, sides}}));
}

TEST(CommunityResults, OfWeightsAreKnown) {
  const auto r = communities(square(10, 1), {.weighted = true});
  EXPECT_EQ(std::vector(r.labels.begin(), r.labels.end()), (std::vector<vertex>{0, 0, 1, 1}));
  // All weights add up to 33. Inside the two communities they add up to 10 and 20. The strengths of
  // the communities are 23 and 43.
  EXPECT_NEAR(r.quality, 30.0 / 33 - (23.0 * 23 + 43.0 * 43) / (66.0 * 66), 1e-12);
  const auto leaving = conductances(square(10, 1), r.labels.all(), 2, {.weighted = true});
  EXPECT_NEAR(leaving[0], 3.0 / 23, 1e-12);
  EXPECT_EQ(leaving[0], leaving[1]);
}

TEST(CommunityResults, ConductanceEqualsTheDefinition) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto g =
        build_undirected(with_random_weights(random_edges(60, 200, seed), {.seed = seed}));
    std::vector<vertex> labels(60);
    for (std::size_t v = 0; v < 60; ++v) labels[v] = v % (2 + seed) == 0 ? 1 : 0;
    for (const bool weighted : {false, true}) {
      const double found = conductances(g, labels, 2, {.weighted = weighted})[1];
      EXPECT_EQ(fault_in_conductance(edges_of_graph(g, weighted), labels, found), "");
      EXPECT_NE(fault_in_conductance(edges_of_graph(g, weighted), labels, found / 2), "");
    }
  }
}

TEST(CommunityResults, OfGraphsWithoutVerticesOrEdgesAreTrivial) {
  EXPECT_EQ(communities(build_undirected(edges_of(0, {}))).count, 0u);
  const auto r = communities(build_undirected(edges_of(5, {})));
  EXPECT_EQ(r.count, 5u);
  EXPECT_EQ(r.quality, 0);
  EXPECT_EQ(conductances(build_undirected(edges_of(2, {})), std::vector<vertex>{0, 1}, 2),
            std::vector<double>(2));
}

template <class Run>
std::string refused(const Run& run) {
  try {
    run();
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "";
}

TEST(CommunityOptions, ThatAreWrongAreRefused) {
  const undirected_graph g = build_undirected(edges_of(2, {{0, 1}}));
  EXPECT_NE(refused([&] { (void)communities(g, {.resolution = 0}); }).find("above 0"),
            std::string::npos);
  EXPECT_NE(
      refused([&] { (void)communities(square(-1, 2), {.weighted = true}); }).find("at least 0"),
      std::string::npos);
  EXPECT_EQ(refused([&] { (void)partition_quality(g, std::vector<vertex>{0}); }),
            "there must be one label for each of 2 vertices; there are 1 labels");
  EXPECT_EQ(refused([&] { (void)partition_quality(g, std::vector<vertex>{0, 2}); }),
            "vertex 1 has label 2; labels must be below 2");
}

TEST_P(Communities, StopOnRequest) {
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)communities(kronecker_graph({.scale = 10}), {.loops = loops}), interrupted);
}

TEST(CommunitiesCheck, FindsWhatIsWrong) {
  const undirected_graph path = build_undirected(edges_of(4, path_of(4)));
  const auto fault = [&](const std::vector<vertex>& labels, std::size_t count, double quality) {
    return fault_in_communities(path, std::span<const vertex>(labels), count,
                                {.quality = quality, .connected = true});
  };
  const double right = 4.0 / 6 - 2 * 0.25;
  EXPECT_EQ(fault({0, 0, 1, 1}, 2, right), "");
  EXPECT_EQ(fault({0, 0, 1}, 2, right), "the number of labels is not the number of vertices");
  EXPECT_EQ(fault({0, 0, 1, 2}, 2, right), "vertex 3 has label 2; labels must be below 2");
  EXPECT_EQ(fault({0, 1, 1, 1}, 2, right),
            "communities are not numbered in descending order of their sizes");
  EXPECT_EQ(fault({0, 1, 1, 0}, 2, 0), "a community is not connected");
  EXPECT_EQ(fault({0, 0, 1, 1}, 2, 0.5), "the quality is 0.16666666666666663, not 0.5");
}

}  // namespace
}  // namespace arcas::inline v0::graph
