// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/edge_parts.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <span>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Number of bytes parsed at a time: about 20,000 edges, whose list still fits a second-level cache.
constexpr std::size_t part_bytes = std::size_t{1} << 18;

template <class W>
using edge_room = std::span<basic_edge<vertex, W>>;

template <class W>
read_part<W> read_table_lines(std::string_view lines, std::string_view behind,
                              const table_form& form, edge_room<W> room) {
  read_part<W> part{};
  part.wide = plain_array<id_edge<W>>(room.size());
  static_cast<edge_lines&>(part) =
      parse_table_lines(lines, behind, form, part.wide.all(), part.texts);
  part.wide.shrink(part.edges);
  if (form.text_ids || part.greatest_id > most_vertices) return part;
  basic_edge<vertex, W>* to = room.data();
  for (const id_edge<W>& e : part.wide) {
    to->from = static_cast<vertex>(e.from);
    to->to = static_cast<vertex>(e.to);
    if constexpr (is_weight<W>) to->weight = e.weight;
    ++to;
  }
  part.wide = {};
  return part;
}

// Most ids fit 32 bits. A part with a larger id is parsed again, with 64-bit ids.
template <class W>
read_part<W> read_edge_lines(std::string_view lines, const edge_line_form& form,
                             edge_room<W> room) {
  read_part<W> part{};
  static_cast<edge_lines&>(part) = parse_edge_lines(lines, form, room);
  if (!part.too_narrow) return part;
  part.wide = plain_array<id_edge<W>>(room.size());
  static_cast<edge_lines&>(part) = parse_edge_lines(lines, form, part.wide.all());
  part.wide.shrink(part.edges);
  return part;
}

// Reads part p into the room for its lines.
template <class W>
read_part<W> read_lines(const text_graph& graph, const text_parts& parts, std::size_t p,
                        edge_parts<W>& text) {
  const std::string_view lines = parts.part(graph.body.text, p);
  const std::uint64_t count = parts.lines[p + 1] - parts.lines[p];
  const edge_room<W> room = text.edges.all().subspan(parts.lines[p], count);
  if (!graph.table) return read_edge_lines(lines, graph.form, room);
  const std::string_view behind = graph.body.text.substr(parts.starts[p + 1]);
  return read_table_lines(lines, behind, *graph.table, room);
}

// A row with line ends in a quoted cell may extend into the next parts. These parts are read again
// from the end of that row.
template <class W>
void read_behind_long_rows(const text_graph& graph, text_parts& parts, edge_parts<W>& text,
                           const loop_options& loops) {
  for (std::size_t p = 0; p + 1 < parts.count(); ++p) {
    if (text.parts[p].beyond == 0) continue;
    if (loops.stop.stop_requested()) throw interrupted();
    const std::size_t end = parts.starts[p + 1] + text.parts[p].beyond;
    std::size_t behind = p + 1;
    while (behind < parts.count() && parts.starts[behind] < end) parts.starts[behind++] = end;
    for (std::size_t q = p + 1; q < behind; ++q) text.parts[q] = read_lines(graph, parts, q, text);
  }
}

template <class W>
edge_parts<W> read_edges(const text_graph& graph, text_parts& parts, const loop_options& loops) {
  edge_parts<W> text{.edges = plain_array<basic_edge<vertex, W>>(parts.lines.back()),
                     .starts = parts.lines,
                     .parts = std::vector<read_part<W>>(parts.count()),
                     .text_ids = graph.table && graph.table->text_ids};
  const bool long_rows = graph.table && parts.quotes;
  whole_for(parts.count(), loops, [&](std::size_t p) {
    read_part<W>& part = text.parts[p] = read_lines(graph, parts, p, text);
    const bool as_counted =
        part.beyond == 0 ? part.lines == parts.lines[p + 1] - parts.lines[p] : parts.quotes;
    part.changed |= part.fault.empty() && !as_counted;
    if (graph.body.forget && !long_rows) graph.body.forget(parts.part(graph.body.text, p));
  });
  if (long_rows) {
    read_behind_long_rows(graph, parts, text, loops);
    if (graph.body.forget) graph.body.forget(graph.body.text);
  }
  require_faultless(text.parts, graph.body);
  text.count();
  return text;
}

template <class W>
reading_notes notes_of(const edge_parts<W>& text, const text_graph& graph) {
  reading_notes all;
  std::uint64_t first_line = graph.body.first_line;
  for (const read_part<W>& part : text.parts) {
    add_notes(all, part.notes, first_line);
    first_line += part.lines;
  }
  all.padded_ids &= !graph.ids_are_vertices;
  if (graph.body.shards.size() < 2) return all;
  for (skipped_row& row : all.first_skipped) {
    const auto [path, line] = graph.body.place_of(row.line);
    row = {line, row.fault + " (" + path + ")"};
  }
  return all;
}

// The vertices of a text whose ids are vertices, including ids that do not occur.
numbered_ids counted(const text_graph& graph, std::uint64_t edges, std::uint64_t greatest_id,
                     std::uint64_t last_line) {
  const std::uint64_t line = graph.counts ? graph.counts->line : last_line;
  const std::uint64_t vertices =
      graph.counts ? graph.counts->vertices : std::max(greatest_id + 1, greatest_id);
  require_vertex_range(vertices, graph.body.name, line);
  require_plausible(vertices, edges, graph.body.name, line);
  return {vertices, vertex_names::counted_from(graph.form.first_id)};
}

void require_edges(const text_graph& graph, std::uint64_t edges, std::uint64_t last_line) {
  if (!graph.counts && edges == 0) {
    refuse_line(graph.body.name, last_line, no_edge_fault(graph.facts));
  }
  if (graph.counts && edges != graph.counts->edges) {
    refuse_line(graph.body.name, last_line,
                "the file ends after " + std::to_string(edges) + " edges, but line " +
                    std::to_string(graph.counts->line) + " states " +
                    std::to_string(graph.counts->edges) +
                    "; fetch the file again or correct the header");
  }
}

}  // namespace

std::string no_edge_fault(const graph_facts& facts) {
  std::string fault = "there is no edge; check that this is the right file";
  if (facts.header && facts.header_told_by == header_from::guessed) {
    fault += ", or say that its first row is an edge (header, arcas: --header no)";
  }
  return fault;
}

// Counts up to 255 matches in a byte: std::count adds 64-bit values and takes six times as long.
std::uint64_t newlines_in(std::string_view text) {
  constexpr std::size_t width = 64, most_rows = 255;
  std::uint64_t count = 0;
  while (text.size() >= width) {
    const std::size_t rows = std::min(most_rows, text.size() / width);
    std::array<unsigned char, width> sums{};
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t i = 0; i < width; ++i) sums[i] += text[r * width + i] == '\n';
    }
    for (const unsigned char sum : sums) count += sum;
    text.remove_prefix(rows * width);
  }
  return count + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

std::size_t line_start(std::string_view text, std::size_t position) {
  if (position == 0) return 0;
  if (position >= text.size()) return text.size();
  const std::size_t newline = text.find('\n', position - 1);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

text_parts divided(std::string_view text, const loop_options& loops, bool look_for_quotes) {
  const std::size_t count = (text.size() + part_bytes - 1) / part_bytes;
  text_parts parts{std::vector<std::size_t>(count + 1), std::vector<std::uint64_t>(count + 1)};
  parts.starts[count] = text.size();
  std::atomic<bool> quotes = false;
  whole_for(count, loops, [&](std::size_t p) {
    const std::size_t first = line_start(text, p * part_bytes);
    const std::size_t last = line_start(text, (p + 1) * part_bytes);
    parts.starts[p] = first;
    const std::string_view lines = text.substr(first, std::max(first, last) - first);
    // relaxed, both: the flag is only ever set, and read after the join of the loop.
    if (look_for_quotes && !quotes.load(std::memory_order_relaxed) && lines.find('"') != lines.npos)
      quotes.store(true, std::memory_order_relaxed);  // relaxed: as the load
    const std::uint64_t newlines = newlines_in(lines);
    const bool open_end = !lines.empty() && lines.back() != '\n';
    parts.lines[p] = newlines + (open_end ? 1 : 0);
  });
  std::exclusive_scan(parts.lines.begin(), parts.lines.end(), parts.lines.begin(),
                      std::uint64_t{0});
  parts.quotes = quotes.load(std::memory_order_relaxed);  // relaxed: as above
  return parts;
}

void add_notes(reading_notes& all, const reading_notes& part, std::uint64_t first) {
  all.skipped_rows += part.skipped_rows;
  all.padded_ids |= part.padded_ids;
  for (const skipped_row& row : part.first_skipped) {
    if (all.first_skipped.size() == most_told_rows) break;
    all.first_skipped.push_back({first + row.line - 1, row.fault});
  }
}

template <class W>
basic_edge_list<W> edges_of(const text_graph& graph, const loop_options& loops) {
  if (graph.facts.format == graph_format::metis) return metis_edges<W>(graph, loops);
  if (graph.counts) {
    // Check the counts before allocating memory.
    const header_counts& counts = *graph.counts;
    require_plausible(counts.vertices, counts.edges, graph.body.name, counts.line);
    require_vertex_range(counts.vertices, graph.body.name, counts.line);
  }
  text_parts parts = divided(graph.body.text, loops, graph.table.has_value());
  edge_parts<W> text = read_edges<W>(graph, parts, loops);
  if (graph.body.notes != nullptr) *graph.body.notes = notes_of(text, graph);
  const std::uint64_t last_line = parts.last_line(graph.body);
  require_edges(graph, text.edge_count, last_line);
  numbered_ids vertices = graph.ids_are_vertices
                              ? counted(graph, text.edge_count, text.greatest_id, last_line)
                              : number_ids(text, graph.body.name, last_line, loops);
  close_gaps(text.edges, text.starts, text.parts);
  return {static_cast<std::size_t>(vertices.count), std::move(text.edges),
          std::move(vertices.names)};
}

template edge_list edges_of(const text_graph&, const loop_options&);
template weighted_edge_list edges_of(const text_graph&, const loop_options&);
template real_edge_list edges_of(const text_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
