// SPDX-License-Identifier: Apache-2.0
#include <arcas/version.h>

#include <gtest/gtest.h>

#include <string>

TEST(Version, EqualsTheVersionOfTheBuild) {
  EXPECT_EQ(std::to_string(ARCAS_VERSION_MAJOR) + '.' + std::to_string(ARCAS_VERSION_MINOR) + '.' +
                std::to_string(ARCAS_VERSION_PATCH),
            ARCAS_PROJECT_VERSION);
  EXPECT_EQ(arcas::library_version(), ARCAS_VERSION_NUMBER);
}
