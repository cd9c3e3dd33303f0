// SPDX-License-Identifier: Apache-2.0
// The start of a text file with edges, and the edges themselves. Each format has a function that
// reads its header. The edges of all formats are parsed in parallel into one array: lines are
// counted first, so that each part of the text has a known position in the array.
//
// A line has two vertex ids and perhaps a weight, separated by blanks or tabs; comments and empty
// lines are skipped; lines end with LF or CRLF. Other edge lists are tables: files/table.h.
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

// The form of the lines with edges. It is determined at the start of a file and is the same for all
// its lines.
struct edge_line_form {
  std::string_view comments = "#%";  // lines that start with one of these are skipped
  char lead = 0;                     // the letter before each edge in DIMACS; 0: none
  bool weights = false;              // whether each line has a weight as third column
  std::uint64_t first_id = 0;        // the id of the first vertex in this format
  // The greatest allowed id, if the header states the number of vertices.
  std::uint64_t last_id = std::numeric_limits<std::uint64_t>::max();
  bool skip_bad_rows = false;
};

// Parses edges. `text` starts at the start of a line and ends at the end of a line or of the file.
// `to` has room for one edge for each line; first_id is subtracted from the ids. Stops at the first
// line that is neither an edge nor a comment nor empty, unless the form skips such lines. If W is
// unweighted, weights must be numbers but are not stored.
template <class V, class W>
edge_lines parse_edge_lines(std::string_view text, const edge_line_form& form,
                            std::span<basic_edge<V, W>> to);

// One of the files that are joined to a text.
struct shard_lines {
  std::string path;
  std::uint64_t line = 1;        // its first line, counted in the joined text
  std::uint64_t first_line = 1;  // the number of that line in the file itself
};

struct text_source {
  std::string_view text;
  std::string name;              // the name of the text in errors
  std::uint64_t first_line = 1;  // the number in the file of the first line of `text`
  // Called with each part that has been parsed, to free its memory for the edges; or null.
  void (*forget)(std::string_view) = nullptr;
  reading_notes* notes = nullptr;  // receives notes about the rows; or null
  // If the text joins several files: the files, in the order of their lines in the text.
  std::vector<shard_lines> shards = {};

  // The file with this line of the joined text, and the number of the line in that file.
  std::pair<const std::string&, std::uint64_t> place_of(std::uint64_t line) const {
    const auto behind = std::ranges::upper_bound(shards, line, {}, &shard_lines::line);
    if (behind == shards.begin()) return {name, line};
    const shard_lines& shard = *std::prev(behind);
    return {shard.path, line - shard.line + shard.first_line};
  }
  // Throws an input_error that names the file with this line of the joined text.
  [[noreturn]] void refuse(std::uint64_t line, const std::string& fault) const {
    const auto [path, line_there] = place_of(line);
    refuse_line(path, line_there, fault);
  }
};

// The counts that a header states.
struct header_counts {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;  // line of the header
};

struct text_graph {
  graph_facts facts;
  edge_line_form form;
  text_source body;                     // the text after the header
  std::string header = {};              // of a table: the row that names its columns
  std::string_view comments;            // the comments before an edge list
  std::optional<header_counts> counts;  // none in edge lists
  std::optional<table_form> table;      // set if an edge list is a table
  // All numbers from first_id on are vertices, even if they do not occur.
  bool ids_are_vertices = false;
  std::uint64_t own_numbers = 0;  // METIS: count of numbers before the neighbours in a row
};

// Removes the UTF-8 byte order mark that some editors and spreadsheets write.
std::string_view without_mark(std::string_view text);

// Each function throws input_error if the start of the text is not in its format.
text_graph open_edge_list(std::string_view text, const std::string& name,
                          const file_options& options = {});
text_graph open_matrix_market(std::string_view text, const std::string& name);
text_graph open_dimacs(std::string_view text, const std::string& name);
text_graph open_metis(std::string_view text, const std::string& name);

bool looks_like_matrix_market(std::string_view text);
bool looks_like_dimacs(std::string_view text);

// Lists an undirected edge once. Throws input_error and interrupted.
template <class W>
basic_edge_list<W> edges_of(const text_graph& graph, const loop_options& loops);
// As edges_of(), for a METIS file; an edge that is listed at only one of its ends is also an error.
// A self-loop is listed as often as it is in the file.
template <class W>
basic_edge_list<W> metis_edges(const text_graph& graph, const loop_options& loops);

// The start of each part of a text, in bytes and in lines. A part consists of whole lines.
struct text_parts {
  std::vector<std::size_t> starts;  // one more than there are parts
  // Number of lines before each part; the last entry is the number of all lines.
  std::vector<std::uint64_t> lines;
  bool quotes = false;  // whether the text has a double quote

  std::size_t count() const { return starts.size() - 1; }
  std::string_view part(std::string_view text, std::size_t p) const {
    return text.substr(starts[p], starts[p + 1] - starts[p]);
  }
  std::uint64_t last_line(const text_source& source) const {
    // Several files have no common last line; 0 stands for no line.
    if (!source.shards.empty()) return 0;
    return std::max<std::uint64_t>(source.first_line + lines.back() - 1, 1);
  }
};

std::uint64_t newlines_in(std::string_view text);

// The position of the first line that starts at `position` or after it.
std::size_t line_start(std::string_view text, std::size_t position);

// look_for_quotes: whether text_parts::quotes is needed. Throws interrupted.
text_parts divided(std::string_view text, const loop_options& loops, bool look_for_quotes = false);

// Adds the notes of a part to the notes of the text; `first` is the number of the part's first
// line.
void add_notes(reading_notes& all, const reading_notes& part, std::uint64_t first);

// The fault of a text without edges.
std::string no_edge_fault(const graph_facts& facts);

// Throws input_error for the first faulty line. P has the members `lines`, the number of lines
// read; `fault`, the fault of the last line read; and `changed`, whether the file changed while it
// was read.
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

// Closes the gaps between the edges of the parts. At the call, the edges of part p start at
// starts[p].
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
