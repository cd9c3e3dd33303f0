// SPDX-License-Identifier: Apache-2.0
#include <sim/figures/heat_maps.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace figures {
namespace {

constexpr int cell_width = 52, cell_height = 26, margin = 56, head = 62, gap = 40;

template <class... Values>
std::string text(const char* format, Values... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

std::string label(int x, int y, const std::string& what, const char* more = "") {
  return text("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\"%s>", x, y, more) + what + "</text>\n";
}

// The ratio to the reference chooses the colour: 1/2 is white, 4 is the darkest.
std::string cell(int x, int y, double ratio) {
  const double dark = std::clamp((std::log2(ratio) + 1) / 3, 0.0, 1.0);
  const auto level = [dark](double deep) {
    return static_cast<int>(std::lround(255 + (deep - 255) * dark));
  };
  return text("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x, y,
              cell_width, cell_height, level(120), level(40), level(40)) +
         label(x + cell_width / 2, y + 17, text(ratio < 99.5 ? "%.2f" : "%.0f", ratio),
               dark > 0.6 ? " fill=\"white\"" : "");
}

int width_of(const heat_map& map) {
  return static_cast<int>(map.columns.size()) * cell_width;
}

std::string drawn(const heat_map& map, int left, double reference) {
  std::string svg = label(left + width_of(map) / 2, head - 22, map.title, " font-weight=\"bold\"");
  for (std::size_t c = 0; c < map.columns.size(); ++c)
    svg +=
        label(left + static_cast<int>(c) * cell_width + cell_width / 2, head - 6, map.columns[c]);
  for (std::size_t i = 0; i < map.times.size(); ++i) {
    const auto row = static_cast<int>(i / map.columns.size());
    const auto column = static_cast<int>(i % map.columns.size());
    svg += cell(left + column * cell_width, head + row * cell_height, map.times[i] / reference);
  }
  return svg;
}

}  // namespace

std::string as_svg(const std::string& title, const std::vector<heat_map>& maps, double reference) {
  int width = margin;
  for (const heat_map& map : maps) width += std::max(width_of(map), 130) + gap;
  const auto rows = static_cast<int>(maps.front().rows.size());
  const int height = head + rows * cell_height + 12;
  std::string svg = text(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
      "font-family=\"sans-serif\" "
      "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
      width, height);
  svg += label(width / 2, 18, title, " font-size=\"14\"");
  for (int r = 0; r < rows; ++r)
    svg += label(margin / 2, head + r * cell_height + 17,
                 maps.front().rows[static_cast<std::size_t>(r)]);
  int left = margin;
  for (const heat_map& map : maps) {
    svg += drawn(map, left, reference);
    left += std::max(width_of(map), 130) + gap;
  }
  return svg + "</svg>\n";
}

}  // namespace figures
