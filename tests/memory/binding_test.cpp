// SPDX-License-Identifier: Apache-2.0
// Real pages on real nodes: on a machine of one node there is nothing to see, and the test says so.
#include <arcas/memory/memory_block.h>
#include <arcas/memory/numa_array.h>
#include <arcas/runtime/runtime.h>

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

constexpr std::size_t small_page = page_homes::small_page;

// Touches each page and asks the kernel where it is.
void expect_at_home(numa_array<char>& a, const memory_nodes& nodes) {
  for (std::size_t i = 0; i < a.size(); i += small_page) {
    a[i] = 1;
    const auto found = os_node_of(&a[i]);
    ASSERT_TRUE(found) << "the kernel does not say";
    EXPECT_EQ(*found, nodes.os_index(a.home(i))) << "page " << i / small_page;
  }
}

TEST(Binding, PagesLieAtHomeAsTheKernelSees) {
  const memory_nodes nodes(runtime::default_runtime());
  if (!nodes.can_bind()) GTEST_SKIP() << "this machine has one NUMA node: pages have one place";
  if (const auto refusal = try_binding(nodes)) GTEST_SKIP() << *refusal;
  for (const placement how : {placement::interleaved, placement::blocked, placement::local}) {
    numa_array<char> a(64 * small_page, how, nodes);
    expect_at_home(a, nodes);
  }
  numa_array<char> a(64 * small_page, placement::replicated, nodes);
  a.replicate([](std::size_t copies, auto copy) {
    for (std::size_t c = 0; c < copies; ++c) copy(c);
  });
  for (unsigned node = 0; node < nodes.count(); ++node) {
    EXPECT_EQ(os_node_of(a.on(node).data()), nodes.os_index(node));
  }
}

TEST(Binding, AMachineThatIsNotHereIsLeftAlone) {
  const memory_nodes nodes(topology::synthetic("numa:4 core:1 pu:1"),
                           std::vector<unsigned>{0, 1, 2, 3});
  EXPECT_EQ(try_binding(nodes), std::nullopt);
  numa_array<char> a(64 * small_page, placement::blocked, nodes);
  a[0] = 1;
  EXPECT_EQ(a.home(63 * small_page), 3U);
  EXPECT_EQ(binding_refusal(), std::nullopt);
}

TEST(Binding, AnUntouchedPageIsNowhere) {
  const memory_block block = allocate(16 * small_page, 1, true);
  EXPECT_EQ(os_node_of(static_cast<char*>(block.get()) + 8 * small_page), std::nullopt);
}

}  // namespace
}  // namespace arcas
