// SPDX-License-Identifier: Apache-2.0
// Points over two axes as a picture: distributions of a kernel's result, for a paper or a look.
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

// An axis is logarithmic where none of its values is below 0 and the greatest is more than fifty times the least above 0;
// points at 0 are left out then. Points that fall on the same place are drawn once.
std::string as_svg(const chart& c);

// How a column of a result is to be drawn.
enum class chart_form : unsigned char {
  counts,    // how many rows have each value
  at_least,  // how many rows have each value or more
  groups     // how many rows each value has, the most first: sizes by rank
};
std::vector<chart_point> distribution(std::vector<double> values, chart_form form);

}  // namespace cli
