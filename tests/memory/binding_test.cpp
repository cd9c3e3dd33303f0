// SPDX-License-Identifier: Apache-2.0
// Real pages on real nodes: on a machine with one node there is nothing to test, and the test is
// skipped.
#include <arcas/memory/memory_block.h>
#include <arcas/memory/numa_array.h>
#include <arcas/runtime/runtime.h>

#include "tests/topology/on_cpu.h"

#include <gtest/gtest.h>
#include <sched.h>

namespace arcas {

using namespace detail;
namespace {

constexpr std::size_t small_page = page_homes::small_page;

// Touches one page in each `step` bytes and asks the kernel for its node.
void expect_at_home(numa_array<char>& a, const memory_nodes& nodes, std::size_t step = small_page) {
  for (std::size_t i = 0; i < a.size(); i += step) {
    a[i] = 1;
    const auto found = os_node_of(&a[i]);
    ASSERT_TRUE(found) << "the kernel does not say";
    EXPECT_EQ(*found, nodes.os_index(a.home(i))) << "page " << i / small_page;
  }
}

// For tests on this machine.
class Binding : public testing::Test {
 protected:
  void SetUp() override {
    if (!nodes.can_bind()) GTEST_SKIP() << "this machine has one NUMA node: pages have one place";
    if (const auto refusal = try_binding(nodes)) GTEST_SKIP() << *refusal;
  }
  const memory_nodes nodes{runtime::default_runtime()};
};

TEST_F(Binding, PagesLieAtHomeAsTheKernelSees) {
  for (const placement how : {placement::interleaved, placement::blocked, placement::local}) {
    numa_array<char> a(64 * small_page, how, nodes);
    expect_at_home(a, nodes);
  }
  numa_array<char> a(64 * small_page, placement::replicated, nodes);
  a[0] = 1;  // a page that was only read has no node
  a.replicate([](std::size_t copies, auto copy) {
    for (std::size_t c = 0; c < copies; ++c) copy(c);
  });
  for (unsigned node = 0; node < nodes.count(); ++node) {
    EXPECT_EQ(os_node_of(a.on(node).data()), nodes.os_index(node));
  }
}

TEST_F(Binding, HugePagesLieAtHomeToo) {
  constexpr std::size_t huge_page = page_homes::huge_page;
  const std::size_t bytes = 20 * nodes.count() * huge_page + 3 * small_page;
  for (const placement how : {placement::interleaved, placement::blocked, placement::local}) {
    numa_array<char> a(bytes, how, nodes);
    expect_at_home(a, nodes, huge_page / 2);
  }
}

TEST_F(Binding, PagesOfALongerArrayLieAtHomeAfterItsValuesAreCopied) {
  numa_array<char> a(10 * small_page, placement::blocked, nodes);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = 3;
  a.resize(64 * small_page);
  EXPECT_EQ(a[10 * small_page - 1], 3);
  expect_at_home(a, nodes);
}

TEST_F(Binding, TouchedPagesMove) {
  const memory_block block = allocate(64 * small_page, 1, true);
  auto* const bytes = static_cast<char*>(block.get());
  for (std::size_t i = 0; i < 64 * small_page; ++i) bytes[i] = static_cast<char>(i % 101);
  for (unsigned node = 0; node < nodes.count(); ++node) {
    bind(bytes, page_homes(64 * small_page, node), nodes);
    for (std::size_t i = 0; i < 64 * small_page; i += small_page) {
      ASSERT_EQ(os_node_of(bytes + i), nodes.os_index(node)) << "page " << i / small_page;
    }
  }
  for (std::size_t i = 0; i < 64 * small_page; ++i) {
    ASSERT_EQ(bytes[i], static_cast<char>(i % 101));
  }
}

// The node of the caller's processor is also the node of its local array.
TEST_F(Binding, HereIsTheKernelsNode) {
  const topology& machine = runtime::default_runtime().machine();
  for (const hardware_thread& thread : machine.threads()) {
    on_cpu(thread.os_index, [&] {
      unsigned node = 0;
      ASSERT_EQ(getcpu(nullptr, &node), 0);
      EXPECT_EQ(nodes.os_index(nodes.here()), node);
      numa_array<char> a(small_page, placement::local, nodes);
      a[0] = 1;
      EXPECT_EQ(os_node_of(&a[0]), node);
    });
  }
}

TEST(BindingElsewhere, ADescribedMachineIsNotBound) {
  const memory_nodes nodes(topology::synthetic("numa:4 core:1 pu:1"),
                           std::vector<unsigned>{0, 1, 2, 3});
  EXPECT_EQ(try_binding(nodes), std::nullopt);
  numa_array<char> a(64 * small_page, placement::blocked, nodes);
  a[0] = 1;
  EXPECT_EQ(a.home(63 * small_page), 3U);
  EXPECT_EQ(binding_refusal(), std::nullopt);
}

TEST(BindingElsewhere, AnUntouchedPageHasNoNode) {
  const memory_block block = allocate(16 * small_page, 1, true);
  EXPECT_EQ(os_node_of(static_cast<char*>(block.get()) + 8 * small_page), std::nullopt);
}

}  // namespace
}  // namespace arcas
