// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/options.h>

#include <gtest/gtest.h>

#include <memory>
#include <stop_token>

namespace arcas {
namespace {

TEST(LoopOptions, SayNothingByDefault) {
  const loop_options options;
  EXPECT_EQ(options.grain, 0U);
  EXPECT_TRUE(options.distributor.automatic());
  EXPECT_EQ(options.level, 0);
  EXPECT_FALSE(options.stop);
  EXPECT_EQ(options.on, nullptr);
  EXPECT_EQ(options.statistics, nullptr);
}

TEST(LoopOptions, AreNamed) {
  std::stop_source source;
  const loop_options options{
      .grain = 64, .distributor = "async:core", .level = 1, .stop = source.get_token()};
  EXPECT_EQ(options.distributor.name(), "async:core/shared");
  EXPECT_TRUE(options.stop);
}

TEST(StopHandle, AnswersLikeItsToken) {
  std::stop_source source;
  const stop_handle none;
  const stop_handle handle(source.get_token());
  const stop_handle copy(handle);
  stop_handle assigned;
  assigned = copy;
  EXPECT_FALSE(none.stop_requested() || handle.stop_requested() || assigned.stop_requested());
  source.request_stop();
  EXPECT_TRUE(handle.stop_requested() && copy.stop_requested() && assigned.stop_requested());
  EXPECT_FALSE(none.stop_requested());
}

// A token that counts its copies.
struct shared_flag {
  std::shared_ptr<bool> raised = std::make_shared<bool>(false);
  bool stop_requested() const { return *raised; }
};

TEST(StopHandle, CopiesAndDestroysItsToken) {
  const shared_flag flag;
  {
    const stop_handle one(flag);
    EXPECT_EQ(flag.raised.use_count(), 2);
    stop_handle two(one);
    EXPECT_EQ(flag.raised.use_count(), 3);
    two = stop_handle();
    EXPECT_EQ(flag.raised.use_count(), 2);
    two = one;
    const stop_handle& same = two;
    two = same;
    EXPECT_EQ(flag.raised.use_count(), 3);
    *flag.raised = true;
    EXPECT_TRUE(two.stop_requested());
  }
  EXPECT_EQ(flag.raised.use_count(), 1);
}

}  // namespace
}  // namespace arcas
