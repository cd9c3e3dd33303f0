// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/index_range.h>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace arcas {
namespace {

template <class I>
class IndexRange : public testing::Test {};
using index_types =
    testing::Types<std::int8_t, std::uint8_t, char, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, long long, unsigned long>;
TYPED_TEST_SUITE(IndexRange, index_types);

TYPED_TEST(IndexRange, EmptyAndReversedRangesHaveNoIterations) {
  using limits = std::numeric_limits<TypeParam>;
  EXPECT_EQ(iterations(TypeParam(3), TypeParam(3)), 0U);
  EXPECT_EQ(iterations(TypeParam(3), TypeParam(2)), 0U);
  EXPECT_EQ(iterations(limits::max(), limits::min()), 0U);
  EXPECT_EQ(iterations(limits::min(), limits::min()), 0U);
}

TYPED_TEST(IndexRange, TheWidestRangeIsCountedWithoutOverflow) {
  using limits = std::numeric_limits<TypeParam>;
  const auto all = std::numeric_limits<std::make_unsigned_t<TypeParam>>::max();
  EXPECT_EQ(iterations(limits::min(), limits::max()), all);
  EXPECT_EQ(index_of(limits::min(), 0), limits::min());
  EXPECT_EQ(index_of(limits::min(), all), limits::max());
  EXPECT_EQ(index_of(limits::min(), all - 1), limits::max() - 1);
}

TYPED_TEST(IndexRange, IterationsAndIndicesAreEachOthersInverse) {
  const auto first = static_cast<TypeParam>(std::numeric_limits<TypeParam>::max() / 2);
  for (TypeParam i = first; i < std::numeric_limits<TypeParam>::max() && i < first + 100; ++i) {
    EXPECT_EQ(index_of(first, iterations(first, i)), i);
  }
}

TEST(Chunk, KnowsItsSize) {
  EXPECT_TRUE(chunk{}.empty());
  EXPECT_TRUE((chunk{5, 5}).empty());
  EXPECT_EQ((chunk{5, 9}).size(), 4U);
  EXPECT_EQ((chunk{0, ~std::uint64_t{0}}).size(), ~std::uint64_t{0});
  EXPECT_NE((chunk{5, 9}), (chunk{5, 8}));
}

TEST(LoopIndex, IsAnyIntegerOf64BitsAtMost) {
  static_assert(loop_index<char> && loop_index<unsigned> && loop_index<std::int64_t>);
  static_assert(!loop_index<bool> && !loop_index<double> && !loop_index<__int128>);
}

void expect_parts_cover(std::uint64_t n, std::uint64_t parts) {
  std::uint64_t next = 0;
  for (std::uint64_t p = 0; p < parts; ++p) {
    const chunk c = part_of(n, parts, p);
    ASSERT_EQ(c.first, next) << n << " in " << parts << ", part " << p;
    next = c.last;
    EXPECT_LE(part_of(n, parts, 0).size() - c.size(), 1U) << n << " in " << parts;
  }
  EXPECT_EQ(next, n) << parts;
}

TEST(PartOf, CoversEveryRangeInAlmostEqualParts) {
  for (std::uint64_t parts : {1, 2, 3, 7, 64, 1024}) {
    for (std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, parts - 1, parts, parts + 1,
                            std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
      expect_parts_cover(n, parts);
    }
  }
  std::mt19937_64 random(7);
  for (int k = 0; k < 200; ++k) expect_parts_cover(random(), 1 + random() % 500);
}

}  // namespace
}  // namespace arcas
