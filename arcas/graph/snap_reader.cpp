// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/input_file.h>
#include <arcas/graph/published_edges.h>
#include <arcas/graph/snap_reader.h>
#include <arcas/graph/snap_text.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <utility>
#include <vector>

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

std::vector<snap_lines> parse_parts(std::string_view text, const loop_options& loops) {
  std::vector<snap_lines> parts((text.size() + part_bytes - 1) / part_bytes);
  whole_for(parts.size(), loops, [&](std::size_t p) {
    const std::size_t first = line_start(text, p * part_bytes);
    const std::size_t last = line_start(text, (p + 1) * part_bytes);
    parts[p] = parse_snap_lines(text.substr(first, last - first));
  });
  return parts;
}

}  // namespace

edge_list parse_snap(std::string_view text, const std::string& name, const loop_options& loops) {
  std::vector<snap_lines> lines = parse_parts(text, loops);
  std::vector<published_part> parts;
  parts.reserve(lines.size());
  std::uint64_t line = 0;
  // Parts before the first wrong one were read to their ends, so their lines count up to it.
  for (snap_lines& part : lines) {
    line += part.lines;
    if (!part.fault.empty()) {
      throw input_error(name + ":" + std::to_string(line) + ": " + part.fault);
    }
    parts.push_back(std::move(part.part));
  }
  const bool any = std::any_of(parts.begin(), parts.end(),
                               [](const published_part& part) { return !part.edges.empty(); });
  if (!any) {
    throw input_error(name + ":" + std::to_string(std::max<std::uint64_t>(line, 1)) +
                      ": the end, and no edge before it; check that this is the right file");
  }
  return number_vertices(std::move(parts), name, loops);
}

edge_list read_snap(const std::string& path, const loop_options& loops) {
  const input_file file(path);
  return parse_snap(file.bytes(), path, loops);
}

}  // namespace arcas::graph
