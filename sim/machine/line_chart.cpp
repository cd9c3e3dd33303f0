// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/line_chart.h>

#include <arcas/base/escapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace arcas::sim {
namespace {

constexpr double panel_width = 300, panel_height = 220, left = 52, right = 14, top = 30,
                 bottom = 44, head = 36, line_of_legend = 18;
constexpr std::array<const char*, 9> colours = {"#1f5fa8", "#c0392b", "#2e8b57",
                                                "#8e44ad", "#d68910", "#16a0a0",
                                                "#7f5a3c", "#e377c2", "#555555"};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string text_at(double x, double y, const char* anchor, std::string_view text,
                    const char* more = "") {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\"" +
         more + ">" + arcas::detail::shown_in_xml(text) + "</text>\n";
}

std::string line_between(double x1, double y1, double x2, double y2, const char* colour) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
         "\" y2=\"" + number(y2) + "\" stroke=\"" + colour + "\"/>\n";
}

// 1, 2 or 5 times a power of ten, so that about four steps reach `most`.
double step_for(double most) {
  const double rough = std::max(most, 1e-9) / 4;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  return power * (rough > 5 * power ? 10 : rough > 2 * power ? 5 : rough > power ? 2 : 1);
}

class panel_drawing {
 public:
  panel_drawing(const chart_panel& panel, double x, double y) : panel_(panel), x_(x), y_(y) {
    for (const chart_line& line : panel.lines) {
      for (const auto& [at, value] : line.points) {
        least_ = least_ == 0 ? at : std::min(least_, at);
        greatest_ = std::max(greatest_, at);
        most_ = std::max(most_, value);
        if (std::ranges::find(ticks_, at) == ticks_.end()) ticks_.push_back(at);
      }
    }
    most_ = std::max(most_, 1e-9);
  }

  std::string draw() const {
    std::string svg = text_at(x_ + (left + panel_width - right) / 2, y_ + 18, "middle",
                              panel_.title, " font-weight=\"bold\"");
    const double step = step_for(most_);
    for (double v = 0; v <= most_ * 1.0001; v += step) {
      svg += line_between(x_ + left, height_of(v), x_ + panel_width - right, height_of(v), "#ddd");
      svg += text_at(x_ + left - 6, height_of(v) + 4, "end", number(v));
    }
    for (const double tick : ticks_)
      svg += text_at(place_of(tick), y_ + panel_height - bottom + 16, "middle", number(tick));
    svg += line_between(x_ + left, y_ + panel_height - bottom, x_ + panel_width - right,
                        y_ + panel_height - bottom, "#444");
    for (std::size_t i = 0; i < panel_.lines.size(); ++i) svg += draw_line(i);
    return svg;
  }

 private:
  double place_of(double at) const {
    const double part =
        greatest_ > least_ ? std::log2(at / least_) / std::log2(greatest_ / least_) : 0.5;
    return x_ + left + 8 + part * (panel_width - left - right - 16);
  }
  double height_of(double value) const {
    return y_ + panel_height - bottom - value / most_ * (panel_height - top - bottom);
  }
  std::string draw_line(std::size_t i) const {
    const std::string colour = colours[i % colours.size()];
    std::string points, marks;
    for (const auto& [at, value] : panel_.lines[i].points) {
      points += number(place_of(at)) + "," + number(height_of(value)) + " ";
      marks += "<circle cx=\"" + number(place_of(at)) + "\" cy=\"" + number(height_of(value)) +
               "\" r=\"2.5\" fill=\"" + colour + "\"/>\n";
    }
    return "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"" + colour +
           "\" stroke-width=\"1.6\"/>\n" + marks;
  }

  const chart_panel& panel_;
  double x_, y_;
  double least_ = 0, greatest_ = 0, most_ = 0;
  std::vector<double> ticks_;
};

}  // namespace

std::string as_svg(const line_chart& chart) {
  const auto count = static_cast<unsigned>(chart.panels.size());
  const unsigned columns = std::max(1u, std::min(chart.columns, count));
  const unsigned rows = (count + columns - 1) / columns;
  const double width = columns * panel_width + 20;
  const auto& names = chart.panels.front().lines;
  const auto legend_rows = static_cast<double>((names.size() + columns - 1) / columns);
  const double height = head + rows * panel_height + 24 + legend_rows * line_of_legend + 8;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) +
                    "\" height=\"" + number(height) +
                    "\" font-family=\"sans-serif\" font-size=\"11\">\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  svg += text_at(width / 2, 22, "middle", chart.title, " font-size=\"14\" font-weight=\"bold\"");
  for (unsigned p = 0; p < count; ++p)
    svg +=
        panel_drawing(chart.panels[p], p % columns * panel_width, head + p / columns * panel_height)
            .draw();
  const double below = head + rows * panel_height + 8;
  svg += text_at(width / 2, below, "middle",
                 "across: " + chart.x_title + "; upwards: " + chart.y_title);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double x = 20 + static_cast<double>(i % columns) * panel_width;
    const double y = below + 20 + static_cast<double>(i / columns) * line_of_legend;
    svg += line_between(x, y - 4, x + 24, y - 4, colours[i % colours.size()]);
    svg += text_at(x + 30, y, "start", names[i].name);
  }
  return svg + "</svg>\n";
}

}  // namespace arcas::sim
