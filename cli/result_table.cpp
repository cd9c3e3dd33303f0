// SPDX-License-Identifier: Apache-2.0
#include "result_table.h"

#include "parquet_files.h"

#include <arcas/base/escapes.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/files/shown.h>
#include <arcas/graph/files/zip_writer.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>

namespace cli {
namespace {

constexpr std::size_t rows_per_write = 1 << 14;

// The ending that selects the format, without .zst and .gz.
std::string_view ending_of(std::string_view path) {
  if (path == "-") return ".csv";
  for (const std::string_view packed : {".zst", ".gz"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? std::string_view() : path.substr(dot);
}

class separated_rows {
 public:
  separated_rows(const std::vector<table_column>& columns, char separator)
      : columns_(columns), separator_(separator) {}

  std::string begin() const {
    std::string line;
    for (const table_column& c : columns_)
      (line += line.empty() ? "" : std::string(1, separator_)) += c.name;
    return line + '\n';
  }
  void add(std::string& to, std::size_t row) const {
    bool first = true;
    for (const table_column& c : columns_) {
      if (!std::exchange(first, false)) to += separator_;
      const table_cell cell = c.cell(row);
      if (cell.is_text) {
        arcas::detail::append_text_cell(to, cell.text, separator_);
      } else {
        to += cell.text;
      }
    }
    to += '\n';
  }
  std::string end() const { return {}; }

 private:
  const std::vector<table_column>& columns_;
  char separator_;
};

// A list of JSON objects, one on each line.
class json_rows {
 public:
  explicit json_rows(const std::vector<table_column>& columns) : columns_(columns) {}

  std::string begin() const { return "["; }
  void add(std::string& to, std::size_t row) const {
    to += row == 0 ? "\n{" : ",\n{";
    bool first = true;
    for (const table_column& c : columns_) {
      const table_cell cell = c.cell(row);
      fmt::format_to(std::back_inserter(to), "{}{}: {}", std::exchange(first, false) ? "" : ", ",
                     json_text(c.name),
                     cell.is_text || !cell.text.empty() ? json(cell).text : "null");
    }
    to += '}';
  }
  std::string end() const { return "\n]\n"; }

 private:
  const std::vector<table_column>& columns_;
};

template <class T>
void append_bytes(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// NumPy's format 1.0: an array of records whose fields have the columns' names.
class npy_rows {
 public:
  npy_rows(const std::vector<table_column>& columns, std::size_t rows,
           const std::vector<std::size_t>& widths)
      : columns_(columns), rows_(rows), widths_(widths) {}

  std::string begin() const {
    std::string fields;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string type = columns_[i].kind == column_kind::real ? "<f8"
                               : widths_[i] != 0 ? fmt::format("|S{}", widths_[i])
                                                 : "<i8";
      fields += fmt::format("('{}', '{}'), ", columns_[i].name, type);
    }
    return arcas::graph::detail::numpy_header('[' + fields + ']', fmt::format("({},)", rows_));
  }
  void add(std::string& to, std::size_t row) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const table_cell cell = columns_[i].cell(row);
      if (widths_[i] != 0) {
        to += cell.text;
        to.append(widths_[i] - cell.text.size(), '\0');
      } else if (columns_[i].kind == column_kind::real) {
        append_bytes(to, number(cell, std::numeric_limits<double>::quiet_NaN()));
      } else {
        append_bytes(to, number(cell, std::int64_t{-1}));
      }
    }
  }
  std::string end() const { return {}; }

 private:
  // The cell as a number, or `none` for an empty cell. Ids from 2^63 on become negative, as with
  // NumPy's astype.
  template <class T>
  static T number(const table_cell& cell, T none) {
    if (cell.text.empty()) return none;
    T value = none;
    const char* const end = cell.text.data() + cell.text.size();
    if (std::from_chars(cell.text.data(), end, value).ec == std::errc()) return value;
    if constexpr (std::is_integral_v<T>) {
      std::uint64_t large = 0;
      if (std::from_chars(cell.text.data(), end, large).ec == std::errc())
        return static_cast<T>(large);
    }
    return none;
  }

  const std::vector<table_column>& columns_;
  std::size_t rows_;
  const std::vector<std::size_t>& widths_;
};

// Bytes of the longest text of a column; 0: the column has numbers.
std::size_t text_width(const table_column& c, std::size_t rows) {
  if (c.kind != column_kind::id) return 0;
  std::size_t width = 0;
  bool is_text = false;
  for (std::size_t row = 0; row < rows; ++row) {
    const table_cell cell = c.cell(row);
    width = std::max(width, cell.text.size());
    is_text = is_text || cell.is_text;
    if (cell.text.ends_with('\0')) {
      throw arcas::graph::output_error("the name \"" + arcas::graph::detail::shown(cell.text) +
                                       "\" ends with a NUL byte, which .npy cannot store; "
                                       "write .csv or .json");
    }
  }
  return is_text ? width : 0;
}

// Returns f(rows), where `rows` formats rows in this format.
template <class F>
auto with_rows(table_format format, const std::vector<table_column>& columns, std::size_t rows,
               const std::vector<std::size_t>& widths, const F& f) {
  if (format == table_format::json) return f(json_rows(columns));
  if (format == table_format::npy) return f(npy_rows(columns, rows, widths));
  return f(separated_rows(columns, format == table_format::tabs ? '\t' : ','));
}

template <class Rows>
void write_rows(const std::string& path, const Rows& format, std::size_t rows,
                const std::stop_token& stop) {
  arcas::graph::detail::output_file file(path, {.stop = stop});
  std::string text = format.begin();
  for (std::size_t row = 0; row < rows; ++row) {
    format.add(text, row);
    if ((row + 1) % rows_per_write != 0) continue;
    file.write(text);
    text.clear();
    if (stop.stop_requested()) throw arcas::graph::interrupted();
  }
  file.write(text + format.end());
  file.finish();
}

}  // namespace

std::string_view output_endings() {
  return has_parquet ? ".csv, .tsv, .json, .npy, .parquet, .arrow or .feather"
                     : ".csv, .tsv, .json or .npy";
}

bool is_parquet_ending(std::string_view ending) {
  return ending == ".parquet" || ending == ".arrow" || ending == ".feather";
}

std::string fault_in_output_name(std::string_view path) {
  if (path.empty()) return "\"\": must be the name of a file";
  const std::string_view ending = ending_of(path);
  if (ending == ".npy" && !path.ends_with(".npy")) {
    return fmt::format("{}: NumPy does not read compressed arrays; name a file that ends with .npy",
                       path);
  }
  if (is_parquet_ending(ending)) return fault_in_parquet_output(path);
  for (const std::string_view known : {".csv", ".tsv", ".json", ".npy"}) {
    if (ending == known) return {};
  }
  return fmt::format("{}: must end with {}, which selects the format", path, output_endings());
}

table_format format_of_table(std::string_view path) {
  const std::string_view ending = ending_of(path);
  if (is_parquet_ending(ending)) return table_format::columnar;
  if (ending == ".json") return table_format::json;
  if (ending == ".npy") return table_format::npy;
  return ending == ".tsv" ? table_format::tabs : table_format::commas;
}

std::vector<std::size_t> text_widths(const std::vector<table_column>& columns, std::size_t rows) {
  std::vector<std::size_t> widths;
  for (const table_column& c : columns) widths.push_back(text_width(c, rows));
  return widths;
}

std::string rows_as_text(table_format format, const std::vector<table_column>& columns,
                         const row_range& rows, const std::vector<std::size_t>& widths) {
  return with_rows(format, columns, rows.all, widths, [&](const auto& as) {
    std::string text = rows.first == 0 ? as.begin() : std::string();
    for (std::size_t row = rows.first; row < rows.last; ++row) as.add(text, row);
    return rows.last == rows.all ? text + as.end() : text;
  });
}

void write_table(const std::string& path, const std::vector<table_column>& columns,
                 std::size_t rows, const std::stop_token& stop) {
  const table_format format = format_of_table(path);
  if (format == table_format::columnar) return write_parquet(path, columns, rows, stop);
  std::vector<std::size_t> widths;
  if (format == table_format::npy) widths = text_widths(columns, rows);
  with_rows(format, columns, rows, widths,
            [&](const auto& as) { write_rows(path, as, rows, stop); });
}

}  // namespace cli
