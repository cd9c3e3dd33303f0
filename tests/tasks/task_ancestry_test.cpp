// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_slot.h>

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

TEST(TaskAncestry, KeepsItsParts) {
  const task_ancestry line(task_ancestry::contexts - 1, task_ancestry::depths - 1, 12'345);
  EXPECT_EQ(line.context(), task_ancestry::contexts - 1);
  EXPECT_EQ(line.depth(), task_ancestry::depths - 1);
  EXPECT_EQ(task_ancestry(line.bits()), line);
  EXPECT_NE(line, task_ancestry());
}

TEST(TaskAncestry, TheNextJoinIsOfTheSameContextAndDepth) {
  const task_ancestry last(3, 2, ~std::uint64_t{0});
  EXPECT_EQ(last.next().context(), 3u);
  EXPECT_EQ(last.next().depth(), 2u);
  EXPECT_NE(last.next(), last);
  EXPECT_EQ(last.next().where(), last.where());
}

TEST(TaskAncestry, TheSerialNumberGoesOnAtAnotherDepth) {
  const task_ancestry outside(5, 0, 77);
  const task_ancestry inside = outside.at_depth(1);
  EXPECT_EQ(inside.depth(), 1u);
  EXPECT_EQ(inside.context(), 5u);
  EXPECT_NE(inside.where(), outside.where());
  EXPECT_EQ(inside.at_depth(0), outside);
}

}  // namespace
}  // namespace arcas
