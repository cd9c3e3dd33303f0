// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/whole_loop.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <stop_token>
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

TEST(WholeLoop, SumsOfChunksEqualSumsOfIndices) {
  for (const std::size_t n : {0, 1, 17, 100000}) {
    const auto each = [](std::size_t i) { return i; };
    const auto chunk = [](std::size_t first, std::size_t end) {
      std::uint64_t sum = 0;
      for (std::size_t i = first; i < end; ++i) sum += i;
      return sum;
    };
    const std::uint64_t expected = n == 0 ? 0 : n * (n - 1) / 2;
    EXPECT_EQ(whole_reduce(n, plus<std::uint64_t>{}, {}, each), expected);
    EXPECT_EQ(whole_reduce(n, plus<std::uint64_t>{}, {}, chunk), expected);
  }
}

TEST(WholeLoop, EachWorkersOwnIsJoinedOnce) {
  struct own {
    std::size_t calls = 0;
  };
  for (const std::size_t n : {0, 1, 17, 100000}) {
    std::size_t all = 0;
    whole_for_own<own>(
        n, {}, [](own& mine, std::size_t) { ++mine.calls; },
        [&](const own& mine) { all += mine.calls; });
    EXPECT_EQ(all, n);
  }
}

TEST(WholeLoop, AStoppedLoopThrows) {
  std::stop_source source;
  source.request_stop();
  const loop_options stopped{.stop = source.get_token()};
  EXPECT_THROW(whole_for(1000, stopped, [](std::size_t) {}), interrupted);
  EXPECT_THROW(whole_reduce(1000, plus<std::size_t>{}, stopped, [](std::size_t i) { return i; }),
               interrupted);
}

}  // namespace
}  // namespace arcas::inline v0::graph
