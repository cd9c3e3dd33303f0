// SPDX-License-Identifier: Apache-2.0
// Line charts with a logarithmic x axis, in several panels, as SVG: speedups by grain or by
// workers.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace arcas::sim {

struct chart_line {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

struct chart_panel {
  std::string title;
  std::vector<chart_line> lines;
};

struct line_chart {
  std::string title;
  std::string x_title;
  std::string y_title;
  unsigned columns = 3;
  std::vector<chart_panel> panels;
};

// All panels must have the same lines in the same order. Each panel has its own y axis.
std::string as_svg(const line_chart& chart);

}  // namespace arcas::sim
