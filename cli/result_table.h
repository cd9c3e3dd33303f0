// SPDX-License-Identifier: Apache-2.0
// How is a whole result written to a file? As a table with a row for each vertex, or for whatever the kernel
// counts, in the format that the file's name ends with.
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

// Empty: there is none, as the level of a vertex that was not reached, or a number that is not finite.
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

// What .npy has a type for: whole numbers of 64 bits, of which -1 is none, or doubles, of which NaN is none. The ids
// of vertices are whole numbers, or text, of which "" is none.
enum class column_kind : unsigned char { whole, real, id };

struct table_column {
  std::string_view name;
  column_kind kind;
  std::function<table_cell(std::size_t row)> cell;
};

// Of --output: its endings, with .zst or .gz behind those of text.
std::string_view output_endings();

// Empty, or what is wrong with the name: one sentence. "-" is standard output, and has commas.
std::string fault_in_output_name(std::string_view path);

// How a table is written. columnar: Parquet and its like, by one writer.
enum class table_format : unsigned char { commas, tabs, json, npy, columnar };
table_format format_of_table(std::string_view path);

// Some rows of a table as they stand in its file, with what is before the first and behind the last of all. `widths`: for .npy,
// bytes of the longest text in each column; 0: the column has numbers. Not for columnar.
struct row_range {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t all = 0;
};
std::string rows_as_text(table_format format, const std::vector<table_column>& columns,
                         const row_range& rows, const std::vector<std::size_t>& widths);
// These widths of a whole table.
std::vector<std::size_t> text_widths(const std::vector<table_column>& columns, std::size_t rows);

// The file, whole or not at all. Throws output_error, and interrupted where `stop` asks for an end.
void write_table(const std::string& path, const std::vector<table_column>& columns,
                 std::size_t rows, const std::stop_token& stop = {});

}  // namespace cli
