// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/biased_words.h>

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

using answer = search_turn<>::answer;

TEST(SearchTurn, IsFreeAtFirstAndAfterASearch) {
  search_turn<> turn;
  for (const bool found : {true, false, true}) {
    EXPECT_EQ(turn.begin(0), answer::search);
    turn.end(found);
  }
}

TEST(SearchTurn, AMemberThatHasWaitedLongEnoughSearchesBeside) {
  search_turn<> turn;
  EXPECT_EQ(turn.begin(0), answer::search);
  EXPECT_EQ(turn.begin(0), answer::search_beside);
  EXPECT_EQ(turn.begin(10), answer::search_beside);
}

}  // namespace

// From the third load on, the word shows that a neighbour's search has ended. `found`: whether that
// search has found a range.
template <class T>
struct ending_atomic {
  static inline bool found = false;
  int looks = 0;
  T value = 1;

  T load(std::memory_order) {
    if (++looks == 3) value = found ? 0 : 2;
    return value;
  }
  void store(T v, std::memory_order) { value = v; }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order, std::memory_order) {
    const bool same = value == expected;
    (same ? value : expected) = same ? desired : value;
    return same;
  }
};
template <>
struct detail::machine<ending_atomic> {
  static void pause() {}
};

namespace {

TEST(SearchTurn, AMemberAcceptsANeighboursEmptySearch) {
  ending_atomic<std::uint64_t>::found = false;
  search_turn<ending_atomic> turn;
  EXPECT_EQ(turn.begin(10), search_turn<ending_atomic>::answer::nothing_found);
}

TEST(SearchTurn, AMemberThatWaitedForASearchThatFoundARangeSearchesNext) {
  ending_atomic<std::uint64_t>::found = true;
  search_turn<ending_atomic> turn;
  EXPECT_EQ(turn.begin(10), search_turn<ending_atomic>::answer::search);
}

}  // namespace
}  // namespace arcas
