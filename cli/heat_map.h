// SPDX-License-Identifier: Apache-2.0
// Tables of times by workers and grain, as text and as a picture in which longer times are darker.
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
// In the text, each time is followed by its ratio to `least`.
std::string as_text(const heat_map& map, double least);
// The maps beside each other, with one scale of shades.
std::string as_svg(std::span<const heat_map> maps);

}  // namespace cli
