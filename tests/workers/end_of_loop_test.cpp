// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/participant.h>

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

// Number of loops up to and including the next one with a wait.
int loops_until_a_wait(end_of_loop& end) {
  int loops = 1;
  while (!end.worth_waiting()) ++loops;
  return loops;
}

TEST(EndOfLoop, IsWaitedForWhileWaitingHelps) {
  end_of_loop end;
  for (int k = 0; k < 10; ++k) {
    EXPECT_TRUE(end.worth_waiting());
    end.came();
  }
}

TEST(EndOfLoop, IsWaitedForLessAndLessWhileItDoesNot) {
  end_of_loop end;
  for (const int loops : {2, 4, 8, 16, 16, 16}) {
    end.did_not_come();
    EXPECT_EQ(loops_until_a_wait(end), loops);
  }
}

TEST(EndOfLoop, IsWaitedForAgainOnceItCame) {
  end_of_loop end;
  for (int k = 0; k < 6; ++k) end.did_not_come();
  loops_until_a_wait(end);
  end.came();
  EXPECT_TRUE(end.worth_waiting());
  end.did_not_come();
  EXPECT_EQ(loops_until_a_wait(end), 2);
}

}  // namespace
}  // namespace arcas
