// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/spectral.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Spectral = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Spectral, testing::Values(1u, 2u, 8u));

TEST_P(Spectral, CentralitiesAreRight) {
  on_all_graphs([&](const auto& g) {
    const each_edge edges = edges_of_graph(g, false);
    const spectral_result x = eigenvector_centrality(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_eigenvector(edges, x.scores.all(), std::max(1e-6, x.residual)), "");
    katz_options katz;
    katz.loops = mixed();
    const spectral_result k = katz_centrality(g, katz);
    EXPECT_EQ(fault_in_katz(edges, k.scores.all(), k.alpha, 1e-6), "");
    EXPECT_LE(k.residual, 1e-6);
    const spectral_result h = hits(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_hits(edges, h.scores.all(), h.authorities.all(), std::max(1e-6, h.residual)),
              "");
  });
}

TEST_P(Spectral, CentralitiesAreTheSameForAllWorkers) {
  const auto same = [](const plain_array<double>& a, const plain_array<double>& b) {
    return std::ranges::equal(a.all(), b.all());
  };
  on_all_graphs([&](const auto& g) {
    const loop_options alone{.workers = 1};
    EXPECT_TRUE(same(eigenvector_centrality(g, {.loops = mixed()}).scores,
                     eigenvector_centrality(g, {.loops = alone}).scores));
    EXPECT_TRUE(same(hits(g, {.loops = mixed()}).scores, hits(g, {.loops = alone}).scores));
    katz_options katz, katz_alone;
    katz.loops = mixed();
    katz_alone.loops = alone;
    EXPECT_TRUE(same(katz_centrality(g, katz).scores, katz_centrality(g, katz_alone).scores));
  });
}

TEST_P(Spectral, CentralitiesStopOnRequest) {
  const undirected_graph g = kronecker_graph({.scale = 8});
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)eigenvector_centrality(g, {.loops = loops}), interrupted);
}

// NetworkX 3 and, for singular values, NumPy have computed the expected results of this graph.
const std::vector<edge> five = {{0, 1}, {0, 2}, {1, 2}, {2, 0}, {3, 2},
                                {3, 4}, {4, 0}, {4, 3}, {2, 4}, {1, 4}};
const std::vector<weight> five_weights = {1, 2, 3, 1, 2, 5, 1, 2, 1, 4};

weighted_directed_graph weighted_five() {
  weighted_edge_list list;
  list.vertex_count = 5;
  list.edges = plain_array<weighted_edge>(five.size());
  for (std::size_t i = 0; i < five.size(); ++i)
    list.edges[i] = {five[i].from, five[i].to, five_weights[i]};
  return build_directed(std::move(list));
}

void expect_near(const plain_array<double>& found, const std::vector<double>& right) {
  ASSERT_EQ(found.size(), right.size());
  for (std::size_t v = 0; v < right.size(); ++v) EXPECT_NEAR(found[v], right[v], 1e-8) << v;
}

TEST(SpectralCentralities, EqualThoseOfNetworkX) {
  const spectral_options exact{.tolerance = 1e-13};
  const directed_graph g = build_directed(edges_of(5, five));
  expect_near(eigenvector_centrality(g, exact).scores,
              {0.534522484, 0.267261242, 0.534522484, 0.267261242, 0.534522484});
  expect_near(katz_centrality(g, {exact, 0.1}).scores,
              {0.453413933, 0.401934462, 0.482642873, 0.405149646, 0.485565767});
  const spectral_result h = hits(g, exact);
  expect_near(h.scores, {0.174833651, 0.286849068, 0.192733092, 0.286849068, 0.058735122});
  expect_near(h.authorities, {0.125734107, 0.087416825, 0.374265893, 0.029367561, 0.383215613});
}

TEST(SpectralCentralities, CountWeightsOnRequest) {
  const spectral_options exact{.weighted = true, .tolerance = 1e-13};
  const weighted_directed_graph g = weighted_five();
  expect_near(eigenvector_centrality(g, exact).scores,
              {0.315729938, 0.084403748, 0.446482204, 0.392744652, 0.734571912});
  expect_near(katz_centrality(g, {exact, 0.1}).scores,
              {0.370197036, 0.295657524, 0.497813207, 0.382193611, 0.617778956});
  const spectral_result h = hits(g, exact);
  expect_near(h.scores, {0.083939552, 0.406513937, 0.07206575, 0.436034706, 0.001446054});
  expect_near(h.authorities, {0.011672007, 0.013327697, 0.358755813, 0.000459201, 0.615785281});
  expect_near(eigenvector_centrality(g, {.tolerance = 1e-13}).scores,
              {0.534522484, 0.267261242, 0.534522484, 0.267261242, 0.534522484});
}

TEST(SpectralCentralities, OfAStarAreKnown) {
  // The centre has the score 1 / sqrt(2), and the leaves have equal scores.
  const undirected_graph star = build_undirected(edges_of(5, star_of(5)));
  const spectral_result x = eigenvector_centrality(star, {.tolerance = 1e-14});
  EXPECT_NEAR(x.scores[0], std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(x.scores[3], std::sqrt(0.125), 1e-12);
}

// The first two eigenvalues of the path differ by one part in 10,000, so the power iteration alone
// would take thousands of iterations.
TEST(SpectralCentralities, OfALongPathTakeFewIterations) {
  constexpr std::size_t n = 150;
  const undirected_graph path = build_undirected(edges_of(n, path_of(n)));
  const spectral_result x = eigenvector_centrality(path, {.tolerance = 1e-9});
  EXPECT_LE(x.residual, 1e-9);
  EXPECT_LE(x.iterations, 250u);
  const double step = std::acos(-1.0) / (n + 1), length = std::sqrt((n + 1) / 2.0);
  for (std::size_t v = 0; v < n; ++v)
    EXPECT_NEAR(x.scores[v], std::sin(step * static_cast<double>(v + 1)) / length, 1e-5) << v;
}

// Whatever the limit, the last step is one of the power iteration; its change is the residual.
TEST(SpectralCentralities, KeepToTheLimitOfIterations) {
  const undirected_graph g = kronecker_graph({.scale = 10});
  const each_edge edges = edges_of_graph(g, false);
  for (unsigned limit = 1; limit < 8; ++limit) {
    const spectral_options few{.tolerance = 0, .max_iterations = limit};
    const spectral_result x = eigenvector_centrality(g, few), h = hits(g, few);
    EXPECT_EQ(x.iterations, limit);
    EXPECT_EQ(h.iterations, limit);
    EXPECT_EQ(fault_in_eigenvector(edges, x.scores.all(), x.residual), "");
    EXPECT_EQ(fault_in_hits(edges, h.scores.all(), h.authorities.all(), h.residual), "");
  }
}

TEST(SpectralCentralities, WithoutEdgesAreEqual) {
  const directed_graph g = build_directed(edges_of(4, {}));
  for (const double score : eigenvector_centrality(g).scores) EXPECT_DOUBLE_EQ(score, 0.5);
  for (const double score : katz_centrality(g).scores) EXPECT_DOUBLE_EQ(score, 0.5);
  for (const double score : hits(g).authorities) EXPECT_DOUBLE_EQ(score, 0.25);
}

TEST(SpectralCentralities, RefuseOptionsAndWeightsOutOfRange) {
  const undirected_graph clique = build_undirected(edges_of(40, clique_of(40)));
  // The greatest eigenvalue is 39, so alpha must be below 1 / 39, about 0.02564.
  EXPECT_NO_THROW((void)katz_centrality(clique, {{.max_iterations = 20'000}, 0.0256}));
  EXPECT_THROW((void)katz_centrality(clique, {{}, 0.03}), std::invalid_argument);
  EXPECT_THROW((void)katz_centrality(clique, {{}, -1}), std::invalid_argument);
  EXPECT_THROW((void)eigenvector_centrality(clique, {.weighted = true}), std::invalid_argument);
  EXPECT_THROW((void)eigenvector_centrality(clique, {.tolerance = -1}), std::invalid_argument);
  EXPECT_THROW((void)hits(clique, {.max_iterations = 0}), std::invalid_argument);
  weighted_edge_list list;
  list.vertex_count = 2;
  list.edges = plain_array<weighted_edge>(1);
  list.edges[0] = {0, 1, -3};
  EXPECT_THROW((void)hits(build_directed(std::move(list)), {.weighted = true}),
               std::invalid_argument);
}

TEST(SpectralCheck, FindsWhatIsWrong) {
  const undirected_graph path = build_undirected(edges_of(3, path_of(3)));
  const each_edge edges = edges_of_graph(path, false);
  const double middle = std::sqrt(0.5);
  EXPECT_EQ(fault_in_eigenvector(edges, std::vector<double>{0.5, middle, 0.5}, 1e-9), "");
  EXPECT_NE(fault_in_eigenvector(edges, std::vector<double>{middle, 0.5, 0.5}, 1e-9), "");
  EXPECT_NE(fault_in_eigenvector(edges, std::vector<double>{1, 1, 1}, 1e-9), "");
  EXPECT_NE(fault_in_katz(edges, std::vector<double>{0.5, middle, 0.5}, 0.1, 1e-9), "");
  const std::vector<double> ends = {0.5, 0, 0.5}, centre = {0, 1, 0};
  EXPECT_EQ(fault_in_hits(edges, ends, centre, 1e-9), "");
  EXPECT_NE(fault_in_hits(edges, centre, centre, 1e-9), "");
}

// The weights of this cycle let a step change the scores forty times as much as the step before.
TEST(SpectralCheck, AllowsTheChangeOfOneMoreStep) {
  real_edge_list list;
  list.vertex_count = 3;
  list.edges = plain_array<real_edge>(3);
  list.edges[0] = {0, 1, 100'000};
  list.edges[1] = {2, 0, 100'000};
  list.edges[2] = {1, 2, 1};
  const auto g = build_directed(std::move(list));
  const auto found =
      eigenvector_centrality(g, {.weighted = true, .tolerance = 1e-13, .max_iterations = 20'000});
  EXPECT_GT(found.residual, 1e-13);
  EXPECT_EQ(fault_in_eigenvector(edges_of_graph(g, true), found.scores.all(), found.residual), "");
}

}  // namespace
}  // namespace arcas::inline v0::graph
