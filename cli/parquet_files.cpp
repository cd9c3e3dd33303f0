// SPDX-License-Identifier: Apache-2.0
#include "parquet_files.h"

#include <arcas/graph/errors.h>
#include <arcas/parquet/parquet.h>
#include <arcas/parquet/table_writer.h>

#include <charconv>
#include <cstdint>
#include <limits>

namespace cli {
namespace {

namespace detail = arcas::graph::detail;
using detail::written_kind;

// A column of ids is text if one of its cells is text. It is uint64 if an id does not fit int64,
// and otherwise int64, which most programs expect.
written_kind written_kind_of(const table_column& column, std::size_t rows) {
  if (column.kind == column_kind::real) return written_kind::real;
  if (column.kind == column_kind::whole) return written_kind::whole;
  written_kind kind = written_kind::whole;
  for (std::size_t row = 0; row < rows; ++row) {
    const table_cell cell = column.cell(row);
    if (cell.is_text) return written_kind::text;
    std::uint64_t id = 0;
    std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), id);
    if (id > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      kind = written_kind::natural;
    }
  }
  return kind;
}

}  // namespace

const bool has_parquet = true;

arcas::graph::file_options reading_parquet(const arcas::graph::file_options& options) {
  return arcas::graph::with_parquet(options);
}

std::string fault_in_parquet_output(std::string_view path) {
  const std::string_view ending = detail::ending_of(std::string(path))->text;
  if (detail::lower(path).ends_with(ending)) return {};
  return fmt::format(
      "{}: Parquet and Arrow files are not compressed further; name a file that ends with {}", path,
      ending);
}

void write_parquet(const std::string& path, const std::vector<table_column>& columns,
                   std::size_t rows, const std::stop_token& stop) {
  constexpr std::size_t rows_per_look = 1 << 14;
  std::vector<detail::written_column> written;
  for (const table_column& column : columns) {
    written.push_back({std::string(column.name), written_kind_of(column, rows)});
  }
  detail::output_file file(path, {.stop = stop});
  detail::table_writer table(
      std::move(written),
      path.ends_with(".parquet") ? detail::written_format::parquet : detail::written_format::arrow,
      file);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) table.add(c, columns[c].cell(row).text);
    table.end_row();
    if (row % rows_per_look == 0 && stop.stop_requested()) throw arcas::graph::interrupted();
  }
  table.finish();
  file.finish();
}

void write_parquet(written_graph g, const std::string& path, const arcas::loop_options& loops) {
  std::visit([&](const auto* each) { arcas::graph::write_parquet(*each, path, loops); }, g);
}

}  // namespace cli
