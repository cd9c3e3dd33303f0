// SPDX-License-Identifier: Apache-2.0
// Decides whether the first row of a table names its columns or is an edge. If neither the caller
// nor the file states this, it is guessed from the following rows; the first rule that applies
// decides (an end is a cell with an end of the edge):
//
//   - the row 0, 1, 2, … above text at both ends names columns: pandas writes it if the columns
//     have no names;
//   - any other row with a number at an end is an edge; so is a row with a number elsewhere, but
//     not if the ends have their usual names;
//   - words name columns if in all following rows both ends are numbers, or another column has
//     numbers; quoted numbers at the ends count as text;
//   - words above numbers at one end name columns, unless one of the words is a vertex of another
//     row;
//   - the usual names of both ends ("source,target") name columns, unless both of them are vertices
//     of other rows;
//   - unquoted words name columns if all ends below them are quoted;
//   - other words above words are an edge.
#pragma once

#include <arcas/graph/files/table.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace arcas::inline v0::graph::detail {

struct table_cell {
  std::string text;
  bool quoted = false;
};
using table_row = std::vector<table_cell>;

// The evidence for the decision.
struct header_signs {
  std::span<const table_row> rows;        // first rows of the table, at least one
  std::optional<std::uint64_t> all_rows;  // number of rows of the table, if known
  const above_table& above;
  const file_options& options;
  // For errors: the name of the file, and the line of the first row.
  const std::string& file;
  std::uint64_t line;
};

struct found_header {
  bool is_there = false;
  header_from told_by = header_from::none;
};

found_header find_header(const header_signs& signs);

// Whether the word is a 64-bit integer, or an integer that a reader of ids refuses with a sentence
// of its own.
bool is_id(const std::string& word);
// Whether the word is a number that can be a weight, with a decimal point or comma.
bool is_number(const std::string& word);

std::vector<std::string> texts_of(const table_row& row);

}  // namespace arcas::inline v0::graph::detail
