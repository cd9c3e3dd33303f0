// SPDX-License-Identifier: Apache-2.0
// A table into a Parquet or an Arrow file, row by row.
#pragma once

#include <arcas/graph/output_file.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

enum class written_kind : std::uint8_t {
  whole,
  natural,
  real,
  text
};  // int64, uint64, double, string
enum class written_format : std::uint8_t { parquet, arrow };

struct written_column {
  std::string name;
  written_kind kind;
};

// Rows are encoded some thousand at a time; a Parquet file has row groups of a million, packed with zstd; an Arrow file is
// not packed, so that it can be mapped.
class table_writer {
 public:
  // Throws output_error, and what `to` throws, as the others do.
  table_writer(std::vector<written_column> columns, written_format format, output_file& to);
  ~table_writer();
  table_writer(const table_writer&) = delete;
  table_writer& operator=(const table_writer&) = delete;

  // The next cell of a column, as its kind reads it; empty: null. A row is a cell for each column.
  void add(std::size_t column, std::string_view cell);
  void end_row();
  // To be called at last; `to` is then to be finished.
  void finish();

 private:
  struct content;
  void flush();

  std::unique_ptr<content> content_;
};

}  // namespace arcas::inline v0::graph::detail
