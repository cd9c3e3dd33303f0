// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/shared_rate.h>

#include <gtest/gtest.h>

#include <vector>

namespace {

using arcas::sim::shared_rate;
using arcas::sim::timeline;

// The end of each thread that begins at 0 and uses the resource for `wanted` cycles.
std::vector<std::uint64_t> ends(double capacity, std::vector<double> wanted) {
  timeline time(static_cast<unsigned>(wanted.size()));
  shared_rate rate(capacity);
  std::vector<std::uint64_t> end(wanted.size());
  for (unsigned t = 0; t < wanted.size(); ++t)
    time.start(t, [&, t] {
      rate.use(time, wanted[t]);
      end[t] = time.now();
    });
  time.run();
  return end;
}

TEST(SharedRate, WithinTheCapacityNobodyIsSlowed) {
  EXPECT_EQ(ends(2, {100, 60}), (std::vector<std::uint64_t>{100, 60}));
}

TEST(SharedRate, BeyondItAllAreSlowedAlike) {
  EXPECT_EQ(ends(1, {100, 100}), (std::vector<std::uint64_t>{200, 200}));
  EXPECT_EQ(ends(1.25, {100, 100}), (std::vector<std::uint64_t>{160, 160}));
}

TEST(SharedRate, AThreadThatRemainsAloneIsFastAgain) {
  // At time 100 both have used 50. Then one continues alone.
  EXPECT_EQ(ends(1, {50, 100}), (std::vector<std::uint64_t>{100, 150}));
}

TEST(SharedRate, ThreadsThatTakeLessLeaveMoreToOthers) {
  timeline time(3);
  shared_rate rate(1.5);
  std::uint64_t end[3];
  for (const unsigned t : {0U, 1U, 2U})
    time.start(t, [&, t] {
      rate.use(time, 100, t == 0 ? 1.0 : 0.25);
      end[t] = time.now();
    });
  time.run();
  for (const std::uint64_t e : end) EXPECT_EQ(e, 100U);  // together they use 1.5
}

TEST(SharedRate, AThreadThatComesLaterSlowsTheOthersFromThen) {
  timeline time(2);
  shared_rate rate(1);
  std::uint64_t first = 0, second = 0;
  time.start(0, [&] {
    rate.use(time, 100);
    first = time.now();
  });
  time.start(1, [&] {
    time.pass(40);
    rate.use(time, 10);
    second = time.now();
  });
  time.run();
  EXPECT_EQ(second, 60U);
  EXPECT_EQ(first, 110U);
}

}  // namespace
