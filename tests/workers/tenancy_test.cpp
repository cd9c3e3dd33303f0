// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/tenancy.h>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace arcas {
namespace {

const int ann = 0;
const int bob = 0;

void come_often(tenancy<>& seat, const void* me) {
  for (unsigned turn = 0; turn <= tenancy<>::turns_to_keep; ++turn) {
    ASSERT_TRUE(seat.take(me));
    seat.give_back(me);
  }
}

TEST(Tenancy, OneAtATime) {
  tenancy<> seat;
  EXPECT_TRUE(seat.take(&ann));
  EXPECT_FALSE(seat.take(&bob));
  seat.give_back(&ann);
  EXPECT_TRUE(seat.take(&bob));
  EXPECT_FALSE(seat.take(&ann));
  seat.give_back(&bob);
}

TEST(Tenancy, AKeeperInsideIsNotPutOut) {
  tenancy<> seat;
  come_often(seat, &ann);
  EXPECT_TRUE(seat.take(&ann));
  EXPECT_FALSE(seat.take(&bob));
  seat.give_back(&ann);
}

TEST(Tenancy, AKeeperInsideIsNotLetInAgain) {
  tenancy<> seat;
  come_often(seat, &ann);
  EXPECT_TRUE(seat.take(&ann));
  EXPECT_FALSE(seat.take(&ann));
  EXPECT_FALSE(seat.take(&bob));
  seat.give_back(&ann);
  EXPECT_TRUE(seat.take(&bob));
  seat.give_back(&bob);
}

TEST(Tenancy, AKeeperOutsideLosesTheSeatAndGetsItAgain) {
  tenancy<> seat;
  come_often(seat, &ann);
  EXPECT_TRUE(seat.take(&bob));
  EXPECT_FALSE(seat.take(&ann));
  seat.give_back(&bob);
  come_often(seat, &ann);
  EXPECT_TRUE(seat.take(&ann));
  EXPECT_FALSE(seat.take(&bob));
  seat.give_back(&ann);
}

TEST(Tenancy, OnlyOneThreadEverKeepsTheSeat) {
  tenancy<> seat;
  come_often(seat, &ann);
  come_often(seat, &bob);
  EXPECT_TRUE(seat.take(&ann));
  seat.give_back(&ann);
}

// The name in the keeper's word is all that the second thread reads of the first: ThreadSanitizer
// says whether it sees what the first left.
TEST(Tenancy, WhoPutsAKeeperOutFindsWhatItLeft) {
  tenancy<> seat;
  std::uint64_t turns = 0;
  std::atomic<bool> kept{false};
  {
    const std::jthread second([&] {
      // relaxed: on purpose, as the store below.
      while (!kept.load(std::memory_order_relaxed)) std::this_thread::yield();
      if (!seat.take(&bob)) return;
      ++turns;
      seat.give_back(&bob);
    });
    for (unsigned turn = 0; turn <= tenancy<>::turns_to_keep; ++turn) {
      ASSERT_TRUE(seat.take(&ann));
      ++turns;
      seat.give_back(&ann);
    }
    kept.store(true, std::memory_order_relaxed);  // relaxed: as above
  }
  EXPECT_EQ(turns, tenancy<>::turns_to_keep + 2);
}

// Plain data of the tenant's: a race or a lost update is two tenants at once.
TEST(Tenancy, ThreadsThatComeAndGoNeverMeet) {
  tenancy<> seat;
  std::uint64_t data = 0;
  std::atomic<std::uint64_t> turns{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        const int me = t;
        for (int round = 0; round < 20'000; ++round) {
          // One of them comes far more often than the others, and keeps the seat in between.
          if (t != 0 && round % 100 != 0) continue;
          if (!seat.take(&me)) continue;
          ++data;
          ++turns;
          seat.give_back(&me);
        }
      });
    }
  }
  EXPECT_EQ(data, turns);
  EXPECT_GT(data, 0U);
}

}  // namespace
}  // namespace arcas
