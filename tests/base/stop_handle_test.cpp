// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/stop_handle.h>

#include <gtest/gtest.h>

#include <stop_token>

namespace arcas {
namespace {

TEST(StopHandle, WithoutATokenNeverStops) {
  const stop_handle none;
  EXPECT_FALSE(none);
  EXPECT_FALSE(none.stop_requested());
}

TEST(StopHandle, AsksItsOwnCopyOfTheToken) {
  stop_handle handle;
  std::stop_source source;
  {
    const stop_handle of_token(source.get_token());
    handle = of_token;
  }
  EXPECT_TRUE(handle);
  EXPECT_FALSE(handle.stop_requested());
  source.request_stop();
  EXPECT_TRUE(handle.stop_requested());
  EXPECT_TRUE(stop_handle(handle).stop_requested());
}

}  // namespace
}  // namespace arcas
