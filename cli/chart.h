// SPDX-License-Identifier: Apache-2.0
// Points over two axes as a picture, such as the distribution of a kernel's result.
#pragma once

#include <string>
#include <vector>

namespace cli {

struct chart_point {
  double x = 0;
  double y = 0;
};

struct chart {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<chart_point> points;
};

// An axis is logarithmic if none of its values is below 0 and the greatest is more than fifty times
// the least value above 0; then points at 0 are left out. Points at the same place are drawn once.
std::string as_svg(const chart& c);

// How a column of a result is drawn.
enum class chart_form : unsigned char {
  counts,    // how many rows have each value
  at_least,  // how many rows have each value or more
  groups     // how many rows have each value, in decreasing order: the sizes of groups
};
std::vector<chart_point> distribution(std::vector<double> values, chart_form form);

}  // namespace cli
