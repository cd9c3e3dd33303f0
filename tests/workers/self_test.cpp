// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/self.h>

#include <gtest/gtest.h>

#include <thread>

namespace arcas {
namespace {

TEST(Self, IsNobodyOutsideOfAPoolAndDiffersByThread) {
  EXPECT_EQ(self::current().owner, nullptr);
  EXPECT_EQ(self::current().seat, nullptr);
  EXPECT_EQ(self::current().enclosing, -1);
  self::current().worker = 5;
  std::thread([] { EXPECT_EQ(self::current().worker, 0U); }).join();
  EXPECT_EQ(self::current().worker, 5U);
  self::current() = self{};
}

}  // namespace
}  // namespace arcas
