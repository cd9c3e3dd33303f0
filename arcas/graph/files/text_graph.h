// SPDX-License-Identifier: Apache-2.0
// What does the start of a text file say about its edges, and what are they? Each format has a
// function that reads its header; one reads the edges of all, in parallel, straight into one array:
// newlines are counted first, so that each part of the text knows where its edges go.
//
// A line has two vertex ids and perhaps a weight, separated by blanks or tabs; there are comments
// and empty lines; lines end with LF or CRLF. All other edge lists are tables: files/table.h.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/files/table.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// How edges are written in a file. Found at its start, the same for all its lines.
struct edge_line_form {
  std::string_view comments = "#%";  // lines that start with one of these say nothing
  char lead = 0;                     // the letter that edges start with in DIMACS; 0: none
  bool weights = false;              // a third column, on every line
  std::uint64_t first_id = 0;        // where the format counts from
  // Where the header counts vertices: no id is above.
  std::uint64_t last_id = std::numeric_limits<std::uint64_t>::max();
  bool skip_bad_rows = false;
};

// `text` starts at the start of a line and ends at the end of one, or of the file. Writes the edges
// to `to`, which has room for one a line, with ids less first_id. Stops at the first line that is
// no edge, no comment and not empty, unless the form skips such. Weights are skipped where W is unweighted, but must be
// numbers.
template <class V, class W>
edge_lines parse_edge_lines(std::string_view text, const edge_line_form& form,
                            std::span<basic_edge<V, W>> to);

// One of the files that a text is made of.
struct shard_lines {
  std::string path;
  std::uint64_t line = 1;        // of the whole, where it begins
  std::uint64_t first_line = 1;  // of the file itself, which that is
};

struct text_source {
  std::string_view text;
  std::string name;              // in errors
  std::uint64_t first_line = 1;  // the number of the line that text starts with
  // Called with each part that has been parsed, so that the edges may take its memory; or null.
  void (*forget)(std::string_view) = nullptr;
  reading_notes* notes = nullptr;        // where reading tells of what it has met; or null
  std::vector<shard_lines> shards = {};  // ascending, where it is made of several files

  // The file that has a line of the whole, and the line of the file that it is.
  std::pair<const std::string&, std::uint64_t> place_of(std::uint64_t line) const {
    const auto behind = std::ranges::upper_bound(shards, line, {}, &shard_lines::line);
    if (behind == shards.begin()) return {name, line};
    const shard_lines& shard = *std::prev(behind);
    return {shard.path, line - shard.line + shard.first_line};
  }
  // Throws input_error, with the file that has that line.
  [[noreturn]] void refuse(std::uint64_t line, const std::string& fault) const {
    const auto [path, line_there] = place_of(line);
    refuse_line(path, line_there, fault);
  }
};

// What a header counts.
struct header_counts {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;  // of the header
};

struct text_graph {
  graph_facts facts;
  edge_line_form form;
  text_source body;                     // what follows the header
  std::string header = {};              // of a table: the row that names its columns
  std::string_view comments;            // before an edge list
  std::optional<header_counts> counts;  // none in edge lists
  std::optional<table_form> table;      // of an edge list that is no plain one
  bool ids_are_vertices = false;        // all from first_id up, whether they occur or not
  std::uint64_t own_numbers = 0;        // of METIS: of a vertex, before its neighbours
};

// Removes the byte order mark that some editors and spreadsheets put before UTF-8.
std::string_view without_mark(std::string_view text);

// Each throws input_error for a start that is not of the format.
text_graph open_edge_list(std::string_view text, const std::string& name,
                          const file_options& options = {});
text_graph open_matrix_market(std::string_view text, const std::string& name);
text_graph open_dimacs(std::string_view text, const std::string& name);
text_graph open_metis(std::string_view text, const std::string& name);

bool looks_like_matrix_market(std::string_view text);
bool looks_like_dimacs(std::string_view text);

// An undirected edge once. Throws input_error and interrupted.
template <class W>
basic_edge_list<W> edges_of(const text_graph& graph, const loop_options& loops);
// Of a METIS file, where an edge that is listed at one of its ends only is an error, too. A
// self-loop comes as often as it is listed.
template <class W>
basic_edge_list<W> metis_edges(const text_graph& graph, const loop_options& loops);

// Where the parts of a text begin, in bytes and in lines. A part is whole lines.
struct text_parts {
  std::vector<std::size_t> starts;   // one more than there are parts
  std::vector<std::uint64_t> lines;  // before each part, and at last of all
  bool quotes = false;               // some byte is a double quote

  std::size_t count() const { return starts.size() - 1; }
  std::string_view part(std::string_view text, std::size_t p) const {
    return text.substr(starts[p], starts[p + 1] - starts[p]);
  }
  std::uint64_t last_line(const text_source& source) const {
    // Of several files none is the last of all.
    if (!source.shards.empty()) return 0;
    return std::max<std::uint64_t>(source.first_line + lines.back() - 1, 1);
  }
};

std::uint64_t newlines_in(std::string_view text);

// The first line that starts at or behind `position`.
std::size_t line_start(std::string_view text, std::size_t position);

// look_for_quotes: whether text_parts::quotes is asked for. Throws interrupted.
text_parts divided(std::string_view text, const loop_options& loops, bool look_for_quotes = false);

// What the notes of parts add up to; the first of them begins at line `first`.
void add_notes(reading_notes& all, const edge_lines& part, std::uint64_t first);

// What is wrong with a text without edges.
std::string no_edge_fault(const graph_facts& facts);

// Refuses the first wrong line. P: what a part said, with `lines` read, and a `fault` in the last
// of them, or that the part has `changed`.
template <class P>
void require_faultless(const std::vector<P>& read, const text_source& source) {
  for (const P& part : read) {
    if (part.changed) refuse_change(source.name);
  }
  std::uint64_t line = source.first_line;
  for (const P& part : read) {
    line += part.lines;
    if (!part.fault.empty()) source.refuse(line - 1, part.fault);
  }
}

// Closes the gaps between the edges of the parts: those of part p are at starts[p].
template <class E, class P>
void close_gaps(plain_array<E>& edges, std::span<const std::uint64_t> starts,
                const std::vector<P>& read) {
  E* end = edges.data();
  for (std::size_t p = 0; p < read.size(); ++p) {
    const E* const first = edges.data() + starts[p];
    end = first == end ? end + read[p].edges : std::copy_n(first, read[p].edges, end);
  }
  edges.shrink(static_cast<std::size_t>(end - edges.data()));
}

}  // namespace arcas::inline v0::graph::detail
