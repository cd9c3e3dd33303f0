// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/participant.h>

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

TEST(Participant, ALeaderKeepsItsCountToItself) {
  loop_slot<> slot(1);
  participant me(3, &slot, 9);
  EXPECT_TRUE(me.leads());
  EXPECT_EQ(me.worker(), 3U);
  me.report(5);
  me.report(0);
  me.report(2);
  EXPECT_EQ(me.reported(), 7U);
  EXPECT_TRUE(slot.done.reached(0));
}

// A slot with a notice, and a follower that has entered the announced loop.
class Follower : public testing::Test {
 protected:
  loop_slot<> slot{2};
  notice<> board;
  participant me{4, slot, board, epoch{1}, 0, true};
};

TEST_F(Follower, AddsToTheSlot) {
  EXPECT_FALSE(me.leads());
  me.report(5);
  EXPECT_TRUE(slot.done.reached(5));
  me.report(0);
  me.report(1);
  EXPECT_TRUE(slot.done.reached(6));
  EXPECT_EQ(me.reported(), 6U);
}

TEST_F(Follower, RingsForALeaderThatSleepsAndOnlyThen) {
  me.report(1);
  EXPECT_EQ(slot.bell.load(), 0U);
  slot.leader_sleeps = true;
  me.report(1);
  EXPECT_EQ(slot.bell.load(), 1U);
  me.report(0);
  EXPECT_EQ(slot.bell.load(), 1U);
}

TEST_F(Follower, LeavesForNowWithoutLooking) {
  EXPECT_FALSE(me.left_for_now());
  EXPECT_TRUE(me.leave_for_now(0));
  EXPECT_TRUE(me.left_for_now());
}

TEST_F(Follower, StaysWhenItHasLeftBefore) {
  participant again(4, slot, board, epoch{1}, 0, false);
  EXPECT_FALSE(again.leave_for_now(0));
  EXPECT_FALSE(again.left_for_now());
}

TEST(Participant, ALeaderSeesThatTheLoopIsOverByTheCount) {
  loop_slot<> slot(1);
  slot.expected = 100;
  slot.done.add(0, 100);
  participant me(0, &slot, 10);
  EXPECT_FALSE(me.leave_for_now(4));
  slot.done.add(0, 3);
  me.report(3);
  EXPECT_TRUE(me.leave_for_now(4));
}

}  // namespace
}  // namespace arcas
