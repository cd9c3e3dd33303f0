// SPDX-License-Identifier: Apache-2.0
// How is a whole result written to a file? It is a table with a row for each vertex, edge or other
// item of the result, in the format that the ending of the file's name selects.
#pragma once

#include "json.h"

#include <arcas/graph/graph_view.h>

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// The value of a cell. An empty cell has no value, such as the level of a vertex that was not
// reached, or a number that is not finite.
struct table_cell : vertex_id {
  table_cell() = default;
  table_cell(const vertex_id& id) : vertex_id(id) {}
  template <class Number>
    requires std::integral<Number> || std::floating_point<Number>
  table_cell(Number number) {
    if constexpr (std::floating_point<Number>) {
      if (!std::isfinite(number)) return;
    }
    text = fmt::to_string(number);
  }
};

// The type of a column in a .npy file: whole numbers of 64 bits, or doubles. Ids of vertices are
// whole numbers or text. An empty cell is -1 among whole numbers, NaN among doubles, and "" in
// text.
enum class column_kind : unsigned char { whole, real, id };

struct table_column {
  std::string_view name;
  column_kind kind;
  std::function<table_cell(std::size_t row)> cell;
};

// The endings that --output allows, as a list for people. Endings of text may be followed by .zst
// or .gz.
std::string_view output_endings();

// A sentence on what is wrong with the name of an output; empty if it is right. "-" is standard
// output, which gets a table with commas.
std::string fault_in_output_name(std::string_view path);

// The format of a table. columnar: Parquet and Arrow files, which only one process can write.
enum class table_format : unsigned char { commas, tabs, json, npy, columnar };
table_format format_of_table(std::string_view path);

// Consecutive rows of a table of `all` rows.
struct row_range {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t all = 0;
};
// The text of these rows in the file. Before the table's first row it has the beginning of the
// file, and behind the last row the end of the file. `widths` is for .npy: bytes of the longest
// text in each column, or 0 for a column of numbers. The format must not be columnar.
std::string rows_as_text(table_format format, const std::vector<table_column>& columns,
                         const row_range& rows, const std::vector<std::size_t>& widths);
// The widths of all columns, for rows_as_text().
std::vector<std::size_t> text_widths(const std::vector<table_column>& columns, std::size_t rows);

// Writes the whole file, or none. Throws output_error, and interrupted if `stop` requests a stop.
void write_table(const std::string& path, const std::vector<table_column>& columns,
                 std::size_t rows, const std::stop_token& stop = {});

}  // namespace cli
