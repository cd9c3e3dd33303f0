// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_parts.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <numeric>

namespace arcas::graph {
namespace {

// Bytes parsed at a time: some 20,000 edges, whose list still fits a second level cache.
constexpr std::size_t part_bytes = std::size_t{1} << 18;

// The first line that starts at or behind `position`.
std::size_t line_start(std::string_view text, std::size_t position) {
  if (position == 0) return 0;
  if (position >= text.size()) return text.size();
  const std::size_t newline = text.find('\n', position - 1);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

}  // namespace

text_parts divided(std::string_view text, const loop_options& loops) {
  const std::size_t count = (text.size() + part_bytes - 1) / part_bytes;
  text_parts parts{std::vector<std::size_t>(count + 1), std::vector<std::uint64_t>(count + 1)};
  parts.starts[count] = text.size();
  whole_for(count, loops, [&](std::size_t p) {
    const std::size_t first = line_start(text, p * part_bytes);
    const std::size_t last = line_start(text, (p + 1) * part_bytes);
    parts.starts[p] = first;
    const std::string_view lines = text.substr(first, last - first);
    const auto newlines = std::count(lines.begin(), lines.end(), '\n');
    const bool open_end = !lines.empty() && lines.back() != '\n';
    parts.lines[p] = static_cast<std::uint64_t>(newlines) + (open_end ? 1 : 0);
  });
  std::exclusive_scan(parts.lines.begin(), parts.lines.end(), parts.lines.begin(),
                      std::uint64_t{0});
  return parts;
}

}  // namespace arcas::graph
