// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/lineage.h>

#include <gtest/gtest.h>

namespace arcas {
namespace {

TEST(Lineage, KeepsItsParts) {
  const lineage line(lineage::desks - 1, lineage::depths - 1, 12'345);
  EXPECT_EQ(line.desk(), lineage::desks - 1);
  EXPECT_EQ(line.depth(), lineage::depths - 1);
  EXPECT_EQ(lineage(line.bits()), line);
  EXPECT_NE(line, lineage());
}

TEST(Lineage, CountsJoinsWithoutLeavingItsPlace) {
  const lineage last(3, 2, ~std::uint64_t{0});
  EXPECT_EQ(last.next().desk(), 3u);
  EXPECT_EQ(last.next().depth(), 2u);
  EXPECT_NE(last.next(), last);
  EXPECT_EQ(last.next().where(), last.where());
}

TEST(Lineage, GoesOnCountingDeeper) {
  const lineage outside(5, 0, 77);
  const lineage inside = outside.at_depth(1);
  EXPECT_EQ(inside.depth(), 1u);
  EXPECT_EQ(inside.desk(), 5u);
  EXPECT_NE(inside.where(), outside.where());
  EXPECT_EQ(inside.at_depth(0), outside);
}

}  // namespace
}  // namespace arcas
