// SPDX-License-Identifier: Apache-2.0
#include "heat_map.h"

#include "figures.h"
#include "kernel_report.h"
#include "svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cli {
namespace {

constexpr int cell_width = 74, cell_height = 34, margin = 60, title_height = 44;

// The colour of a time, given as its ratio to the shortest: ratio 1 is white, 4 and more the
// darkest red.
std::string shade(double ratio) {
  const double dark = std::clamp(std::log2(ratio) / 2, 0.0, 1.0);
  const auto level = [dark](double light, double deep) {
    return static_cast<int>(std::lround(light + (deep - light) * dark));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", level(255, 128), level(255, 30), level(255, 40));
}

std::string panel(const heat_map& map, int left, double least) {
  const int columns = static_cast<int>(map.grains.size());
  std::string svg =
      svg_text(left + columns * cell_width / 2, 18, "middle", map.title, " font-weight=\"bold\"");
  for (int c = 0; c < columns; ++c) {
    svg += svg_text(left + c * cell_width + cell_width / 2, title_height - 6, "middle",
                    map.grains[static_cast<std::size_t>(c)]);
  }
  for (std::size_t i = 0; i < map.seconds.size(); ++i) {
    const auto row = static_cast<int>(i) / columns;
    const int x = left + static_cast<int>(i) % columns * cell_width;
    const int y = title_height + row * cell_height;
    const double ratio = map.seconds[i] / least;
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#888\"/>\n", x, y,
        cell_width, cell_height, shade(ratio));
    svg += svg_text(x + cell_width / 2, y + cell_height / 2 + 4, "middle",
                    fmt::format("{:.2f}", ratio), ratio > 2.5 ? " fill=\"white\"" : "");
  }
  return svg;
}

}  // namespace

double least_of(std::span<const heat_map> maps) {
  double least = maps.front().seconds.front();
  for (const heat_map& map : maps) least = std::min(least, *std::ranges::min_element(map.seconds));
  return least;
}

std::string as_text(const heat_map& map, double least) {
  std::vector<std::string> titles = {map.title + ": workers"};
  for (const std::string& grain : map.grains) titles.push_back("grain " + grain);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < map.seconds.size(); ++i) {
    if (i % map.grains.size() == 0) rows.push_back({map.workers[i / map.grains.size()]});
    rows.back().push_back(
        fmt::format("{} ({:.2f})", duration(map.seconds[i]), map.seconds[i] / least));
  }
  return as_table(titles, rows);
}

std::string as_svg(std::span<const heat_map> maps) {
  const heat_map& first = maps.front();
  const int width = static_cast<int>(first.grains.size()) * cell_width;
  const int height = title_height + static_cast<int>(first.workers.size()) * cell_height;
  const int count = static_cast<int>(maps.size());
  std::string svg;
  for (std::size_t r = 0; r < first.workers.size(); ++r) {
    svg +=
        svg_text(margin - 8, title_height + static_cast<int>(r) * cell_height + cell_height / 2 + 4,
                 "end", first.workers[r]);
  }
  for (int m = 0; m < count; ++m)
    svg +=
        panel(maps[static_cast<std::size_t>(m)], margin + m * (width + margin / 2), least_of(maps));
  svg += svg_text(margin, height + 24, "start",
                  fmt::format("rows: workers; columns: iterations per claim; 1.00 is {}",
                              duration(least_of(maps))));
  return svg_picture(margin + count * (width + margin / 2), height + 40, svg);
}

}  // namespace cli
