// SPDX-License-Identifier: Apache-2.0
// Writes a table to a Parquet or Arrow file, row by row.
#pragma once

#include <arcas/graph/output_file.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// The column's type in the file: int64, uint64, double, string.
enum class written_kind : std::uint8_t { whole, natural, real, text };
enum class written_format : std::uint8_t { parquet, arrow };

struct written_column {
  std::string name;
  written_kind kind;
};

// Encodes 65,536 rows at a time. A Parquet file has row groups of a million rows, compressed with
// zstd. An Arrow file is not compressed, so that it can be memory-mapped.
class table_writer {
 public:
  // Throws output_error and the exceptions of `to`, like the functions below.
  table_writer(std::vector<written_column> columns, written_format format, output_file& to);
  ~table_writer();
  table_writer(const table_writer&) = delete;
  table_writer& operator=(const table_writer&) = delete;

  // Adds the next cell of a column. The text is parsed according to the column's kind; an empty
  // text becomes null. Each row has one cell per column.
  void add(std::size_t column, std::string_view cell);
  // Add a number as the next cell of a column. The column's kind must fit the type of `cell`: whole
  // for int64, natural for uint64, real for double.
  void add_number(std::size_t column, std::int64_t cell);
  void add_number(std::size_t column, std::uint64_t cell);
  void add_number(std::size_t column, double cell);
  void end_row();
  // Must be called last; afterwards the caller finishes `to`.
  void finish();

 private:
  struct content;
  void flush();

  std::unique_ptr<content> content_;
};

}  // namespace arcas::inline v0::graph::detail
