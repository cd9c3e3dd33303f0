// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/sparse_ids.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();

TEST(SparseIds, HaveTheRanksOfSortedIds) {
  std::set<std::uint64_t> all = {0, 1, greatest - 1, greatest};
  for (std::uint64_t i = 0; i < 20000; ++i) all.insert(i * 2654435761u % (std::uint64_t{1} << 40));
  const std::vector<std::uint64_t> sorted(all.begin(), all.end());
  sparse_ids ids(sorted.size(), {});
  parallel_for(std::size_t{0}, 4 * sorted.size(),
               [&](std::size_t i) { ids.insert(sorted[i % sorted.size()]); });
  ASSERT_FALSE(ids.overflowed());
  EXPECT_EQ(ids.number({}), sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(ids.rank(sorted[i]), i);
}

TEST(SparseIds, ReportThatTheTableIsFull) {
  sparse_ids ids(1, {});
  for (std::uint64_t id = 0; id < 10000; ++id) ids.insert(id << 32);
  EXPECT_TRUE(ids.overflowed());
}

}  // namespace
}  // namespace arcas::inline v0::graph
