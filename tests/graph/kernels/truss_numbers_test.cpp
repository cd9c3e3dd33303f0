// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/core_numbers.h>

#include <algorithm>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using TrussNumbers = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, TrussNumbers, testing::Values(1u, 2u, 8u));

TEST_P(TrussNumbers, AreRight) {
  on_undirected_graphs([&](const undirected_graph& g) {
    const truss_result found = truss_numbers(g, {.loops = mixed()});
    EXPECT_EQ(fault_in_truss_numbers(g, found.edges.all(), found.numbers.all()), "");
    EXPECT_EQ(found.greatest,
              found.numbers.size() == 0 ? 0 : *std::ranges::max_element(found.numbers));
  });
}

// Cliques of 3 to 9 vertices that share vertex 0, and one more edge at vertex 0.
TEST_P(TrussNumbers, OfCliquesAreTheirSizes) {
  std::vector<edge> edges;
  std::vector<std::uint32_t> sizes;
  vertex next = 1;
  for (vertex size = 3; size < 10; ++size) {
    for (vertex a = 0; a < size; ++a) {
      for (vertex b = 0; b < a; ++b) edges.push_back({b == 0 ? 0 : next + b - 1, next + a - 1});
    }
    next += size - 1;
  }
  edges.push_back({0, next});
  const undirected_graph g = build_undirected(edges_of(next + std::size_t{1}, edges));
  const truss_result found = truss_numbers(g, {.loops = usual()});
  ASSERT_EQ(found.edges.size(), edges.size());
  std::vector<std::size_t> count(10);
  for (const std::uint32_t k : found.numbers) ++count[k];
  EXPECT_EQ(count[2], 1u);
  for (std::size_t k = 3; k < 10; ++k) EXPECT_EQ(count[k], k * (k - 1) / 2);
  EXPECT_EQ(found.greatest, 9u);
}

TEST_P(TrussNumbers, StopOnRequest) {
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  EXPECT_THROW((void)truss_numbers(kronecker_graph({.scale = 8}), {.loops = loops}), interrupted);
}

TEST(TrussNumbersCheck, FindsWhatIsWrong) {
  const undirected_graph triangle = build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  const std::vector<edge> edges = {{0, 1}, {0, 2}, {1, 2}, {2, 3}};
  EXPECT_EQ(fault_in_truss_numbers(triangle, edges, std::vector<std::uint32_t>{3, 3, 3, 2}), "");
  EXPECT_EQ(fault_in_truss_numbers(triangle, edges, std::vector<std::uint32_t>{3, 2, 3, 2}),
            "edge 0-2 has truss number 3, not 2");
  EXPECT_EQ(fault_in_truss_numbers(triangle, {}, {}),
            "the number of truss numbers is not the number of edges");
}

}  // namespace
}  // namespace arcas::inline v0::graph
