// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/whole_loop.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

TEST(WholeLoop, AddUpEqualsTheSerialPrefixSum) {
  // Short arrays, and one that is long enough for several workers.
  for (const std::size_t n : {0, 1, 2, 2047, 2048, 2049, 100000}) {
    std::vector<std::uint64_t> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = i * 2654435761u % 1000;
    std::vector<std::uint64_t> expected(n);
    std::partial_sum(values.begin(), values.end(), expected.begin());
    add_up(values);
    EXPECT_EQ(values, expected) << n;
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
