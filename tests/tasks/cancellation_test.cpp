// SPDX-License-Identifier: Apache-2.0
#include "teams.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>

namespace arcas {

using namespace detail;
namespace {

TEST(TaskCancellation, BeginsNoTaskAfterAStop) {
  std::stop_source source;
  source.request_stop();
  task_group group({.stop = source.get_token()});
  std::atomic<int> runs{0};
  for (int i = 0; i < 100; ++i) group.run([&] { ++runs; });
  group.wait();
  EXPECT_EQ(runs, 0);
}

TEST(TaskCancellation, StopsInTheMiddle) {
  const auto team = test::team_of(1);
  std::stop_source source;
  task_group group({.stop = source.get_token(), .on = team.get()});
  int runs = 0;
  for (int i = 0; i < 100; ++i) {
    group.run([&] {
      if (++runs == 10) source.request_stop();
    });
  }
  group.wait();
  EXPECT_EQ(runs, 10);
}

TEST(TaskCancellation, DestroysTasksThatDoNotRun) {
  std::stop_source source;
  source.request_stop();
  const auto counted = std::make_shared<int>(0);
  task_group group({.stop = source.get_token()});
  for (int i = 0; i < 100; ++i) group.run([counted] {});
  group.wait();
  EXPECT_EQ(counted.use_count(), 1);
}

}  // namespace
}  // namespace arcas
