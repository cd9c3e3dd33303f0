// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/cache_line.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace arcas {
namespace {

TEST(CacheLine, NeighboursInAnArrayShareNoPairOfLines) {
  const std::unique_ptr<padded<char>[]> words(new padded<char>[3]{});
  const auto address = [&](int i) { return reinterpret_cast<std::uintptr_t>(&words[i].value); };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(address(i) % no_sharing, 0U);
  EXPECT_EQ(address(1) - address(0), no_sharing);
  EXPECT_EQ(address(2) - address(1), no_sharing);
}

TEST(CacheLine, PaddedValuesAreValueInitialised) {
  EXPECT_EQ(padded<int>{}.value, 0);
  EXPECT_EQ(padded<int>{7}.value, 7);
}

TEST(CacheLine, LargeValuesTakeWholeUnits) {
  struct large {
    char bytes[no_sharing + 1];
  };
  EXPECT_EQ(sizeof(padded<large>), 2 * no_sharing);
  EXPECT_EQ(no_sharing % cache_line, 0U);
}

}  // namespace
}  // namespace arcas
