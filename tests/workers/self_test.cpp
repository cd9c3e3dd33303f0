// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/self.h>

#include "hand_made_loop.h"
#include "machines.h"
#include "tests/base/in_a_child.h"

#include <thread>

namespace arcas {

using namespace detail;
namespace {

TEST(Self, IsNobodyOutsideOfAPoolAndDiffersByThread) {
  EXPECT_EQ(self::current().owner, nullptr);
  EXPECT_EQ(self::current().state, nullptr);
  EXPECT_EQ(self::current().enclosing, -1);
  self::current().worker = 5;
  std::thread([] { EXPECT_EQ(self::current().worker, 0U); }).join();
  EXPECT_EQ(self::current().worker, 5U);
  self::current() = self{};
}

// Each worker of a loop forks a child.
TEST(Self, IsNobodyInAForkedChild) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  std::atomic<unsigned> good{0};
  hand_made_loop loop(3, [&](hand_made_loop& l) {
    l.meet();
    EXPECT_NE(self::current().owner, nullptr);
    good += in_a_child([] {
      EXPECT_EQ(self::current().owner, nullptr);
      EXPECT_EQ(self::current().worker, 0U);
      EXPECT_EQ(self::current().enclosing, -1);
    });
  });
  pool p(figure_2(), {.workers = 3, .wait = wait_policy::spin});
  loop.run(p, 0);
  EXPECT_EQ(good, 3U);
}

}  // namespace
}  // namespace arcas
