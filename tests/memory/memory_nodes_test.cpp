// SPDX-License-Identifier: Apache-2.0
#include <arcas/memory/memory_nodes.h>
#include <arcas/runtime/runtime.h>

#include <gtest/gtest.h>

namespace arcas {
namespace {

TEST(MemoryNodes, WorkersAreCountedAtTheirNodes) {
  const topology machine = topology::synthetic("pack:2 numa:2 core:4 pu:1");
  const std::vector<unsigned> threads = {0, 1, 2, 5, 15};
  const memory_nodes nodes(machine, threads);
  ASSERT_EQ(nodes.count(), 4U);
  EXPECT_EQ(std::vector<unsigned>(nodes.workers().begin(), nodes.workers().end()),
            (std::vector<unsigned>{3, 1, 0, 1}));
}

TEST(MemoryNodes, ADescribedMachineIsNeverBound) {
  const topology machine = topology::synthetic("numa:4 core:2 pu:1");
  const memory_nodes nodes(machine, std::vector<unsigned>{0, 7});
  EXPECT_FALSE(nodes.can_bind());
  EXPECT_EQ(nodes.here(), 0U);
}

TEST(MemoryNodes, TakesTheWorkersOfARuntime) {
  runtime on(runtime_options{.workers = 2});
  const memory_nodes nodes(on);
  unsigned workers = 0;
  for (const unsigned w : nodes.workers()) workers += w;
  EXPECT_EQ(workers, 2U);
  EXPECT_EQ(nodes.can_bind(), nodes.count() > 1);
  EXPECT_LT(nodes.here(), nodes.count());
}

}  // namespace
}  // namespace arcas
