// SPDX-License-Identifier: Apache-2.0
#include <arcas/memory/numa_array.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace arcas {

using namespace detail;
namespace {

memory_nodes four_nodes() {
  return {topology::synthetic("numa:4 core:2 pu:1"), std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7}};
}

struct point {
  double x, y, z;
};

TEST(NumaArray, HomeAndRunsAgreeForValuesThatCrossPages) {
  for (const placement how :
       {placement::interleaved, placement::blocked, placement::replicated, placement::local}) {
    const numa_array<point> a(10'000, how, four_nodes());
    std::size_t next = 0;
    a.each_home_run([&](std::size_t first, std::size_t last, unsigned node) {
      EXPECT_EQ(first, next);
      EXPECT_LT(first, last);
      for (std::size_t i = first; i < last; ++i) ASSERT_EQ(a.home(i), node) << i;
      next = last;
    });
    EXPECT_EQ(next, a.size());
  }
}

TEST(NumaArray, ValuesStayThroughMovesAndResizes) {
  numa_array<int> a(1000, placement::blocked, four_nodes());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i);
  numa_array<int> b = std::move(a);
  EXPECT_EQ(a.size(), 0U);  // NOLINT: the state of a moved-from array is part of its contract
  b.resize(50'000);
  ASSERT_EQ(b.size(), 50'000U);
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(b[i], static_cast<int>(i));
  b[49'999] = 7;
  b.resize(10);
  EXPECT_EQ(b.span().size(), 10U);
  EXPECT_EQ(b[9], 9);
  b.resize(0);
  EXPECT_EQ(b.span().size(), 0U);
}

TEST(NumaArray, EachNodeReadsItsOwnCopyOfAReplicatedArray) {
  numa_array<int> a(3000, placement::replicated, four_nodes());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(3 * i);
  a.replicate([](std::size_t copies, auto copy) {
    for (std::size_t c = copies; c-- > 0;) copy(c);
  });
  for (unsigned node = 0; node < 4; ++node) {
    EXPECT_TRUE(std::ranges::equal(a.on(node), a.span()));
    if (node != 0) {
      EXPECT_NE(a.on(node).data(), a.data());
    }
  }
  EXPECT_EQ(a.near().data(), a.on(0).data()) << "a synthetic machine has no here";
  a.resize(4000);
  EXPECT_EQ(a.on(3)[2999], 8997);
}

TEST(NumaArray, LocalIsOnTheNodeThatIsNamed) {
  const numa_array<char> a(100'000, placement::local, four_nodes(), 2);
  EXPECT_EQ(a.home(0), 2U);
  EXPECT_EQ(a.home(99'999), 2U);
}

TEST(NumaArray, OneNodeIsTheHomeOfAllElements) {
  const memory_nodes one(topology::synthetic("core:2 pu:1"), std::vector<unsigned>{0, 1});
  for (const placement how :
       {placement::interleaved, placement::blocked, placement::replicated, placement::local}) {
    const numa_array<double> a(1'000'000, how, one);
    std::size_t runs = 0;
    a.each_home_run([&](std::size_t, std::size_t, unsigned node) {
      EXPECT_EQ(node, 0U);
      ++runs;
    });
    EXPECT_EQ(runs, 1U);
  }
}

TEST(NumaArray, AResizeThatFailsLeavesTheArrayAsItWas) {
  numa_array<std::int64_t> a(10, placement::interleaved, four_nodes());
  a[9] = 9;
  EXPECT_THROW(a.resize(std::size_t{1} << 60), out_of_memory);
  EXPECT_EQ(a.size(), 10U);
  EXPECT_EQ(a[9], 9);
}

TEST(NumaArray, EmptyArrays) {
  const numa_array<int> nothing;
  EXPECT_EQ(nothing.size(), 0U);
  EXPECT_EQ(nothing.near().size(), 0U);
  const numa_array<int> none(0, placement::blocked, four_nodes());
  none.each_home_run(
      [](std::size_t, std::size_t, unsigned) { ADD_FAILURE() << "nothing is there"; });
}

#ifndef NDEBUG
TEST(NumaArrayDeathTest, AnIndexOutOfBoundsIsAnAssertion) {
  numa_array<int> a(10, placement::blocked, four_nodes());
  EXPECT_DEATH(a[10] = 1, "not below size");
}
#endif

}  // namespace
}  // namespace arcas
