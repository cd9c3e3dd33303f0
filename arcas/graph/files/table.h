// SPDX-License-Identifier: Apache-2.0
// Edge lists as people have them: cells between commas, semicolons, tabs or blanks, perhaps in
// quotes; perhaps a header line; any number of columns, of which two are the ends of an edge and one
// may be its weight; vertices that are numbers or text. The form is concluded from the first lines.
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

// Ends that are ids of the file: any number of 64 bits.
template <class W>
using id_edge = basic_edge<std::uint64_t, W>;

// What a part of the text said.
struct edge_lines {
  std::uint64_t edges = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  // Lines read; where something is wrong, the wrong line is the last of them.
  std::uint64_t lines = 0;
  // What is wrong with the last line and what to do about it; empty where nothing is.
  std::string fault;
  // An id that V has no bits for: nothing is wrong with the text, but reading ended there.
  bool too_narrow = false;
  // The text has more edges than it had lines when they were counted.
  bool changed = false;
  // A quoted cell goes on behind the text that was given; and so many bytes of that belong to the last row.
  bool open = false;
  std::uint64_t beyond = 0;
  reading_notes notes;  // with lines counted from 1 in this text

  // Takes the fault of the last row, which began at `line`, out of the way.
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

// What the first lines of an edge list say.
struct table_start {
  table_form form;
  // Two or three columns between blanks, of which the first two are numbers: a plain edge list, but
  // for its header.
  bool plain = false;
  weight_kind weights = weight_kind::none;
  header_from header_told_by = header_from::none;
};

// What is said above the first row of an edge list.
struct above_table {
  std::string_view last_comment = {};
  std::optional<std::uint64_t> edges = {};  // as the comments count them
};

// `text` begins with the first line that is neither empty nor a comment, which is line `line` of the
// file. Throws input_error where a column that was asked for is not there, and for a first line that is too long.
table_start open_table(std::string_view text, const std::string& name, std::uint64_t line,
                       const file_options& options, const above_table& above);

// The cells of a line, without the blanks and the quotes around them. A quote in a cell in quotes is
// written twice.
class cell_reader {
 public:
  cell_reader(std::string_view line, char separator) : rest_(line), separator_(separator) {}

  // False behind the last cell.
  bool next();
  std::string_view cell() const { return cell_; }
  bool quoted() const { return quoted_; }
  // Some quotes in the cell are written twice.
  bool doubled() const { return doubled_; }
  bool unclosed() const { return unclosed_; }
  // The last cell is in quotes and has no end here.
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

// A row is a line, and further ones while a quoted cell is open; no more of them than this.
inline constexpr std::size_t most_row_bytes = std::size_t{1} << 20;
// Where the row that `text` begins with ends, behind its line end; npos where a quoted cell has no end in most_row_bytes.
std::size_t row_end(std::string_view text, char separator);

// A cell with one quote for each two, in `room`.
std::string_view with_single_quotes(std::string_view cell, std::string& room);
// A cell with '.' for its decimal mark, in `room` where it is not as it stands.
std::string_view with_point(std::string_view cell, char decimal, std::string& room);

// A kind that reads all numbers of the kind.
weight_kind kind_of_weight(std::string_view cell);

// The texts that are ids in a part of a text, each once, in the order in which they came.
struct part_texts {
  std::vector<std::string_view> names;
  std::deque<std::string> made;  // blocks that names lie in, end to end; a block does not grow

  // A copy that stays where it is.
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
  // Of what keep() has returned last.
  void give_back(std::string_view kept) { made.back().resize(made.back().size() - kept.size()); }
};

// Lines of a table, as parse_edge_lines. Where ids are text, the ends of edges are positions in texts.names. A last row
// that is open goes on in `behind`, which follows `text`.
template <class W>
edge_lines parse_table_lines(std::string_view text, std::string_view behind, const table_form& form,
                             std::span<id_edge<W>> to, part_texts& texts);

}  // namespace arcas::inline v0::graph::detail
