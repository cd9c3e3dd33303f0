// SPDX-License-Identifier: Apache-2.0
// Loops over arrays whose pages are on the NUMA nodes of this machine: the chunks that the loop's
// statistics count as local are compared with the kernel's node of the page and with the node of
// the processor. On a machine with one node there is nothing to compare, and the tests are skipped.
#include <arcas/loops/locality.h>
#include <arcas/loops/statistics.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/numa_array.h>
#include <arcas/runtime/runtime.h>
#include <arcas/workers/leadership.h>

#include "exactly_once.h"
#include "tests/topology/on_cpu.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>

namespace arcas {

using namespace detail;
namespace {

constexpr std::size_t page = page_homes::small_page;
constexpr std::size_t pages_of_a_node = 64;

class LocalityOnNodes : public testing::Test {
 protected:
  void SetUp() override {
    if (!nodes.can_bind()) GTEST_SKIP() << "this machine has one NUMA node: pages have one place";
    if (const auto refusal = try_binding(nodes)) GTEST_SKIP() << *refusal;
  }

  // Runs f on the processor of worker 0, since in loops the calling thread takes the place of
  // worker 0. An earlier caller may have displaced another worker; during some loops before f that
  // worker returns to its own processor.
  template <class F>
  void on_processor_of_leader(F f) {
    on_cpu(all.machine().threads()[all.tree().thread_of(0)].os_index, [&] {
      for (unsigned l = 0; l < leader_state::turns_between_looks; ++l)
        parallel_for(0, 2, [](int) {}, {.distributor = "static", .on = &all});
      f();
    });
  }

  struct seen {
    std::atomic<std::uint64_t> local{0}, remote{0}, unknown{0};
  };
  // A chunk is local if its page is on the node of the processor that runs it.
  void count(const numa_array<char>& a, std::size_t begin, seen& chunks) const {
    const auto page_is_on = os_node_of(a.data() + begin);
    if (!page_is_on) {
      ++chunks.unknown;
    } else {
      ++(*page_is_on == nodes.os_index(nodes.here()) ? chunks.local : chunks.remote);
    }
  }

  runtime& all = runtime::default_runtime();
  const memory_nodes nodes{all};
};

TEST_F(LocalityOnNodes, StatisticsAgreeWithTheKernel) {
  const std::size_t n = pages_of_a_node * nodes.count() * page;
  for (const placement how : {placement::blocked, placement::interleaved}) {
    numa_array<char> a(n, how, nodes);
    parallel_for(std::size_t{0}, n, [&](std::size_t i) { a[i] = 1; }, {.distributor = locality(a)});
    for (const locality_mode mode : {locality_mode::balanced, locality_mode::strict}) {
      on_processor_of_leader([&] {
        loop_statistics counts;
        seen chunks;
        parallel_for(std::size_t{0}, n,
                     [&](std::size_t begin, std::size_t) {
                       count(a, begin, chunks);
                       let_others_go_first(begin);
                     },
                     {.grain = page,
                      .distributor = locality(a, {.mode = mode}),
                      .on = &all,
                      .statistics = &counts});
        EXPECT_EQ(chunks.unknown, 0U) << "the kernel does not say where a touched page is";
        EXPECT_EQ(chunks.local, counts.total().local);
        EXPECT_EQ(chunks.remote, counts.total().remote);
        EXPECT_GT(chunks.local, 0U);
      });
    }
  }
}

// Without binding, the loop that touches the pages first decides where they are.
TEST_F(LocalityOnNodes, FirstTouchByALoopWithHomesPutsPagesThere) {
  const std::size_t n = pages_of_a_node * nodes.count();
  const memory_block block = allocate(n * page, 1, true);
  auto* const bytes = static_cast<char*>(block.get());
  // A huge page would be on one node as a whole.
  ASSERT_EQ(madvise(bytes, n * page, MADV_NOHUGEPAGE), 0);
  const auto home = [&](std::uint64_t i) { return static_cast<unsigned>(i / pages_of_a_node); };
  on_processor_of_leader([&] {
    loop_statistics counts;
    parallel_for(std::size_t{0}, n, [&](std::size_t i) { bytes[i * page] = 1; },
                 {.grain = 1,
                  .distributor = locality(home, {.mode = locality_mode::strict}),
                  .on = &all,
                  .statistics = &counts});
    std::uint64_t elsewhere = 0;
    for (std::size_t i = 0; i < n; ++i) {
      elsewhere += os_node_of(bytes + i * page) != nodes.os_index(home(i));
    }
    EXPECT_EQ(elsewhere, counts.total().remote);
  });
}

}  // namespace
}  // namespace arcas
