// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/waiting.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

constexpr auto policies = {wait_policy::spin, wait_policy::adaptive, wait_policy::park};

TEST(WaitPolicy, IsFoundByItsName) {
  for (const wait_policy p : policies) EXPECT_EQ(wait_policy_named(name_of(p)), p);
  EXPECT_EQ(name_of(wait_policy::adaptive), "adaptive");
}

TEST(WaitPolicy, OfUnknownNameIsRefusedWithTheLegalOnes) {
  for (const char* name : {"", "Spin", "yield", "spin "}) {
    try {
      wait_policy_named(name);
      ADD_FAILURE() << name;
    } catch (const std::invalid_argument& e) {
      EXPECT_EQ(e.what(), '"' + std::string(name) +
                              "\" is not a wait policy; it must be spin, adaptive or park");
    }
  }
}

TEST(Patience, ThatSpinsNeverSleeps) {
  for (const bool crowded : {false, true}) {
    patience waiting(wait_policy::spin, crowded);
    for (int k = 0; k < 20'000; ++k) ASSERT_FALSE(waiting.step());
  }
}

TEST(Patience, ThatParksSleepsAtOnce) {
  patience waiting(wait_policy::park, false);
  EXPECT_TRUE(waiting.step());
  waiting.reset();
  EXPECT_TRUE(waiting.step());
}

TEST(Patience, ThatAdaptsSleepsInTheEndAndStartsAfreshWhenReset) {
  for (const bool crowded : {false, true}) {
    patience waiting(wait_policy::adaptive, crowded);
    EXPECT_FALSE(waiting.step());
    while (!waiting.step()) {
    }
    waiting.reset();
    EXPECT_FALSE(waiting.step());
  }
}

TEST(Futex, DoesNotSleepOnAWordThatChanged) {
  std::atomic<std::uint32_t> word{1};
  futex<std::atomic>::wait(word, 0);
  EXPECT_EQ(futex<std::atomic>::wake(word, 1), 0u);
}

TEST(Futex, WakesASleeper) {
  std::atomic<std::uint32_t> word{0};
  std::atomic<bool> awake{false};
  std::thread sleeper([&] {
    while (word == 0) futex<std::atomic>::wait(word, 0);
    awake = true;
  });
  word = 1;
  while (!awake) {
    futex<std::atomic>::wake(word, 1);
    std::this_thread::yield();
  }
  sleeper.join();
}

TEST(Futex, EachWakeIsForAsManyAsItSays) {
  std::atomic<std::uint32_t> word{0};
  std::atomic<int> awake{0};
  std::thread sleepers[3];
  for (std::thread& t : sleepers) {
    t = std::thread([&] {
      while (word == 0) futex<std::atomic>::wait(word, 0);
      ++awake;
    });
  }
  word = 1;
  unsigned woken = 0;
  while (awake != 3) {
    woken += futex<std::atomic>::wake(word, 3);
    std::this_thread::yield();
  }
  EXPECT_LE(woken, 3u);
  for (std::thread& t : sleepers) t.join();
}

}  // namespace
}  // namespace arcas
