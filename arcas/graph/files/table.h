// SPDX-License-Identifier: Apache-2.0
// Tables of edges: cells between commas, semicolons, tabs or blanks, quoted or not; an optional
// header line; any number of columns, of which two are the ends of an edge and one may be its
// weight; vertices are numbers or text. The form is inferred from the first lines.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// An edge whose ends are ids of the file: 64-bit numbers.
template <class W>
using id_edge = basic_edge<std::uint64_t, W>;

// The results of parsing a part of a text.
struct edge_lines {
  std::uint64_t edges = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  // Number of lines read; if there is a fault, the last of them is the faulty one.
  std::uint64_t lines = 0;
  // The fault of the last line and its remedy; empty if there is none.
  std::string fault;
  // Reading ended at an id that does not fit the vertex type of the edges; the text is valid.
  bool too_narrow = false;
  // The text has more edges than it had lines when its lines were counted.
  bool changed = false;
  // open: the last row has a quoted cell without an end. beyond: the number of bytes after this
  // text that belong to the last row.
  bool open = false;
  std::uint64_t beyond = 0;
  reading_notes notes;  // line numbers are counted from 1 in this text

  // Records the fault of the last row, which began at `line`, as a skipped row, and clears `fault`.
  void skip(std::uint64_t line);
};

inline constexpr std::size_t most_told_rows = 3;

// Columns are counted from 0.
struct table_form {
  char separator = 0;  // 0: blanks
  bool header = false;
  bool text_ids = false;
  std::size_t columns = 0;
  std::size_t from = 0;
  std::size_t to = 1;
  std::optional<std::size_t> weight = {};
  char decimal = '.';
  bool skip_bad_rows = false;

  bool operator==(const table_form&) const = default;
};

// The form of an edge list and related facts, inferred from its first lines.
struct table_start {
  table_form form;
  // Whether the text is an edge list, except perhaps for a header: two or three columns between
  // blanks or tabs, the first two with numeric ids.
  bool plain = false;
  weight_kind weights = weight_kind::none;
  header_from header_told_by = header_from::none;
};

// Facts that the comments above the first row state.
struct above_table {
  std::string_view last_comment = {};
  std::optional<std::uint64_t> edges = {};  // number of edges that the comments state
};

// `text` starts with the first line that is neither empty nor a comment; it is line `line` of the
// file. Throws input_error if a requested column does not exist, and if the first line is too long.
table_start open_table(std::string_view text, const std::string& name, std::uint64_t line,
                       const file_options& options, const above_table& above);

// Reads the cells of a line, without the blanks and quotes around them. A quote inside a quoted
// cell is written twice.
class cell_reader {
 public:
  cell_reader(std::string_view line, char separator) : rest_(line), separator_(separator) {}

  // Returns false after the last cell.
  bool next();
  std::string_view cell() const { return cell_; }
  bool quoted() const { return quoted_; }
  // Whether the cell has quotes, each written twice.
  bool doubled() const { return doubled_; }
  bool unclosed() const { return unclosed_; }
  // Whether the last cell is quoted and has no end in the line.
  bool open() const { return open_; }

 private:
  void read_quoted();
  void read_plain();

  std::string_view rest_;
  std::string_view cell_;
  char separator_;
  bool quoted_ = false;
  bool doubled_ = false;
  bool unclosed_ = false;
  bool open_ = false;
  bool more_ = true;
};

// The maximum size of a row. A row is a line, or several lines if a quoted cell has line ends.
inline constexpr std::size_t most_row_bytes = std::size_t{1} << 20;
// The size of the first row of `text` with its line end; npos if a quoted cell has no end, or the
// row is longer than most_row_bytes.
std::size_t row_end(std::string_view text, char separator);

// A cell with each pair of quotes replaced by one quote, in `room`.
std::string_view with_single_quotes(std::string_view cell, std::string& room);
// A cell with '.' as its decimal mark; in `room` if it had to be changed.
std::string_view with_point(std::string_view cell, char decimal, std::string& room);

// The kind of weights that can hold this number: real for fractions and large integers.
weight_kind kind_of_weight(std::string_view cell);

// The text ids of a part of a text, each once, in the order of their first occurrence.
struct part_texts {
  std::vector<std::string_view> names;
  std::deque<std::string> made;  // blocks that hold copies of names; a block is never reallocated

  // A copy at a stable address.
  std::string_view keep(std::string_view name) {
    constexpr std::size_t block = std::size_t{1} << 16;
    if (made.empty() || made.back().capacity() - made.back().size() < name.size()) {
      made.emplace_back().reserve(std::max(block, name.size()));
    }
    std::string& to = made.back();
    const std::size_t first = to.size();
    to += name;
    return std::string_view(to).substr(first);
  }
  // Removes the copy that keep() returned last.
  void give_back(std::string_view kept) { made.back().resize(made.back().size() - kept.size()); }
};

// Parses the lines of a table as parse_edge_lines() does. If ids are text, the ends of edges are
// positions in texts.names. If a cell of the last row has no end in `text`, it continues in
// `behind`, which follows `text`.
template <class W>
edge_lines parse_table_lines(std::string_view text, std::string_view behind, const table_form& form,
                             std::span<id_edge<W>> to, part_texts& texts);

}  // namespace arcas::inline v0::graph::detail
