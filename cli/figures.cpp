// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

#include <arcas/base/escapes.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace cli {
namespace {

std::string three_figures(double number) {
  if (number < 9.995) return fmt::format("{:.2f}", number);
  if (number < 99.95) return fmt::format("{:.1f}", number);
  return fmt::format("{:.0f}", number);
}

}  // namespace

void tell(std::string_view sentence) {
  std::fputs(fmt::format("arcas: {}\n", arcas::detail::visible(sentence)).c_str(), stderr);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t number, const std::string& noun, const std::string& plural) {
  const bool one = number == 1;
  return grouped(number) + ' ' + (one || plural.empty() ? noun + (one ? "" : "s") : plural);
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return three_figures(seconds * 1e6) + " us";
  if (seconds < 1) return three_figures(seconds * 1e3) + " ms";
  return three_figures(seconds) + " s";
}

std::string magnitude(double number) {
  constexpr std::array<std::string_view, 5> letters = {"", " k", " M", " G", " T"};
  std::size_t step = 0;
  for (; number >= 999.5 && step + 1 < letters.size(); ++step) number /= 1000;
  return three_figures(number) + std::string(letters[step]);
}

std::string decimals(double number, int count) {
  const double size = std::abs(number);
  const bool fixed = size < 1e9 && (size == 0 || size >= std::pow(10, -count) / 2);
  return fixed ? fmt::format("{:.{}f}", number, count) : fmt::format("{:.{}e}", number, count);
}

std::string byte_count(std::uint64_t bytes) {
  const std::string number = magnitude(static_cast<double>(bytes));
  return bytes < 1000 ? grouped(bytes) + " B" : number + 'B';
}

std::string byte_rate(std::uint64_t bytes, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(bytes) / seconds : 0;
  return fmt::format("{}, {:.1f} MB/s", byte_count(bytes), rate / 1e6);
}

std::uint64_t stored_bytes(const std::string& file) {
  std::error_code none;
  const auto bytes = std::filesystem::file_size(file, none);
  return none ? 0 : bytes;
}

std::string origin_line(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges) {
  const std::uint64_t bytes = std::max(origin.bytes, origin.unpacked_bytes);
  return fmt::format("{}: {}, {}; {}{} in {}{}\n", arcas::detail::visible(origin.file),
                     counted(vertices, "vertex", "vertices"), counted(edges, "edge"),
                     origin.kind.empty() ? "" : arcas::detail::visible(origin.kind) + "; ",
                     bytes != 0 ? "read" : "made", duration(origin.seconds),
                     bytes != 0 ? fmt::format(" ({})", byte_rate(bytes, origin.seconds)) : "");
}

}  // namespace cli
