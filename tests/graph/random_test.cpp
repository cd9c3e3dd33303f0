// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/random.h>
#include <gtest/gtest.h>

#include <bit>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

TEST(Random, StreamsAreFunctionsOfSeedAndNumber) {
  random_stream a(1, 2);
  random_stream b(1, 2);
  EXPECT_EQ(a.next(), b.next());
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(random_stream(1, 2).next(), random_stream(1, 3).next());
  EXPECT_NE(random_stream(1, 2).next(), random_stream(2, 1).next());
}

TEST(Random, NeighbouringStreamsShareNoBits) {
  // Of 64,000 pairs of bits, 32,000 are expected to differ, with a standard deviation of 126. Four
  // standard deviations are allowed.
  int different = 0;
  for (std::uint64_t s = 0; s < 1000; ++s) {
    different += std::popcount(random_stream(7, s).next() ^ random_stream(7, s + 1).next());
  }
  EXPECT_NEAR(different, 32000, 506);
}

}  // namespace
}  // namespace arcas::inline v0::graph
