// SPDX-License-Identifier: Apache-2.0
#include <cli/figures.h>
#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(Figures, GroupsThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Figures, CountsOneAndMany) {
  EXPECT_EQ(counted(1, "worker"), "1 worker");
  EXPECT_EQ(counted(1024, "worker"), "1,024 workers");
}

TEST(Figures, DurationsHaveThreeFigures) {
  EXPECT_EQ(duration(0.000412), "412 us");
  EXPECT_EQ(duration(0.0312), "31.2 ms");
  EXPECT_EQ(duration(1.234), "1.23 s");
  EXPECT_EQ(duration(123.4), "123 s");
}

TEST(Figures, MagnitudesNeverShowFourFigures) {
  EXPECT_EQ(magnitude(35), "35.0");
  EXPECT_EQ(magnitude(999.7), "1.00 k");
  EXPECT_EQ(magnitude(671e6), "671 M");
  EXPECT_EQ(magnitude(1.21e9), "1.21 G");
}

TEST(Figures, DecimalsAreFewForAnyNumber) {
  EXPECT_EQ(decimals(0.25, 6), "0.250000");
  EXPECT_EQ(decimals(0, 2), "0.00");
  EXPECT_EQ(decimals(-123.456, 2), "-123.46");
  EXPECT_EQ(decimals(1e308, 2), "1.00e+308");
  EXPECT_EQ(decimals(5e-324, 3), "4.941e-324");
}

TEST(Figures, BytesAreWholeOrRounded) {
  EXPECT_EQ(byte_count(12), "12 B");
  EXPECT_EQ(byte_count(2561524), "2.56 MB");
}

}  // namespace
}  // namespace cli
