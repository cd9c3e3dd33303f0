// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/expected_size.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::size_t sample_bytes = std::size_t{1} << 16;
constexpr std::size_t samples = 16;
// If the greatest id exceeds this many times the number of edges, the ids have gaps and say nothing
// about the number of vertices.
constexpr std::uint64_t most_vertices_per_edge = 4;

struct sampled {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t greatest = 0;
  bool numbers = true;
};

void look_at(std::string_view line, sampled& all) {
  std::size_t words = 0;
  for (std::size_t at = 0; at < line.size() && words < 2; ++words) {
    at = line.find_first_not_of(" \t,;\r", at);
    if (at == std::string_view::npos) return;
    std::uint64_t id = 0;
    const auto [rest, error] = std::from_chars(line.data() + at, line.data() + line.size(), id);
    if (error != std::errc()) {
      all.numbers = false;
      return;
    }
    all.greatest = std::max(all.greatest, id);
    at = static_cast<std::size_t>(rest - line.data());
  }
}

// Reads whole lines of samples that are evenly distributed over the text.
sampled sample_of(std::uint64_t bytes, const text_pieces& piece) {
  sampled all;
  const std::uint64_t step = std::max<std::uint64_t>(sample_bytes, bytes / samples);
  for (std::uint64_t at = 0; at < bytes; at += step) {
    const std::string text = piece(at, sample_bytes);
    std::string_view part = text;
    if (at != 0) part.remove_prefix(std::min(part.size(), part.find('\n') + std::size_t{1}));
    while (!part.empty()) {
      const std::size_t end = part.find('\n');
      if (end == std::string_view::npos && all.lines != 0) break;  // the sample cuts the line
      const std::string_view line = part.substr(0, end);
      part.remove_prefix(std::min(part.size(), line.size() + 1));
      all.bytes += line.size() + 1;
      ++all.lines;
      look_at(line, all);
    }
  }
  return all;
}

// The number that follows `word` in the comments at the start.
std::optional<std::uint64_t> stated(std::string_view start, std::string_view word) {
  const std::size_t at = start.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t digits = start.find_first_not_of(" \t", at + word.size());
  if (digits == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [rest, error] =
      std::from_chars(start.data() + digits, start.data() + start.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<graph_size> stated_size(const text_graph& graph) {
  if (graph.counts) return graph_size{graph.counts->vertices, graph.counts->edges, true};
  const auto vertices = stated(graph.comments, "Nodes:"), edges = stated(graph.comments, "Edges:");
  if (vertices && edges) return graph_size{*vertices, *edges, true};
  return std::nullopt;
}

graph_size sampled_size(std::uint64_t bytes, const text_pieces& piece, bool starts_only) {
  const sampled some = sample_of(bytes, piece);
  if (some.lines == 0) return {0, 0, true};
  graph_size size;
  size.edges = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(static_cast<double>(bytes) * static_cast<double>(some.lines) /
                                    static_cast<double>(some.bytes)));
  const bool dense = some.numbers && some.greatest / most_vertices_per_edge < size.edges;
  size.vertices = dense ? some.greatest + 1 : size.edges;
  if (starts_only) size.vertices = std::max(size.vertices, size.edges);
  return size;
}

graph_size expected_size(const text_graph& graph) {
  if (const auto said = stated_size(graph)) return *said;
  const std::string_view text = graph.body.text;
  return sampled_size(text.size(), [text](std::uint64_t at, std::size_t most) {
    return std::string(text.substr(at, most));
  });
}

graph_size expected_size(const serialized_layout& arrays) {
  return {arrays.vertices, arrays.facts.directed ? arrays.arcs : arrays.arcs / 2, true};
}

}  // namespace arcas::inline v0::graph::detail
