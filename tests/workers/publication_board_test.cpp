// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/publication.h>

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

constexpr auto nobody_inside = [](auto) {};

// Runs a loop from beginning to end; returns its slot.
unsigned pass(publication_board<>& board) {
  const unsigned slot = board.reserve(nobody_inside);
  board.publish(slot, 0, work{});
  board.slot(slot).in_use = false;
  return slot;
}

TEST(Board, PostsToEveryGroup) {
  publication_board<> board(3, 3);
  EXPECT_EQ(board.groups(), 3U);
  const unsigned slot = board.reserve(nobody_inside);
  board.publish(slot, 2, work{.context = &board});
  const epoch e = board.notice_for(0).current();
  EXPECT_EQ(e.slot(), slot);
  EXPECT_EQ(e.level(), 2);
  for (unsigned g = 0; g < 3; ++g) {
    EXPECT_EQ(board.notice_for(g).current(), e);
    EXPECT_EQ(board.notice_for(g).read().context, &board);
  }
}

TEST(Board, LeadingIsShownToEveryGroup) {
  publication_board<> board(2, 2);
  board.set_leading(true);
  EXPECT_TRUE(board.notice_for(0).leading() && board.notice_for(1).leading());
  board.set_leading(false);
  EXPECT_FALSE(board.notice_for(0).leading() || board.notice_for(1).leading());
}

TEST(Board, EpochsNeverRepeat) {
  publication_board<> board(1, 1);
  std::set<std::uint64_t> seen;
  for (int k = 0; k < 1000; ++k) {
    pass(board);
    EXPECT_TRUE(seen.insert(board.notice_for(0).current().bits()).second);
  }
}

TEST(Board, UsesTheSlotThatRestedLongest) {
  publication_board<> board(1, 1);
  std::vector<unsigned> first;
  for (unsigned i = 0; i < publication_board<>::slot_count; ++i) first.push_back(pass(board));
  EXPECT_EQ(std::set<unsigned>(first.begin(), first.end()).size(), publication_board<>::slot_count);
}

TEST(Board, AsksForAnnouncementsOnceInManyLoops) {
  publication_board<> board(1, 1);
  unsigned asked = 0;
  const unsigned loops = 700;
  for (unsigned k = 0; k < loops; ++k) {
    const unsigned slot = board.reserve([&](auto) { ++asked; });
    ASSERT_NE(slot, publication_board<>::slot_count);
    board.publish(slot, 0, work{});
    board.slot(slot).in_use = false;
  }
  EXPECT_LE(asked, loops / (publication_board<>::slot_count - 1) + 1);
}

TEST(Board, RefusesASlotThatAnAnnouncementNames) {
  publication_board<> board(1, 1);
  announcement<> late;
  late.enter(&board.slot(2));
  const auto look = [&](auto visit) { visit(late.named()); };
  for (int k = 0; k < 8; ++k) pass(board);
  for (int k = 0; k < 100; ++k) {
    const unsigned slot = board.reserve(look);
    ASSERT_NE(slot, publication_board<>::slot_count);
    EXPECT_NE(slot, 2U);
    board.publish(slot, 0, work{});
    board.slot(slot).in_use = false;
  }
  late.leave();
  std::set<unsigned> used;
  for (int k = 0; k < 16; ++k) {
    const unsigned slot = board.reserve(look);
    board.publish(slot, 0, work{});
    board.slot(slot).in_use = false;
    used.insert(slot);
  }
  EXPECT_TRUE(used.contains(2));
}

TEST(Board, RefusesTheSlotThatIsStillShown) {
  publication_board<> board(1, 1);
  unsigned shown = pass(board);
  for (int k = 0; k < 100; ++k) {
    const unsigned slot = board.reserve(nobody_inside);
    EXPECT_NE(slot, shown);
    board.publish(slot, 0, work{});
    board.slot(slot).in_use = false;
    shown = slot;
  }
}

TEST(Board, HasNoneLeftWhenAllAreInUse) {
  publication_board<> board(1, 1);
  for (unsigned i = 0; i < publication_board<>::slot_count; ++i) {
    const unsigned slot = board.reserve(nobody_inside);
    ASSERT_NE(slot, publication_board<>::slot_count);
    board.publish(slot, 0, work{});
  }
  EXPECT_EQ(board.reserve(nobody_inside), publication_board<>::slot_count);
  board.slot(3).in_use = false;
  EXPECT_EQ(board.reserve(nobody_inside), 3U);
}

// A follower enters a slot, delays and leaves. Until it has left, the leader gives the slot to no
// other loop.
TEST(Board, ASlotIsNotReusedWhileAFollowerIsInside) {
  publication_board<> board(1, 1);
  announcement<> mine;
  std::atomic<std::uint64_t> owner[publication_board<>::slot_count] = {};
  std::atomic<bool> stop{false};
  std::atomic<unsigned> entered{0};
  std::thread follower([&] {
    epoch last{};
    while (!stop) {
      const epoch e = board.notice_for(0).current();
      if (e == last || e.being_written()) continue;
      const work item = board.notice_for(0).read();
      mine.enter(&board.slot(e.slot()));
      if (board.notice_for(0).seen_again(e)) {
        last = e;
        ++entered;
        for (int look = 0; look < 20; ++look) ASSERT_EQ(owner[e.slot()], item.arguments[0]);
      }
      mine.leave();
    }
  });
  for (std::uint64_t k = 1; k < 50'000 || entered < 100; ++k) {
    const unsigned slot = board.reserve([&](auto visit) { visit(mine.named()); });
    ASSERT_NE(slot, publication_board<>::slot_count);
    owner[slot] = k;
    board.publish(slot, 0, work{.arguments = {k}});
    board.slot(slot).in_use = false;
    if (k % 64 == 0) std::this_thread::yield();
  }
  stop = true;
  follower.join();
}

}  // namespace
}  // namespace arcas
