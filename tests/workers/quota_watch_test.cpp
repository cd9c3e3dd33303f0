// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/quota_watch.h>

#include "quota_files.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace arcas {

using namespace detail;
namespace {

TEST(QuotaWatch, ReportsAChangeOnce) {
  quota_files files("400000 100000");
  quota_watch watch(files.roots(), 8, 0);
  EXPECT_EQ(watch.paid(), 4U);
  EXPECT_FALSE(watch.look().has_value());
  files.set("150000 100000");
  EXPECT_EQ(watch.look(), 1U);
  EXPECT_FALSE(watch.look().has_value());
  files.set("max 100000");
  EXPECT_EQ(watch.look(), 8U);
}

TEST(QuotaWatch, ReadsNothingBeforeTheIntervalIsOver) {
  quota_files files("400000 100000");
  quota_watch watch(files.roots(), 8, ~std::uint64_t{0} / 2);
  files.set("100000 100000");
  EXPECT_FALSE(watch.look().has_value());
  EXPECT_EQ(watch.paid(), 4U);
}

TEST(QuotaWatch, MissingFilesMeanNoQuota) {
  quota_files files("200000 100000");
  quota_watch watch(files.roots(), 8, 0);
  files.remove();
  EXPECT_EQ(watch.look(), 8U);
}

}  // namespace
}  // namespace arcas
