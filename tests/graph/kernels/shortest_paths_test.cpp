// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/sssp.h>

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

using ShortestPaths = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, ShortestPaths, testing::Values(1u, 2u, 8u));

// The lengths of all simple paths in ascending order.
template <class G>
std::vector<double> all_lengths(const G& g, vertex from, vertex to) {
  std::vector<double> lengths;
  std::vector<bool> on_way(g.vertex_count(), false);
  const std::function<void(vertex, double)> go = [&](vertex u, double length) {
    if (u == to) {
      lengths.push_back(length);
      return;
    }
    on_way[u] = true;
    vertex before = no_vertex;
    for (const auto [v, w] : g.out_edges(u)) {
      if (v != before && !on_way[v]) go(v, length + static_cast<double>(w));
      before = v;
    }
    on_way[u] = false;
  };
  go(from, 0);
  std::ranges::sort(lengths);
  return lengths;
}

template <class G>
std::string fault_in(const G& g, vertex from, vertex to, std::size_t k, const auto& paths) {
  std::vector<std::vector<vertex>> ways;
  std::vector<double> lengths;
  for (const auto& path : paths) {
    ways.push_back(path.vertices);
    lengths.push_back(static_cast<double>(path.length));
  }
  return fault_in_shortest_simple_paths(g.vertex_count(), edges_of_graph(g, true), from, to, k,
                                        ways, lengths);
}

TEST_P(ShortestPaths, AreTheFirstOfAll) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto check = [&](const auto& g) {
      const std::vector<double> all = all_lengths(g, 0, 1);
      for (const std::size_t k : {std::size_t{1}, std::size_t{7}, all.size() + 3}) {
        const auto paths = k_shortest_paths(g, 0, 1, k, {.loops = mixed()});
        EXPECT_EQ(fault_in(g, 0, 1, k, paths), "");
        EXPECT_EQ(paths, k_shortest_paths(g, 0, 1, k));
        ASSERT_EQ(paths.size(), std::min(k, all.size()));
        for (std::size_t i = 0; i < paths.size(); ++i)
          EXPECT_EQ(static_cast<double>(paths[i].length), all[i]);
      }
    };
    // Few different weights: many paths have equal lengths, and some edges have the weight 0.
    auto list = with_random_weights(random_edges(9, 22, seed), {.seed = seed});
    for (auto& e : list.edges) e.weight %= 4;
    check(build_directed(std::move(list)));
    check(build_undirected(with_random_weights(random_edges(8, 14, seed), {.seed = seed})));
  }
}

TEST_P(ShortestPaths, AcrossAGridAreRight) {
  const auto g = build_undirected(grid_edges({.width = 30, .height = 20}));
  const auto paths = k_shortest_paths(g, 0, 599, 40, {.loops = mixed()});
  ASSERT_EQ(paths.size(), 40u);
  EXPECT_EQ(paths.front().length, sssp(g, 0).distances[599]);
  EXPECT_EQ(fault_in(g, 0, 599, 40, paths), "");
  auto fewer = paths;
  fewer.erase(fewer.begin() + 2);
  EXPECT_EQ(fault_in(g, 0, 599, 39, fewer),
            "a path of length " + std::to_string(paths[2].length) + " is missing");
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)k_shortest_paths(g, 0, 599, 40, {.loops = loops}), interrupted);
}

TEST(ShortestPathsOf, EdgeCasesAreRightAndWrongArgumentsAreRefused) {
  const auto g = build_directed(with_random_weights(edges_of(3, {{0, 1}}), {.seed = 1}));
  EXPECT_TRUE(k_shortest_paths(g, 0, 2, 5).empty());
  EXPECT_TRUE(k_shortest_paths(g, 0, 1, 0).empty());
  const auto itself = k_shortest_paths(g, 0, 0, 5);
  ASSERT_EQ(itself.size(), 1u);
  EXPECT_EQ(itself[0].vertices, std::vector<vertex>{0});
  EXPECT_EQ(fault_in(g, 0, 0, 5, itself), "");
  EXPECT_THROW((void)k_shortest_paths(g, 0, 3, 5), std::invalid_argument);
  auto list = with_random_weights(edges_of(2, {{0, 1}}), {.seed = 1});
  list.edges[0].weight = -1;
  EXPECT_THROW((void)k_shortest_paths(build_directed(std::move(list)), 0, 1, 5),
               std::invalid_argument);
}

TEST(ShortestPathsOf, OverflowingPathsAreRefusedIfTheyAreAmongTheFirst) {
  basic_edge_list<real_weight> list{4, plain_array<basic_edge<vertex, real_weight>>(4), {}};
  const basic_edge<vertex, real_weight> all[] = {
      {0, 1, 1.5}, {1, 2, 1}, {0, 3, 1e308}, {3, 1, 1.5e308}};
  std::ranges::copy(all, list.edges.begin());
  const auto g = build_directed(std::move(list));
  EXPECT_THROW((void)k_shortest_paths(g, 0, 2, 3), std::invalid_argument);
  const auto paths = k_shortest_paths(g, 0, 2, 1);
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(paths[0].length, 2.5);
}

TEST(ShortestPathsCheck, FindsWhatIsWrong) {
  // The paths from 0 to 3 are (0, 1, 3) of length 2, (0, 3) of length 5, and (0, 2, 3) of length 7.
  weighted_edge_list list;
  list.vertex_count = 4;
  list.edges = plain_array<weighted_edge>(5);
  const weighted_edge all[] = {{0, 1, 1}, {1, 3, 1}, {0, 3, 5}, {0, 2, 3}, {2, 3, 4}};
  std::ranges::copy(all, list.edges.begin());
  const auto g = build_directed(std::move(list));
  const auto fault = [&](std::size_t k, const std::vector<std::vector<vertex>>& paths,
                         const std::vector<double>& lengths) {
    return fault_in_shortest_simple_paths(4, edges_of_graph(g, true), 0, 3, k, paths, lengths);
  };
  EXPECT_EQ(fault(2, {{0, 1, 3}, {0, 3}}, {2, 5}), "");
  EXPECT_EQ(fault(9, {{0, 1, 3}, {0, 3}, {0, 2, 3}}, {2, 5, 7}), "");
  EXPECT_EQ(fault(9, {{0, 1, 3}, {0, 3}}, {2, 5}), "a path of length 7 is missing");
  EXPECT_EQ(fault(2, {{0, 1, 3}, {0, 2, 3}}, {2, 7}), "a path of length 5 is missing");
  EXPECT_EQ(fault(1, {}, {}), "there is a path, but none is listed");
  EXPECT_EQ(fault(2, {{0, 3}, {0, 1, 3}}, {5, 2}), "path 2 is shorter than the one before");
  EXPECT_EQ(fault(2, {{0, 1, 3}, {0, 1, 3}}, {2, 2}), "path 2 repeats an earlier path");
  EXPECT_EQ(fault(1, {{0, 1, 3}}, {3}), "path 1 does not have the stated length");
  EXPECT_EQ(fault(1, {{0, 2, 1, 3}}, {3}), "path 1 has a step from 2 that is not an edge");
  EXPECT_EQ(fault(1, {{0, 1}}, {1}), "path 1 is not between the two ends");
}

}  // namespace
}  // namespace arcas::inline v0::graph
