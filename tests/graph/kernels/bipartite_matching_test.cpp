// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/matching.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using BipartiteMatching = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, BipartiteMatching, testing::Values(1u, 2u, 8u));

// A random bipartite graph with `left` and `right` vertices on its sides. The numbers of the two
// sides are mixed.
undirected_graph random_bipartite(vertex left, vertex right, std::size_t count,
                                  std::uint64_t seed) {
  random_stream draws(seed, 5);
  std::vector<edge> edges;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<vertex>(draws.next() % left);
    const auto b = static_cast<vertex>(left + draws.next() % right);
    edges.push_back({(a * 1009) % (left + right), (b * 1009) % (left + right)});
  }
  return build_undirected(edges_of(left + right, edges));
}

// The size of a maximum matching, found by one augmenting path after another (Kuhn 1955).
std::size_t size_by_single_paths(const undirected_graph& g, std::span<const std::uint8_t> sides) {
  std::vector<vertex> mates(g.vertex_count(), no_vertex);
  std::size_t size = 0;
  for (std::size_t x = 0; x < g.vertex_count(); ++x) {
    if (sides[x] != 0) continue;
    std::vector<bool> seen(g.vertex_count(), false);
    const std::function<bool(vertex)> find = [&](vertex from) {
      for (const vertex y : g.neighbors(from)) {
        if (seen[y]) continue;
        seen[y] = true;
        if (mates[y] != no_vertex && !find(mates[y])) continue;
        mates[y] = from;
        return true;
      }
      return false;
    };
    size += find(static_cast<vertex>(x)) ? 1 : 0;
  }
  return size;
}

TEST_P(BipartiteMatching, IsMaximum) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto g = random_bipartite(300, static_cast<vertex>(200 + 20 * seed), 250 * seed, seed);
    const auto found = bipartite_matching(g, {.loops = seed % 2 == 0 ? mixed() : usual()});
    EXPECT_EQ(fault_in_bipartite_matching(g, found.mates.all(), found.cover.all()), "");
    EXPECT_EQ(found.size, size_by_single_paths(g, found.sides.all()));
    const auto again = bipartite_matching(g);
    EXPECT_TRUE(std::ranges::equal(found.cover, again.cover));
    EXPECT_TRUE(std::ranges::equal(found.sides, again.sides));
  }
}

TEST_P(BipartiteMatching, IsRightForPathsGridsStarsAndEmptyGraphs) {
  const auto size_of = [&](edge_list list) {
    const auto g = build_undirected(std::move(list));
    const auto found = bipartite_matching(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_bipartite_matching(g, found.mates.all(), found.cover.all()), "");
    EXPECT_EQ(found.size, size_by_single_paths(g, found.sides.all()));
    return found.size;
  };
  EXPECT_EQ(size_of(edges_of(0, {})), 0u);
  EXPECT_EQ(size_of(edges_of(70, {})), 0u);
  EXPECT_EQ(size_of(edges_of(200, path_of(200))), 100u);
  EXPECT_EQ(size_of(edges_of(201, path_of(201))), 100u);
  EXPECT_EQ(size_of(edges_of(300, star_of(300))), 1u);
  EXPECT_GT(size_of(without_weights(grid_edges({.width = 30, .height = 20}))), 290u);
}

// The graph is a sparse matrix: row i is vertex i, and column i is vertex rows + i.
TEST_P(BipartiteMatching, FindsADiagonalThatIsNearlyFull) {
  constexpr vertex rows = 500;
  random_stream draws(7, 5);
  std::vector<edge> edges;
  for (vertex i = 0; i < rows; ++i) {
    edges.push_back({i, rows + i});
    edges.push_back({i, static_cast<vertex>(rows + draws.next() % rows)});
  }
  const auto full =
      bipartite_matching(build_undirected(edges_of(2 * rows, edges)), {.loops = mixed()});
  EXPECT_EQ(full.size, rows);
  for (vertex i = 0; i < rows; ++i) ASSERT_EQ(full.mates[i], rows + i);
  auto without_row = edges;
  std::erase_if(without_row, [](const edge& e) { return e.from == 17; });
  const auto most =
      bipartite_matching(build_undirected(edges_of(2 * rows, without_row)), {.loops = mixed()});
  EXPECT_EQ(most.size, rows - 1);
  EXPECT_EQ(most.mates[17], no_vertex);
  for (const std::size_t missing : {0u, 998u}) {
    auto fewer = edges;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(missing));
    const auto g = build_undirected(edges_of(2 * rows, fewer));
    const auto found = bipartite_matching(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_bipartite_matching(g, found.mates.all(), found.cover.all()), "");
    EXPECT_EQ(found.size, size_by_single_paths(g, found.sides.all()));
  }
}

TEST_P(BipartiteMatching, RefusesOddCyclesAndStopsOnRequest) {
  const auto refused = [&](const undirected_graph& g) -> std::string {
    try {
      (void)bipartite_matching(g, {.loops = mixed()});
    } catch (const std::invalid_argument& why) {
      return why.what();
    }
    return "";
  };
  EXPECT_EQ(refused(build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 0}}))),
            "a largest matching requires a bipartite graph; the edge between vertices 1 and 2 is "
            "on a cycle of odd length");
  EXPECT_EQ(refused(build_undirected(edges_of(2, {{0, 1}, {1, 1}}))),
            "a largest matching requires a bipartite graph; the edge between vertices 1 and 1 is a "
            "self-loop");
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)bipartite_matching(random_bipartite(50, 50, 100, 1), {.loops = loops}),
               interrupted);
}

TEST(BipartiteMatchingCheck, FindsWhatIsWrong) {
  const auto g = build_undirected(edges_of(4, path_of(4)));
  const vertex none = no_vertex;
  using flags = std::vector<std::uint8_t>;
  const auto fault = [&](const std::vector<vertex>& mates, const flags& cover) {
    return fault_in_bipartite_matching(g, mates, cover);
  };
  EXPECT_EQ(fault({1, 0, 3, 2}, {0, 1, 1, 0}), "");
  EXPECT_EQ(
      fault({none, 2, 1, none}, {0, 1, 1, 0}),
      "the cover has 2 vertices, but 2 vertices have mates; the cover must have half as many");
  EXPECT_EQ(fault({1, 0, 3, 2}, {1, 0, 1, 0}), "");
  EXPECT_EQ(fault({1, 0, 3, 2}, {1, 0, 0, 1}), "edge 1-2 is not covered");
  EXPECT_EQ(fault({3, none, none, 0}, {0, 1, 1, 0}), "there is no edge between mates 0 and 3");
  EXPECT_EQ(fault({1, 2, 1, none}, {0, 1, 1, 0}), "vertex 0 is not the mate of its mate");
}

}  // namespace
}  // namespace arcas::inline v0::graph
