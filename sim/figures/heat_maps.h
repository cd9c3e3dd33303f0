// SPDX-License-Identifier: Apache-2.0
// Times by workers and grain, in several maps, as SVG: a cell shows its time relative to the
// reference, and is darker for a longer time.
#pragma once

#include <string>
#include <vector>

namespace figures {

struct heat_map {
  std::string title;
  std::vector<std::string> rows;     // workers
  std::vector<std::string> columns;  // grains
  std::vector<double> times;         // row by row
};

// reference: the time that a cell shows as 1.00.
std::string as_svg(const std::string& title, const std::vector<heat_map>& maps, double reference);

}  // namespace figures
