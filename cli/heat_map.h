// SPDX-License-Identifier: Apache-2.0
// Times by workers and grain as tables: in text, and as a picture, darker where it took longer.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace cli {

struct heat_map {
  std::string title;
  std::vector<std::string> workers;  // rows
  std::vector<std::string> grains;   // columns
  std::vector<double> seconds;       // row by row
};

double least_of(std::span<const heat_map> maps);
// least: what 1.00 stands for.
std::string as_text(const heat_map& map, double least);
// Beside each other, in the shades of one scale.
std::string as_svg(std::span<const heat_map> maps);

}  // namespace cli
