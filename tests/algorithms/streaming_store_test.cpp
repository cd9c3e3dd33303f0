// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/radix_sort.h>

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

namespace arcas::detail {
namespace {

struct alignas(cache_line) line {
  unsigned char at[cache_line];
};

TEST(StreamingStore, WritesOneLineAndNoneBeside) {
  line from;
  std::iota(from.at, from.at + cache_line, static_cast<unsigned char>(1));
  std::vector<line> to(3);
  stream_line(&from, &to[1]);
  streaming_fence();
  EXPECT_EQ(std::memcmp(&to[1], &from, sizeof from), 0);
  const line clear = {};
  EXPECT_EQ(std::memcmp(&to[0], &clear, sizeof clear), 0);
  EXPECT_EQ(std::memcmp(&to[2], &clear, sizeof clear), 0);
}

}  // namespace
}  // namespace arcas::detail
