// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/distances.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class G>
std::string fault_in(const G& g, std::span<const vertex> vertices,
                     const std::vector<distance_facts>& facts, bool weighted = false) {
  std::vector<double> closeness, harmonic, eccentricities;
  for (const distance_facts& f : facts) {
    closeness.push_back(f.closeness(g.vertex_count()));
    harmonic.push_back(f.inverse_sum);
    eccentricities.push_back(f.farthest);
  }
  return fault_in_closeness(g.vertex_count(), edges_of_graph(g, weighted), vertices, closeness,
                            harmonic, eccentricities);
}

using Distances = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Distances, testing::Values(1u, 2u, 8u));

TEST_P(Distances, AreRightAndTheSameForAllWorkers) {
  on_all_graphs([&](const auto& g) {
    const auto facts = distances_to(g, {.loops = mixed()});
    ASSERT_EQ(fault_in(g, all_vertices(g.vertex_count()), facts), "");
    EXPECT_EQ(facts, distances_to(g));
  });
}

TEST_P(Distances, OfSomeVerticesAreThoseOfAll) {
  const directed_graph g = build_directed(random_edges(500, 1500, 4));
  const auto all = distances_to(g);
  // More vertices than the 64 of one search, with one repeated.
  std::vector<vertex> some;
  for (vertex v = 0; v < 130; ++v) some.push_back(v * 3);
  some.push_back(3);
  const auto facts = distances_to(g, some, {.loops = mixed()});
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(facts[i], all[some[i]]);
}

TEST_P(Distances, ByWeightsAreRightAndTheSameForAllWorkers) {
  for (const bool directed : {false, true}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto check = [&](const auto& g) {
        const auto facts = distances_to(g, {.weighted = true, .loops = mixed()});
        EXPECT_EQ(fault_in(g, all_vertices(g.vertex_count()), facts, true), "");
        EXPECT_EQ(facts, distances_to(g, {.weighted = true}));
        EXPECT_EQ(distances_to(g), distances_to(graph_view(g)));
      };
      auto list = with_random_weights(random_edges(200, 500, seed), {.seed = seed});
      list.edges[0].weight = 0;
      if (directed) {
        check(build_directed(std::move(list)));
      } else {
        check(build_undirected(std::move(list)));
      }
    }
  }
}

TEST(DistanceFacts, ByWeightsRefuseNegativeWeights) {
  const undirected_graph plain = build_undirected(edges_of(2, {{0, 1}}));
  EXPECT_THROW((void)distances_to(plain, {.weighted = true}), std::invalid_argument);
  auto list = with_random_weights(edges_of(2, {{0, 1}}), {.seed = 1});
  list.edges[0].weight = -1;
  const auto g = build_undirected(std::move(list));
  EXPECT_THROW((void)distances_to(g, {.weighted = true}), std::invalid_argument);
}

TEST_P(Distances, AreObservedAndStopped) {
  const undirected_graph g = kronecker_graph({.scale = 9});
  struct counter final : distances_observer {
    void searched(std::size_t vertices) override { done += vertices; }
    std::atomic<std::size_t> done{0};
  } seen;
  (void)distances_to(g, {.observer = &seen, .loops = mixed()});
  EXPECT_EQ(seen.done.load(), g.vertex_count());
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)distances_to(g, {.loops = loops}), interrupted);
}

// A stop token that requests a stop from the eighth check on.
struct late_stop {
  std::atomic<int>* looks;
  // relaxed: a count, and nothing else is read through it.
  bool stop_requested() const { return looks->fetch_add(1, std::memory_order_relaxed) >= 7; }
};

// One search of a road network makes 64 checks, so a kernel that checks only between searches would
// finish this search.
TEST(DistanceFacts, SearchesByOneWorkerAreStoppedInTheirMidst) {
  const auto g = grid_graph({.width = 256, .height = 256});
  const std::vector<vertex> one = {0};
  struct counter final : distances_observer, betweenness_observer {
    void searched(std::size_t vertices) override { done += vertices; }
    void source_done() override { ++done; }
    std::atomic<std::size_t> done{0};
  } seen;
  for (const bool weighted : {false, true}) {
    std::atomic<int> looks{0};
    EXPECT_THROW((void)distances_to(g, one, {weighted, &seen, {.stop = late_stop{&looks}}}),
                 interrupted);
  }
  std::atomic<int> looks{0};
  const loop_options loops{.stop = late_stop{&looks}};
  EXPECT_THROW((void)betweenness(g, one, {.weighted = true, .observer = &seen, .loops = loops}),
               interrupted);
  EXPECT_EQ(seen.done.load(), 0u);
}

TEST(DistanceFacts, OfAStarAndAPathAreKnown) {
  const auto star = distances_to(build_undirected(edges_of(300, star_of(300))));
  EXPECT_EQ(star[0], (distance_facts{299, 299, 299, 1}));
  EXPECT_EQ(star[7], (distance_facts{299, 1 + 2 * 298, 1 + 149, 2}));
  EXPECT_EQ(star[0].closeness(300), 1);
  EXPECT_EQ(star[7].closeness(300), 299.0 / 597);
  // Distances from other vertices count: of the four vertices, 0 and 1 reach vertex 2.
  const auto path = distances_to(build_directed(edges_of(4, {{0, 1}, {1, 2}})));
  EXPECT_EQ(path[2], (distance_facts{2, 3, 1.5, 2}));
  EXPECT_DOUBLE_EQ(path[2].closeness(4), 2.0 / 3 * 2 / 3);
  EXPECT_EQ(path[0], distance_facts{});
  EXPECT_EQ(path[0].closeness(4), 0);
}

TEST(DistanceFacts, RefuseANumberThatIsNotAVertex) {
  const undirected_graph g = build_undirected(edges_of(2, {{0, 1}}));
  EXPECT_THROW((void)distances_to(g, std::vector<vertex>{2}), std::invalid_argument);
}

TEST(ClosenessCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(3, path_of(3)));
  const std::vector<vertex> all = {0, 1, 2};
  const std::vector<double> closeness = {2.0 / 3, 1, 2.0 / 3}, harmonic = {1.5, 2, 1.5};
  const std::vector<double> farthest = {2, 1, 2};
  const each_edge edges = edges_of_graph(g, false);
  EXPECT_EQ(fault_in_closeness(3, edges, all, closeness, harmonic, farthest), "");
  EXPECT_EQ(fault_in_closeness(3, edges, all, harmonic, harmonic, farthest),
            "vertex 0 has closeness 0.6666666666666666, not 1.5");
  EXPECT_EQ(fault_in_closeness(3, edges, all, closeness, closeness, farthest),
            "vertex 0 has harmonic centrality 1.5, not 0.6666666666666666");
  EXPECT_EQ(fault_in_closeness(3, edges, all, closeness, harmonic, std::vector<double>{2, 2, 2}),
            "vertex 1 has eccentricity 1, not 2");
  EXPECT_EQ(fault_in_closeness(3, edges, all, {}, harmonic, farthest),
            "the number of entries is not the number of vertices");
}

}  // namespace
}  // namespace arcas::inline v0::graph
