// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/leader_lock.h>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

const int ann = 0;
const int bob = 0;

void come_often(leader_lock<>& lock, const void* me) {
  for (unsigned turn = 0; turn <= leader_lock<>::turns_to_keep; ++turn) {
    ASSERT_TRUE(lock.take(me));
    lock.give_back(me);
  }
}

TEST(LeaderLock, OneThreadAtATimeHasTheLock) {
  leader_lock<> lock;
  EXPECT_TRUE(lock.take(&ann));
  EXPECT_FALSE(lock.take(&bob));
  lock.give_back(&ann);
  EXPECT_TRUE(lock.take(&bob));
  EXPECT_FALSE(lock.take(&ann));
  lock.give_back(&bob);
}

TEST(LeaderLock, ABiasedOwnerInsideIsNotEvicted) {
  leader_lock<> lock;
  come_often(lock, &ann);
  EXPECT_TRUE(lock.take(&ann));
  EXPECT_FALSE(lock.take(&bob));
  lock.give_back(&ann);
}

TEST(LeaderLock, ABiasedOwnerInsideIsNotLetInAgain) {
  leader_lock<> lock;
  come_often(lock, &ann);
  EXPECT_TRUE(lock.take(&ann));
  EXPECT_FALSE(lock.take(&ann));
  EXPECT_FALSE(lock.take(&bob));
  lock.give_back(&ann);
  EXPECT_TRUE(lock.take(&bob));
  lock.give_back(&bob);
}

TEST(LeaderLock, ABiasedOwnerOutsideLosesTheLockAndGetsItAgain) {
  leader_lock<> lock;
  come_often(lock, &ann);
  EXPECT_TRUE(lock.take(&bob));
  EXPECT_FALSE(lock.take(&ann));
  lock.give_back(&bob);
  come_often(lock, &ann);
  EXPECT_TRUE(lock.take(&ann));
  EXPECT_FALSE(lock.take(&bob));
  lock.give_back(&ann);
}

TEST(LeaderLock, OnlyOneThreadEverOwnsTheLock) {
  leader_lock<> lock;
  come_often(lock, &ann);
  come_often(lock, &bob);
  EXPECT_TRUE(lock.take(&ann));
  lock.give_back(&ann);
}

// Only the lock orders the two threads. In it, the second thread reads the biased owner's name.
// ThreadSanitizer reports a race if the second thread does not see the first thread's writes.
TEST(LeaderLock, AThreadThatEvictsABiasedOwnerSeesItsWrites) {
  leader_lock<> lock;
  std::uint64_t turns = 0;
  std::atomic<bool> kept{false};
  {
    const std::jthread second([&] {
      // relaxed: on purpose, like the store below.
      while (!kept.load(std::memory_order_relaxed)) std::this_thread::yield();
      if (!lock.take(&bob)) return;
      ++turns;
      lock.give_back(&bob);
    });
    for (unsigned turn = 0; turn <= leader_lock<>::turns_to_keep; ++turn) {
      ASSERT_TRUE(lock.take(&ann));
      ++turns;
      lock.give_back(&ann);
    }
    kept.store(true, std::memory_order_relaxed);  // relaxed: on purpose
  }
  EXPECT_EQ(turns, leader_lock<>::turns_to_keep + 2);
}

// Plain data of the holder: a race or a lost update means two holders at once.
TEST(LeaderLock, ThreadsThatComeAndGoNeverMeet) {
  leader_lock<> lock;
  std::uint64_t data = 0;
  std::atomic<std::uint64_t> turns{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        const int me = t;
        for (int round = 0; round < 20'000; ++round) {
          // One thread comes far more often than the others, and keeps the lock in between.
          if (t != 0 && round % 100 != 0) continue;
          if (!lock.take(&me)) continue;
          ++data;
          ++turns;
          lock.give_back(&me);
        }
      });
    }
  }
  EXPECT_EQ(data, turns);
  EXPECT_GT(data, 0U);
}

}  // namespace
}  // namespace arcas
