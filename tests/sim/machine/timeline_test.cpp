// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/timeline.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace {

using arcas::sim::timeline;

TEST(Timeline, ThreadsGoOnInTheOrderOfTheirTimes) {
  timeline time(2);
  std::string order;
  time.start(0, [&] {
    time.pass(10);
    order += 'a';
    time.pass(10);
    order += 'c';
  });
  time.start(1, [&] {
    time.pass(15);
    order += 'b';
    time.pass(15);
    order += 'd';
  });
  EXPECT_EQ(time.run(), 30U);
  EXPECT_EQ(order, "abcd");
}

TEST(Timeline, OfEqualTimesTheOneDecidedFirstComesFirst) {
  timeline time(3);
  std::string order;
  for (unsigned t = 0; t < 3; ++t)
    time.start(t, [&, t] {
      time.pass(5);
      order += static_cast<char>('0' + t);
    });
  time.run();
  EXPECT_EQ(order, "012");
}

TEST(Timeline, AnInterruptedThreadGoesOnLater) {
  timeline time(2);
  std::uint64_t went_on = 0;
  time.start(0, [&] {
    time.pass(10);
    went_on = time.now();
  });
  time.start(1, [&] {
    time.pass(3);
    time.delay(0, 100);
  });
  time.run();
  EXPECT_EQ(went_on, 110U);
}

TEST(Timeline, AThreadThatSleepsWhileItIsInterruptedIsNotLateForLong) {
  timeline time(2);
  std::uint64_t went_on = 0;
  time.start(0, [&] {
    time.sleep();
    went_on = time.now();
  });
  time.start(1, [&] {
    time.pass(10);
    for (int i = 0; i < 5; ++i) time.delay(0, 100);
    time.pass(50);
    time.wake(0, time.now());
  });
  time.run();
  EXPECT_EQ(went_on, 110U);
}

TEST(Timeline, ADecisionReplacesTheOneBefore) {
  timeline time(2);
  std::uint64_t went_on = 0;
  time.start(0, [&] {
    time.wake(0, 50);
    time.sleep();
    went_on = time.now();
  });
  time.start(1, [&] {
    time.pass(3);
    time.wake(0, 20);
  });
  time.run();
  EXPECT_EQ(went_on, 20U);
}

TEST(Timeline, AThreadThatNothingWakesIsAnError) {
  timeline time(1);
  time.start(0, [&] { time.sleep(); });
  EXPECT_THROW(time.run(), std::logic_error);
}

}  // namespace
