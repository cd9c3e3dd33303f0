// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/half_barrier.h>
#include <arcas/workers/publication.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

TEST(Arrival, TellsItsFollowersProgress) {
  publication_board<> board(1, 1);
  arrival<> line;
  const epoch e = board.publish(epoch::no_slot, 0, work{});
  EXPECT_FALSE(e.has_slot());
  EXPECT_EQ(line.of(e), standing::away);
  ASSERT_TRUE(line.start(e, board.notice_for(0)));
  EXPECT_EQ(line.of(e), standing::started);
  line.finish(e, standing::all_done);
  EXPECT_EQ(line.of(e), standing::all_done);
  const epoch next = board.publish(epoch::no_slot, 0, work{});
  EXPECT_EQ(line.of(next), standing::away);
}

TEST(Arrival, DoesNotStartWhenTheNoticeIsWithdrawn) {
  publication_board<> board(2, 2);
  arrival<> line;
  const epoch e = board.publish(epoch::no_slot, 0, work{});
  board.close_ranges(e);
  EXPECT_TRUE(board.notice_for(1).current().being_written());
  EXPECT_FALSE(line.start(e, board.notice_for(1)));
  EXPECT_EQ(line.of(e), standing::away);
}

TEST(Board, ALoopOfFixedRangesShowsNoSlot) {
  publication_board<> board(1, 1);
  const unsigned slot = board.reserve([](auto) {});
  board.publish(slot, 0, work{});
  board.slot(slot).in_use = false;
  board.publish(epoch::no_slot, 0, work{});
  std::size_t rounds = 0;
  // The slot of the previous loop may be used again.
  for (unsigned next = publication_board<>::slot_count; next != slot && rounds < 100; ++rounds) {
    next = board.reserve([](auto) {});
    ASSERT_NE(next, publication_board<>::slot_count);
    board.slot(next).in_use = false;
  }
  EXPECT_LT(rounds, 100U);
}

// Either the follower starts and the leader waits for it, or the follower does not start and the
// leader runs its range. So the range is run exactly once.
TEST(Arrival, ARangeIsRunOnce) {
  publication_board<> board(1, 1);
  arrival<> line;
  std::atomic<unsigned> runs{0};
  std::atomic<bool> over{false};
  std::thread follower([&] {
    epoch last{};
    while (!over) {
      const epoch e = board.notice_for(0).current();
      if (e == last || e.being_written()) continue;
      if (!line.start(e, board.notice_for(0))) continue;
      last = e;
      ++runs;
      line.finish(e, standing::all_done);
    }
  });
  unsigned loops = 0;
  for (; loops < 20'000; ++loops) {
    const epoch e = board.publish(epoch::no_slot, 0, work{});
    for (unsigned looks = 0; looks < loops % 50; ++looks) {
      if (line.of(e) != standing::away) break;
    }
    if (line.of(e) == standing::away) board.close_ranges(e);
    // The next look decides, as in shown_ranges. If it finds the follower away, the follower may
    // still start, but then retreats.
    standing how = line.of(e);
    for (; how == standing::started; how = line.of(e)) std::this_thread::yield();
    if (how == standing::away) ++runs;
    ASSERT_EQ(runs, loops + 1);
  }
  over = true;
  follower.join();
}

TEST(EndBell, WakesALeaderThatSleeps) {
  end_bell<> bell;
  std::atomic<bool> done{false};
  std::thread follower([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    done = true;
    bell.look();
  });
  while (!done) bell.sleep([&] { return done.load(); });
  follower.join();
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace arcas
