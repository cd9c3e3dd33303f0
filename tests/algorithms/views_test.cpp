// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reducer.h>

#include "tests/base/in_a_child.h"

#include <deque>
#include <set>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

TEST(ReducerNumber, IsSmallAndUniqueAmongThoseThatLive) {
  std::size_t freed = 0;
  {
    std::deque<reducer_number> many(100);
    std::set<std::size_t> numbers;
    for (const auto& n : many) numbers.insert(n.value());
    EXPECT_EQ(numbers.size(), 100U);
    EXPECT_LT(*numbers.rbegin(), 110U);
    freed = *numbers.begin();
  }
  EXPECT_LE(reducer_number().value(), freed);
}

TEST(ReducerNumber, CanBeHadInAChildForkedWhileAnotherThreadTakesOne) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  constexpr unsigned rather_than_for_ever = 60;  // seconds
  const std::jthread other([](const std::stop_token& stop) {
    while (!stop.stop_requested()) reducer_number();
  });
  for (int round = 0; round < 100; ++round) {
    ASSERT_TRUE(in_a_child([] {
      alarm(rather_than_for_ever);
      EXPECT_LT(reducer_number().value(), 3U);
    }));
  }
}

TEST(CarriedViews, StandInTheTableWhileTheyLive) {
  int a = 0, b = 0, c = 0;
  const view_table& mine = view_table::mine();
  EXPECT_EQ(mine.view(0), nullptr);
  {
    carried_views outer(5);
    outer.set(2, &a);
    outer.set(5, &b);
    {
      // Numbers of views up to 40 need an allocation; up to 5, as in the other objects, they need
      // none.
      carried_views inner(40);
      inner.set(40, &c);
      inner.set(2, &b);
      EXPECT_EQ(mine.view(40), &c);
      EXPECT_EQ(mine.view(2), &b);
      EXPECT_EQ(mine.view(5), &b);
      carried_views innermost(3);
      EXPECT_EQ(mine.view(40), &c);
    }
    EXPECT_EQ(mine.view(2), &a);
    EXPECT_EQ(mine.view(5), &b);
    EXPECT_EQ(mine.view(40), nullptr);
    EXPECT_EQ(mine.view(3), nullptr);
  }
  EXPECT_EQ(mine.view(2), nullptr);
}

TEST(CarriedViews, AreTheThreadsOwn) {
  int a = 0;
  carried_views here(1);
  here.set(1, &a);
  std::jthread([] { EXPECT_EQ(view_table::mine().view(1), nullptr); }).join();
  EXPECT_EQ(view_table::mine().view(1), &a);
}

}  // namespace
}  // namespace arcas
