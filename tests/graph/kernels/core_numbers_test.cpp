// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/core_numbers.h>

#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using CoreNumbers = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, CoreNumbers, testing::Values(1u, 2u, 8u));

TEST_P(CoreNumbers, AreRightOnAllGraphs) {
  on_undirected_graphs([&](const undirected_graph& g) {
    const core_result r = core_numbers(g, {.loops = mixed()});
    ASSERT_EQ(fault_in_core_numbers(g, r.cores.all()), "");
  });
}

TEST(CoreNumbersResult, OfACliqueWithATailAreKnown) {
  std::vector<edge> edges = clique_of(5);
  edges.insert(edges.end(), {{4, 5}, {5, 6}, {6, 6}, {6, 5}});
  const core_result r = core_numbers(build_undirected(edges_of(8, edges)));
  EXPECT_EQ(std::vector<std::uint32_t>(r.cores.begin(), r.cores.end()),
            (std::vector<std::uint32_t>{4, 4, 4, 4, 4, 1, 1, 0}));
  EXPECT_EQ(r.degeneracy, 4u);
}

TEST(CoreNumbersCheck, FindsWhatIsWrong) {
  const undirected_graph g = build_undirected(edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  EXPECT_EQ(fault_in_core_numbers(g, std::vector<std::uint32_t>{2, 2, 2, 1}), "");
  EXPECT_EQ(fault_in_core_numbers(g, std::vector<std::uint32_t>{2, 2, 3, 1}),
            "vertex 2 has core number 2, not 3");
}

}  // namespace
}  // namespace arcas::inline v0::graph
