// SPDX-License-Identifier: Apache-2.0
// Edge lists as people have them: cells between commas, semicolons, tabs or blanks, perhaps in
// quotes; perhaps a header line; any number of columns, of which two are the ends of an edge and one
// may be its weight; vertices that are numbers or text. The form is concluded from the first lines.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
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
};

// Columns are counted from 0.
struct table_form {
  char separator = 0;  // 0: blanks
  bool header = false;
  bool text_ids = false;
  std::size_t columns = 0;
  std::size_t from = 0;
  std::size_t to = 1;
  std::optional<std::size_t> weight = {};
};

// What the first lines of an edge list say.
struct table_start {
  table_form form;
  // Two or three columns between blanks, of which the first two are numbers: a plain edge list, but
  // for its header.
  bool plain = false;
  weight_kind weights = weight_kind::none;
};

// `text` begins with the first line that is neither empty nor a comment, which is line `line` of the
// file. Throws input_error where a column that was asked for is not there.
table_start open_table(std::string_view text, const std::string& name, std::uint64_t line,
                       const file_options& options);

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

 private:
  void read_quoted();
  void read_plain();

  std::string_view rest_;
  std::string_view cell_;
  char separator_;
  bool quoted_ = false;
  bool doubled_ = false;
  bool unclosed_ = false;
  bool more_ = true;
};

// A kind that reads all numbers of the kind.
weight_kind kind_of_weight(std::string_view cell);

// The texts that are ids in a part of a text, each once, in the order in which they came.
struct part_texts {
  std::vector<std::string_view> names;
  std::deque<std::string> made;  // names that are not in the text as they are
};

// Lines of a table, as parse_edge_lines. Where ids are text, the ends of edges are positions in
// texts.names, and `text` must outlive them.
template <class W>
edge_lines parse_table_lines(std::string_view text, const table_form& form, id_edge<W>* to,
                             part_texts& texts);

}  // namespace arcas::inline v0::graph::detail
