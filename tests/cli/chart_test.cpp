// SPDX-License-Identifier: Apache-2.0
#include <cli/chart.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace cli {
namespace {

TEST(Distribution, LeavesOutWhatIsNotFinite) {
  const double infinite = std::numeric_limits<double>::infinity();
  const auto points = distribution({NAN, 2, infinite, 1, 2, -infinite, NAN}, chart_form::at_least);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].x, 1);
  EXPECT_EQ(points[0].y, 3);
  EXPECT_EQ(points[1].x, 2);
  EXPECT_EQ(points[1].y, 2);
  EXPECT_TRUE(distribution({NAN}, chart_form::groups).empty());
}

TEST(Charts, HaveFewTicksAndFinitePlacesForAnyValues) {
  const double most = std::numeric_limits<double>::max();
  for (const std::vector<double>& values : {std::vector<double>{},
                                            {NAN},
                                            {0},
                                            {-3},
                                            {-3, -3},
                                            {-most, most},
                                            {-most},
                                            {most},
                                            {5e-324},
                                            {5e-324, 1},
                                            {5e-324, most},
                                            {1e302, most},
                                            {0, 5e-324},
                                            {-5e-324, 5e-324},
                                            {1, std::nextafter(1, 2)},
                                            {-1e300, -1e300, 1e-300}}) {
    const std::string svg = as_svg(chart{"t", "x", "y", distribution(values, chart_form::counts)});
    EXPECT_LT(std::ranges::count(svg, '\n'), 60);
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(svg.find("inf"), svg.npos);
    EXPECT_EQ(svg.find("-2147483648"), svg.npos);
  }
}

}  // namespace
}  // namespace cli
