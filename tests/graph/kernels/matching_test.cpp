// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/matching.h>

#include <algorithm>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Matching = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Matching, testing::Values(1u, 2u, 8u));

TEST_P(Matching, IsMaximalAndTheSameForAllWorkers) {
  on_undirected_graphs([&](const undirected_graph& g) {
    const matching_result found = matching(g, {.seed = 3, .loops = mixed()});
    EXPECT_EQ(fault_in_matching(edges_of_graph(g, false), found.mates.all()), "");
    const matching_result again = matching(g, {.seed = 3});
    EXPECT_TRUE(std::ranges::equal(found.mates, again.mates));
    std::size_t matched = 0;
    for (const vertex mate : found.mates) matched += mate != no_vertex ? 1 : 0;
    EXPECT_EQ(matched, 2 * found.size);
  });
}

// The result equals that of a serial loop that takes, from the heaviest edge on, each edge whose
// ends have no mates yet.
TEST_P(Matching, TakesTheHeaviestFirst) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const undirected_graph plain = build_undirected(random_edges(300, 2000, seed));
    std::vector<weighted_edge> edges;
    random_stream draws(seed, 1);
    for (vertex v = 0; v < 300; ++v) {
      for (const vertex u : plain.neighbors(v))
        if (u > v) edges.push_back({v, u, static_cast<weight>(edges.size() * 7919 % 100'003)});
    }
    const auto g = build_undirected(edges_of<weight>(300, edges));
    const matching_result found = matching(g, {.weighted = true, .loops = mixed()});
    EXPECT_EQ(fault_in_matching(edges_of_graph(g, true), found.mates.all()), "");
    std::ranges::sort(edges, std::ranges::greater(), &weighted_edge::weight);
    std::vector<vertex> mates(300, no_vertex);
    for (const auto& [a, b, w] : edges) {
      if (mates[a] != no_vertex || mates[b] != no_vertex) continue;
      mates[a] = b;
      mates[b] = a;
    }
    EXPECT_TRUE(std::ranges::equal(found.mates, mates));
  }
}

TEST_P(Matching, StopsOnRequest) {
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)matching(kronecker_graph({.scale = 8}), {.loops = loops}), interrupted);
}

TEST(MatchingOf, AGraphWithoutWeightsCannotBeWeighted) {
  EXPECT_THROW((void)matching(build_undirected(edges_of(2, {{0, 1}})), {.weighted = true}),
               std::invalid_argument);
}

TEST(MatchingCheck, FindsWhatIsWrong) {
  const undirected_graph path = build_undirected(edges_of(4, path_of(4)));
  const each_edge edges = edges_of_graph(path, false);
  const vertex none = no_vertex;
  EXPECT_EQ(fault_in_matching(edges, std::vector<vertex>{1, 0, 3, 2}), "");
  EXPECT_EQ(fault_in_matching(edges, std::vector<vertex>{none, 2, 1, none}), "");
  EXPECT_EQ(fault_in_matching(edges, std::vector<vertex>{1, 0, none, none}),
            "edge 2-3 could be added");
  EXPECT_EQ(fault_in_matching(edges, std::vector<vertex>{2, none, 0, none}),
            "there is no edge between mates 0 and 2");
  EXPECT_EQ(fault_in_matching(edges, std::vector<vertex>{1, 2, 1, none}),
            "vertex 0 is not the mate of its mate");
}

}  // namespace
}  // namespace arcas::inline v0::graph
