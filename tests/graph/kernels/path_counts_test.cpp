// SPDX-License-Identifier: Apache-2.0
// Betweenness in graphs with more shortest paths than a double can count, compared with closed
// forms and logarithms of binomials.
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/path_count.h>
#include <arcas/graph/kernels/path_sampler.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

TEST(PathCount, AddsMultipliesAndDividesBeyondDouble) {
  path_count two_to_3000(1);
  for (int i = 0; i < 3000; ++i) {
    two_to_3000 += path_count(two_to_3000);
    two_to_3000.settle();
  }
  const path_count one(1), three(3);
  EXPECT_EQ(static_cast<double>(two_to_3000), HUGE_VAL);
  EXPECT_EQ(static_cast<double>(one / two_to_3000), 0);
  EXPECT_EQ(static_cast<double>(one / two_to_3000 * two_to_3000), 1);
  EXPECT_EQ(static_cast<double>(three * two_to_3000 / two_to_3000), 3);
  path_count sum = one / two_to_3000;
  sum += one / (two_to_3000 * two_to_3000);
  EXPECT_EQ(static_cast<double>(sum * two_to_3000), 1);
  path_count small;
  EXPECT_TRUE(small.is_zero());
  small += one / two_to_3000;
  small += small;
  EXPECT_EQ(static_cast<double>(small * two_to_3000), 2);
  path_count both = one;
  both += two_to_3000;
  EXPECT_EQ(static_cast<double>(both / two_to_3000), 1);
}

// A chain of diamonds. Vertex 3i is a joint; the two vertices between joints 3i and 3i + 3 are the
// sides of a diamond.
std::vector<edge> diamonds(vertex count) {
  std::vector<edge> edges;
  for (vertex at = 0; at < 3 * count; at += 3) {
    edges.insert(edges.end(), {{at, at + 1}, {at, at + 2}, {at + 1, at + 3}, {at + 2, at + 3}});
  }
  return edges;
}

// The expected betweenness, neither normalised nor halved, over ordered pairs: a side lies on half
// of the paths through its diamond; a joint lies on all paths past it, and on one of the two paths
// between the sides of a diamond.
std::vector<double> scores_of_diamonds(vertex count, bool directed) {
  std::vector<double> scores;
  const double n = 3.0 * count + 1;
  for (vertex v = 0; v < 3 * count + 1; ++v) {
    const double joint = v - v % 3;
    const double before = v % 3 == 0 ? joint : joint + 1;
    const double behind = v % 3 == 0 ? n - 1 - joint : n - 3 - joint;
    double score = v % 3 == 0 ? before * behind : before * behind / 2;
    if (!directed) {
      score *= 2;
      if (v % 3 == 0) score += (before > 0 ? 1 : 0) + (behind > 0 ? 1 : 0);
    }
    scores.push_back(score);
  }
  return scores;
}

template <class Scores>
void expect_near(const Scores& scores, const std::vector<double>& expected, double factor) {
  ASSERT_EQ(scores.size(), expected.size());
  for (std::size_t v = 0; v < expected.size(); ++v)
    ASSERT_NEAR(scores[v], factor * expected[v], 1e-11 * factor * expected[v] + 1e-300)
        << "vertex " << v;
}

template <class W>
basic_edge_list<W> with_weight(const std::vector<edge>& edges, std::size_t vertices, W weight) {
  basic_edge_list<W> list;
  list.vertex_count = vertices;
  list.edges = plain_array<basic_edge<vertex, W>>(edges.size());
  std::ranges::transform(edges, list.edges.begin(), [&](const edge& e) {
    return basic_edge<vertex, W>{e.from, e.to, weight};
  });
  return list;
}

TEST(BetweennessOfDiamonds, IsExactForAnyNumberOfThem) {
  for (const vertex count : {3u, 400u, 899u, 900u, 901u, 1100u, 1200u}) {
    const std::size_t n = 3 * std::size_t{count} + 1;
    const auto one_way = build_directed(edges_of(n, diamonds(count)));
    const auto both_ways = build_undirected(edges_of(n, diamonds(count)));
    expect_near(betweenness(one_way, {.normalized = false}).scores.all(),
                scores_of_diamonds(count, true), 1);
    expect_near(betweenness(both_ways, {.normalized = false}).scores.all(),
                scores_of_diamonds(count, false), 0.5);
  }
}

TEST(BetweennessOfDiamonds, WithEqualWeightsEqualsThatBySteps) {
  constexpr vertex count = 1100;
  const std::size_t n = 3 * std::size_t{count} + 1;
  const betweenness_options by_weights{.weighted = true, .normalized = false};
  expect_near(
      betweenness(build_directed(with_weight<weight>(diamonds(count), n, 7)), by_weights).scores,
      scores_of_diamonds(count, true), 1);
  const auto real = build_undirected(with_weight<real_weight>(diamonds(count), n, 0.25));
  expect_near(betweenness(real, by_weights).scores, scores_of_diamonds(count, false), 0.5);
  const std::vector<vertex> some = {0, 1, 1650};
  const auto scores = betweenness(real, some, by_weights).scores;
  EXPECT_EQ(fault_in_weighted_betweenness(real, some, false, n / 6.0, scores.all()), "");
}

using PathCounts = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, PathCounts, testing::Values(1u, 2u, 8u));

TEST_P(PathCounts, OfAllFormsAreRight) {
  constexpr vertex count = 1100;
  const std::size_t n = 3 * std::size_t{count} + 1;
  const auto g = build_undirected(edges_of(n, diamonds(count)));
  const std::vector<vertex> some = {0, 1, 700, 3300};
  for (const bool endpoints : {false, true}) {
    for (const auto form :
         {betweenness_form::sources, betweenness_form::nested, betweenness_form::inside}) {
      const auto found = betweenness(
          g, some, {.normalized = false, .endpoints = endpoints, .form = form, .loops = usual()});
      EXPECT_EQ(fault_in_betweenness(g, some, endpoints, n / 8.0, found.scores.all()), "");
    }
  }
}

std::vector<double> log_factorials(std::size_t n) {
  std::vector<double> logs = {0};
  long double sum = 0;
  for (std::size_t i = 1; i <= n; ++i)
    logs.push_back(static_cast<double>(sum += std::log(static_cast<long double>(i))));
  return logs;
}

// The number of shortest paths from a grid's corner to the vertex (x, y) is the binomial
// coefficient of x + y over x. From (x, y) to another vertex, the differences of the coordinates
// take the places of x and y.
TEST_P(PathCounts, OfALargeGridAreBinomials) {
  constexpr std::size_t side = 1000;
  const auto g =
      build_undirected(without_weights(grid_edges({.width = side, .height = side, .extra = 1})));
  const std::vector<vertex> corner = {0};
  const auto scores = betweenness(g, corner, {.normalized = false, .loops = usual()}).scores;
  const auto logs = log_factorials(2 * side);
  const auto log_paths = [&](std::size_t x, std::size_t y) {
    return logs[x + y] - logs[x] - logs[y];
  };
  for (const auto& [x, y] : {std::pair{1, 1}, {3, 700}, {500, 500}, {998, 998}, {999, 0}}) {
    const auto ux = static_cast<std::size_t>(x), uy = static_cast<std::size_t>(y);
    double delta = 0;
    for (std::size_t tx = ux; tx < side; ++tx) {
      for (std::size_t ty = uy; ty < side; ++ty) {
        if (tx + ty == ux + uy) continue;
        delta += std::exp(log_paths(ux, uy) + log_paths(tx - ux, ty - uy) - log_paths(tx, ty));
      }
    }
    const double expected = delta * side * side / 2;
    EXPECT_NEAR(scores[uy * side + ux], expected, 1e-8 * expected) << x << ", " << y;
  }
}

TEST(BetweennessOfGrids, FollowsFromBinomials) {
  constexpr int width = 9, height = 7;
  __extension__ using count = __int128;
  std::vector<std::vector<count>> binomials(width + height);
  for (std::size_t n = 0; n < binomials.size(); ++n) {
    binomials[n].assign(n + 1, 1);
    for (std::size_t k = 1; k < n; ++k)
      binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
  }
  const auto paths = [&](int a, int b) {
    const int x = std::abs(a % width - b % width), y = std::abs(a / width - b / width);
    return std::pair(x + y,
                     binomials[static_cast<std::size_t>(x + y)][static_cast<std::size_t>(x)]);
  };
  std::vector<double> expected(width * height);
  for (int s = 0; s < width * height; ++s) {
    for (int t = 0; t < width * height; ++t) {
      for (int v = 0; v < width * height; ++v) {
        const auto [before, ways_before] = paths(s, v);
        const auto [behind, ways_behind] = paths(v, t);
        const auto [all, ways] = paths(s, t);
        if (v == s || v == t || before + behind != all) continue;
        expected[static_cast<std::size_t>(v)] +=
            static_cast<double>(ways_before * ways_behind) / static_cast<double>(ways);
      }
    }
  }
  const auto g =
      build_undirected(without_weights(grid_edges({.width = width, .height = height, .extra = 1})));
  expect_near(betweenness(g, {.normalized = false}).scores, expected, 0.5);
}

TEST(PathSamplerOfDiamonds, DrawsBothSidesEquallyOften) {
  constexpr vertex count = 1200;
  const auto g = build_undirected(edges_of(3 * count + 1, diamonds(count)));
  const graph_view view(g);
  path_sampler sampler(view);
  std::vector<int> seen(3 * count + 1);
  const int samples = 50;
  for (int i = 0; i < samples; ++i) {
    random_stream draws(7, static_cast<std::uint64_t>(i));
    sampler.sample(0, 3 * count, draws, [&](vertex v) { ++seen[v]; });
  }
  double first = 0;
  for (vertex at = 0; at < 3 * count; at += 3) {
    ASSERT_EQ(seen[at], at != 0 ? samples : 0);
    ASSERT_EQ(seen[at + 1] + seen[at + 2], samples);
    first += seen[at + 1];
  }
  const double draws = samples * count;
  EXPECT_NEAR(first / draws, 0.5, 6 * std::sqrt(0.25 / draws));
}

TEST_P(PathCounts, OfSampledBetweennessAreRight) {
  constexpr vertex count = 1200;
  const double n = 3.0 * count + 1;
  const auto g = build_undirected(edges_of(3 * count + 1, diamonds(count)));
  const auto found =
      sampled_betweenness(g, {.error = 0.05, .confidence = 0.99, .seed = 2, .loops = usual()});
  const auto exact = scores_of_diamonds(count, false);
  for (std::size_t v = 0; v < exact.size(); ++v)
    ASSERT_NEAR(found.scores[v], exact[v] / (n - 1) / (n - 2), found.error);
}

TEST(BetweennessCheck, FindsWhatIsWrongBeyondDouble) {
  constexpr vertex count = 1100;
  const std::size_t n = 3 * std::size_t{count} + 1;
  const auto g = build_directed(edges_of(n, diamonds(count)));
  std::vector<vertex> all(n);
  std::iota(all.begin(), all.end(), vertex{0});
  EXPECT_EQ(fault_in_betweenness(g, all, false, 1, scores_of_diamonds(count, true)), "");
  const std::vector<vertex> some = {0, 1, 2};
  const auto from_some = betweenness(g, some, {.normalized = false}).scores;
  std::vector<double> scores(from_some.begin(), from_some.end());
  const double scale = static_cast<double>(n) / 3;
  EXPECT_EQ(fault_in_betweenness(g, some, false, scale, scores), "");
  scores[1651] *= 1.001;
  EXPECT_NE(fault_in_betweenness(g, some, false, scale, scores), "");
  scores[1651] = std::nan("");
  EXPECT_NE(fault_in_betweenness(g, some, false, scale, scores), "");
}

}  // namespace
}  // namespace arcas::inline v0::graph
