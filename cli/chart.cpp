// SPDX-License-Identifier: Apache-2.0
#include "chart.h"

#include "svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace cli {
namespace {

constexpr int chart_width = 640, chart_height = 420, left_margin = 90, right_margin = 24,
              top_margin = 44, bottom_margin = 56;

class axis {
 public:
  axis(std::vector<double> values, int from, int to) : from_(from), to_(to) {
    if (values.empty()) values = {0, 1};
    auto [least, greatest] = std::ranges::minmax(values);
    if (least >= 0) {
      double positive = greatest;
      for (const double value : values)
        if (value > 0) positive = std::min(positive, value);
      log_ = greatest > 50 * positive;
      if (log_) least = positive;
    }
    low_ = log_ ? std::floor(std::log10(least)) : std::min(0.0, least);
    high_ = log_ ? std::ceil(std::log10(greatest)) : greatest;
    if (!(half_range() > 1e-300)) high_ = low_ + std::max(1e-300, std::abs(low_) / 2);
    for (const double tick : ticks_between()) ticks.push_back(tick);
  }

  bool has_place(double value) const { return !log_ || value > 0; }
  int place(double value) const {
    const double at = ((log_ ? std::log10(value) : value) / 2 - low_ / 2) / half_range();
    return from_ + static_cast<int>(std::lround(at * (to_ - from_)));
  }
  std::vector<double> ticks;

 private:
  // Half of the range; the whole may overflow a double.
  double half_range() const { return high_ / 2 - low_ / 2; }
  std::vector<double> ticks_between() const {
    std::vector<double> found;
    if (log_) {
      const double step = std::max(1.0, std::ceil((high_ - low_) / 8));
      for (double t = low_; t <= high_; t += step) found.push_back(std::pow(10, t));
      std::erase_if(found, [](double tick) { return tick == 0 || std::isinf(tick); });
      return found;
    }
    // The step is 1, 2 or 5 times a power of ten, and gives about six ticks.
    constexpr std::size_t most = 20;  // ticks, whatever rounding does
    const double rough = half_range() / 3, power = std::pow(10, std::floor(std::log10(rough)));
    const double step = power * (rough > 5 * power ? 10 : rough > 2 * power ? 5 : 2);
    for (double t = std::ceil(low_ / step) * step; t <= high_ && found.size() < most; t += step)
      found.push_back(t);
    return found;
  }

  const int from_, to_;
  bool log_ = false;
  double low_ = 0, high_ = 1;
};

std::string line(int x1, int y1, int x2, int y2, const char* colour) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>\n", x1, y1, x2,
                     y2, colour);
}

}  // namespace

std::string as_svg(const chart& c) {
  std::vector<double> xs, ys;
  for (const chart_point& p : c.points) {
    xs.push_back(p.x);
    ys.push_back(p.y);
  }
  const int right = chart_width - right_margin, bottom = chart_height - bottom_margin;
  const axis x(std::move(xs), left_margin, right), y(std::move(ys), bottom, top_margin);
  std::string svg =
      svg_text((left_margin + right) / 2, 24, "middle", c.title, " font-weight=\"bold\"");
  for (const double tick : x.ticks) {
    svg += line(x.place(tick), top_margin, x.place(tick), bottom, "#ddd");
    svg += svg_text(x.place(tick), bottom + 18, "middle", fmt::format("{:g}", tick));
  }
  for (const double tick : y.ticks) {
    svg += line(left_margin, y.place(tick), right, y.place(tick), "#ddd");
    svg += svg_text(left_margin - 8, y.place(tick) + 4, "end", fmt::format("{:g}", tick));
  }
  svg += line(left_margin, bottom, right, bottom, "#444");
  svg += line(left_margin, top_margin, left_margin, bottom, "#444");
  svg += svg_text((left_margin + right) / 2, chart_height - 14, "middle", c.x_title);
  const int middle = (top_margin + bottom) / 2;
  svg += svg_text(18, middle, "middle", c.y_title,
                  fmt::format(" transform=\"rotate(-90 18 {})\"", middle));
  std::set<std::pair<int, int>> drawn;
  for (const chart_point& p : c.points) {
    if (!x.has_place(p.x) || !y.has_place(p.y)) continue;
    const auto [at, fresh] = drawn.emplace(x.place(p.x), y.place(p.y));
    if (!fresh) continue;
    svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"#1f5fa8\"/>\n", at->first,
                       at->second);
  }
  return svg_picture(chart_width, chart_height, svg);
}

std::vector<chart_point> distribution(std::vector<double> values, chart_form form) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  std::ranges::sort(values);
  std::vector<chart_point> points;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t last = i;
    while (last < values.size() && values[last] == values[i]) ++last;
    const std::size_t count = form == chart_form::at_least ? values.size() - i : last - i;
    points.push_back({values[i], static_cast<double>(count)});
    i = last;
  }
  if (form != chart_form::groups) return points;
  std::ranges::sort(points, std::greater<>(), &chart_point::y);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].x = static_cast<double>(i + 1);
  return points;
}

}  // namespace cli
