// SPDX-License-Identifier: Apache-2.0
#include "kernel_report.h"

#include "figures.h"

#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <stdexcept>

namespace cli {
namespace {

std::string time_line(const kernel_report& report, std::uint64_t edges,
                      const kernel_choice& choice) {
  const double rate = per_second(static_cast<double>(edges) * static_cast<double>(report.passes),
                                 report.seconds.median());
  return fmt::format("Arcas: {}, {} edges/s, {}\n", report.seconds.text(), magnitude(rate),
                     counted(arcas::runtime::default_runtime().workers(), "worker")) +
         (choice.check ? "Checked: right\n" : "");
}

std::string as_json(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
                    std::uint64_t edges, const kernel_choice& choice) {
  json_object object;
  object.text("file", origin.file)
      .count("vertices", vertices)
      .count("edges", edges)
      .count("bytes", origin.bytes)
      .number("read_seconds", origin.seconds)
      .count("workers", arcas::runtime::default_runtime().workers())
      .json("seconds", report.seconds.json())
      .number("median_seconds", report.seconds.median())
      .json(report.result_name, report.result_json);
  if (choice.check) object.truth("checked", true);
  return object.str() + '\n';
}

}  // namespace

void announce(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges,
              const kernel_choice& choice) {
  if (choice.json) return;
  fmt::print("{}", origin_line(origin, vertices, edges));
  std::fflush(stdout);
}

int show(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
         std::uint64_t edges, const kernel_choice& choice) {
  if (!report.fault.empty()) throw std::runtime_error("--check: " + report.fault);
  if (choice.json) {
    fmt::print("{}", as_json(report, origin, vertices, edges, choice));
  } else {
    fmt::print("\n{}\n{}", report.text, time_line(report, edges, choice));
  }
  return 0;
}

std::string as_table(const std::vector<std::string>& titles,
                     const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return {};
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < titles.size(); ++c) {
    std::size_t width = titles[c].size();
    for (const auto& row : rows) width = std::max(width, row[c].size());
    widths.push_back(width);
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      text += fmt::format("{}{:>{}}", c == 0 ? "" : "  ", cells[c], widths[c]);
    }
    return text + '\n';
  };
  std::string text = line(titles);
  for (const auto& row : rows) text += line(row);
  return text;
}

std::vector<arcas::graph::vertex> highest(
    std::size_t n, std::size_t count, const std::function<double(arcas::graph::vertex)>& value) {
  using arcas::graph::vertex;
  std::vector<vertex> order(n);
  std::iota(order.begin(), order.end(), vertex{0});
  count = std::min(count, n);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](vertex a, vertex b) {
                      const double x = value(a);
                      const double y = value(b);
                      return x != y ? x > y : a < b;
                    });
  order.resize(count);
  return order;
}

double per_second(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : 0;
}

}  // namespace cli
