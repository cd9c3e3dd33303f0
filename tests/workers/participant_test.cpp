// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/participant.h>

#include <gtest/gtest.h>

namespace arcas {
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

// A slot with a notice, and a follower that entered the loop announced there.
class Follower : public testing::Test {
 protected:
  Follower() { board.post(entered, work{}); }

  const epoch entered{1, 0, 0};
  loop_slot<> slot{2};
  notice<> board;
  participant me{4, slot, board, entered, 1};
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

TEST_F(Follower, SeesThatTheLoopIsOverByTheNextNotice) {
  board.post(epoch(2, 0, 1), work{});
  EXPECT_TRUE(me.over_soon(0));
}

TEST_F(Follower, DoesNotWaitLongForALoopThatGoesOn) {
  EXPECT_FALSE(me.over_soon(0));
}

TEST(Participant, ALeaderSeesThatTheLoopIsOverByTheCount) {
  loop_slot<> slot(1);
  slot.expected = 100;
  slot.done.add(0, 100);
  participant me(0, &slot, 10);
  EXPECT_FALSE(me.over_soon(4));
  slot.done.add(0, 3);
  me.report(3);
  EXPECT_TRUE(me.over_soon(4));
}

}  // namespace
}  // namespace arcas
