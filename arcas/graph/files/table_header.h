// SPDX-License-Identifier: Apache-2.0
// Does the first row of a table name its columns, or is it an edge? Where neither the caller nor the file says it, it is
// guessed, by the rows that follow:
//
//   - numbers at the ends of an edge name no columns, nor does a weight, unless the ends have their usual names;
//   - words above numbers in all rows do: of a weight, or of both ends. Quoted numbers are text where they are ends;
//   - words above numbers at one end do, unless one of them is a vertex of another row;
//   - the usual names of both ends do ("source,target"), unless both of them are vertices of other rows;
//   - words that have no quotes do, where all ends below have them;
//   - other words above words do not.
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

// What there is to conclude from.
struct header_signs {
  std::span<const table_row> rows;        // the first rows, at least one
  std::optional<std::uint64_t> all_rows;  // of the table, where that is known
  const above_table& above;
  const file_options& options;
  const std::string& file;  // for errors, with the line of the first row
  std::uint64_t line;
};

struct found_header {
  bool is_there = false;
  header_from told_by = header_from::none;
};

found_header find_header(const header_signs& signs);

// A whole number of 64 bits; or what a reader of ids refuses with a sentence of its own.
bool is_id(const std::string& word);
// A number that can be a weight, with a point or a comma.
bool is_number(const std::string& word);

std::vector<std::string> texts_of(const table_row& row);

}  // namespace arcas::inline v0::graph::detail
