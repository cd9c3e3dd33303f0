// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/input_file.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::array<file_ending, 16> endings{{
    {".txt", graph_format::list, weight_rule::optional},
    {".csv", graph_format::list, weight_rule::optional},
    {".tsv", graph_format::list, weight_rule::optional},
    {".el", graph_format::list, weight_rule::never, true},
    {".wel", graph_format::list, weight_rule::always, true},
    {".sg", graph_format::serialized, weight_rule::never},
    {".wsg", graph_format::serialized, weight_rule::always},
    {".mtx", graph_format::matrix_market, weight_rule::optional},
    {".gr", graph_format::dimacs, weight_rule::always},
    {".graph", graph_format::metis, weight_rule::optional},
    {".metis", graph_format::metis, weight_rule::optional},
    {".npz", graph_format::scipy, weight_rule::optional},
    {".graphml", graph_format::graphml, weight_rule::optional},
    {".parquet", graph_format::parquet, weight_rule::optional},
    {".arrow", graph_format::arrow, weight_rule::optional},
    {".feather", graph_format::arrow, weight_rule::optional},
}};

// Graphs with fewer vertices are always plausible: their arrays fit any machine.
constexpr std::uint64_t always_plausible = std::uint64_t{1} << 20;
// The maximum number of vertices for each edge; published graphs have fewer than two.
constexpr std::uint64_t vertices_per_edge = 64;

// The format of the ending that an option names, with or without its dot, in upper or lower case.
const file_ending& ending_named(const std::string& asked) {
  const std::string word = lower(asked);
  std::string all;
  for (const file_ending& known : endings) {
    if (word == known.text || word == known.text.substr(1)) return known;
    all += (all.empty() ? "" : ", ") + std::string(known.text);
  }
  throw std::invalid_argument("format \"" + asked + "\": no format has this ending; name one of " +
                              all);
}

}  // namespace

std::string lower(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool is_utf16(std::string_view text) {
  const std::string_view start = text.substr(0, 2);
  for (const char* const begin : {"\xFF\xFE", "\xFE\xFF", "<\0", "\0<"}) {
    if (start == std::string_view(begin, 2)) return true;
  }
  return false;
}

void require_utf8(std::string_view text, const std::string& name) {
  if (!is_utf16(text)) return;
  throw input_error(name +
                    ": is a text in UTF-16, which is read in GraphML only; convert it to UTF-8, "
                    "for example by iconv -f UTF-16 -t UTF-8");
}

const file_ending* ending_of(const std::string& name, const file_options& options) {
  if (!options.ending.empty()) return &ending_named(options.ending);
  std::string plain = lower(name);
  for (const std::string_view packed : {".zst", ".gz"}) {
    if (plain.ends_with(packed)) plain.resize(plain.size() - packed.size());
  }
  for (const file_ending& known : endings) {
    if (plain.ends_with(known.text)) return &known;
  }
  return nullptr;
}

void take_direction(graph_facts& facts, const std::string& name, const file_options& options) {
  if (!options.directed) return;
  using enum graph_format;
  const bool is_open = facts.format == list || is_columnar(facts.format);
  if (!is_open && facts.directed != *options.directed) {
    throw std::invalid_argument(
        arcas::detail::visible(name) + ": its format says that it is " +
        (facts.directed ? "directed" : "undirected") +
        "; do not ask for another direction (arcas: --directed), which only edge lists and tables "
        "allow");
  }
  facts.directed = *options.directed;
  facts.told_by = direction_from::asked;
}

void refuse_change(const std::string& name) {
  throw input_error(name +
                    ": has changed while it was read; read it again when no program writes to it");
}

void refuse_line(const std::string& name, std::uint64_t line, const std::string& fault) {
  throw input_error(name + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + fault);
}

bool plausible(std::uint64_t vertices, std::uint64_t edges) {
  return vertices <= always_plausible || vertices / vertices_per_edge <= edges;
}

void require_plausible(std::uint64_t vertices, std::uint64_t edges, const std::string& name,
                       std::uint64_t line) {
  if (plausible(vertices, edges)) return;
  refuse_line(name, line,
              std::to_string(vertices) + " vertices for " + std::to_string(edges) +
                  " edges are too many; renumber the vertices without gaps");
}

void require_vertex_range(std::uint64_t vertices, const std::string& name, std::uint64_t line) {
  if (vertices <= most_vertices) return;
  refuse_line(name, line,
              std::to_string(vertices) + " vertices are too many, since a graph has at most " +
                  std::to_string(most_vertices) +
                  " (32-bit numbers); renumber them without gaps, or split the graph");
}

}  // namespace arcas::inline v0::graph::detail
