// SPDX-License-Identifier: Apache-2.0
// Reads columns of Arrow data by the C stream interface (PyCapsule protocol), through which
// pyarrow, polars, duckdb and others pass tables; none of these packages is needed here. The
// numbers of all pieces of a column are copied into one array.
#include "arrays.h"
#include "graph_object.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace python {
namespace {

// Arrow's specification ("The Arrow C data interface") defines these three structs.
struct arrow_schema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t child_count;
  arrow_schema** children;
  arrow_schema* dictionary;
  void (*release)(arrow_schema*);
  void* private_data;
};
struct arrow_array {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t buffer_count;
  std::int64_t child_count;
  const void** buffers;
  arrow_array** children;
  arrow_array* dictionary;
  void (*release)(arrow_array*);
  void* private_data;
};
struct arrow_stream {
  int (*get_schema)(arrow_stream*, arrow_schema*);
  int (*get_next)(arrow_stream*, arrow_array*);
  const char* (*get_last_error)(arrow_stream*);
  void (*release)(arrow_stream*);
  void* private_data;
};

// A struct of Arrow that is released at the end of its scope.
template <class T>
struct released : T {
  released() : T{} {}
  ~released() {
    if (this->release) this->release(this);
  }
  released(const released&) = delete;
  released& operator=(const released&) = delete;
};

[[noreturn]] void refuse(const std::string& sentence) {
  throw std::invalid_argument("Arrow table: " + sentence);
}

void require_success(arrow_stream& stream, int error) {
  if (error == 0) return;
  const char* const why = stream.get_last_error(&stream);
  refuse(why ? why : std::strerror(error));
}

using numbers = std::variant<std::vector<std::int64_t>, std::vector<double>>;

struct column {
  std::string name;
  std::string format;
  std::int64_t index = 0;
  numbers values;
};

bool is_real(const std::string& format) {
  return format == "f" || format == "g";
}

// The column with this name; empty if there is no such column.
std::optional<column> found(const arrow_schema& schema, const std::string& name) {
  for (std::int64_t i = 0; i < schema.child_count; ++i) {
    const arrow_schema& child = *schema.children[i];
    if (!child.name || name != child.name) continue;
    const std::string format = child.format;
    if (child.dictionary || format.size() != 1 || !std::strchr("cCsSiIlLfg", format[0])) {
      refuse("column '" + name + "' has the format '" + format +
             "'; integers and floating-point numbers are allowed");
    }
    if (is_real(format)) return column{name, format, i, std::vector<double>()};
    return column{name, format, i, std::vector<std::int64_t>()};
  }
  return {};
}

// For each row of a piece, whether it is skipped; empty: no row is skipped.
using skipped_rows = std::vector<bool>;

bool is_missing(const arrow_array& values, std::int64_t at) {
  if (values.null_count == 0 || values.buffer_count == 0 || values.buffers[0] == nullptr)
    return false;
  const std::int64_t bit = values.offset + at;
  return (static_cast<const std::uint8_t*>(values.buffers[0])[bit / 8] >> (bit % 8) & 1) == 0;
}

// The rows that lack a value in a column. Unless `drop`, the first such row is an error. Row r of
// the struct `rows` is row rows.offset + r of its children.
skipped_rows missing_rows(const std::vector<column>& wanted, const arrow_array& rows,
                          std::int64_t rows_before, bool drop) {
  skipped_rows missing;
  for (const column& each : wanted) {
    const arrow_array& values = *rows.children[each.index];
    if (values.null_count == 0 && rows.null_count == 0) continue;
    for (std::int64_t r = 0; r < rows.length; ++r) {
      if (!is_missing(rows, r) && !is_missing(values, rows.offset + r)) continue;
      if (!drop) {
        refuse("column '" + each.name + "' has no value in row " + std::to_string(rows_before + r) +
               ", counted from 0; missing=\"drop\" skips such rows");
      }
      missing.resize(static_cast<std::size_t>(rows.length));
      missing[static_cast<std::size_t>(r)] = true;
    }
  }
  return missing;
}

template <class T>
void append(column& to, const arrow_array& rows, const skipped_rows& missing,
            std::int64_t rows_before) {
  const arrow_array& piece = *rows.children[to.index];
  const T* const from = static_cast<const T*>(piece.buffers[1]) + piece.offset + rows.offset;
  const auto count = static_cast<std::size_t>(rows.length);
  std::visit(
      [&](auto& values) {
        using value = typename std::remove_cvref_t<decltype(values)>::value_type;
        if (std::is_same_v<T, std::uint64_t> || !missing.empty()) {
          for (std::size_t i = 0; i < count; ++i) {
            if (!missing.empty() && missing[i]) continue;
            if constexpr (std::is_same_v<T, std::uint64_t>) {
              if (from[i] > static_cast<std::uint64_t>(INT64_MAX)) {
                refuse("column '" + to.name + "' has " + std::to_string(from[i]) + " in row " +
                       std::to_string(rows_before + static_cast<std::int64_t>(i)) + "; at most " +
                       std::to_string(INT64_MAX) + " is allowed");
              }
            }
            values.push_back(static_cast<value>(from[i]));
          }
        } else {
          values.insert(values.end(), from, from + count);
        }
      },
      to.values);
}

void append_piece(column& to, const arrow_array& rows, const skipped_rows& missing,
                  std::int64_t rows_before) {
  const auto add = [&]<class T>(T) { append<T>(to, rows, missing, rows_before); };
  switch (to.format[0]) {
    case 'c':
      return add(std::int8_t{});
    case 'C':
      return add(std::uint8_t{});
    case 's':
      return add(std::int16_t{});
    case 'S':
      return add(std::uint16_t{});
    case 'i':
      return add(std::int32_t{});
    case 'I':
      return add(std::uint32_t{});
    case 'l':
      return add(std::int64_t{});
    case 'L':
      return add(std::uint64_t{});
    case 'f':
      return add(float{});
    default:
      return add(double{});
  }
}

std::vector<column> wanted_columns(arrow_stream& stream, const std::vector<std::string>& names,
                                   const std::string& optional_name) {
  released<arrow_schema> schema;
  require_success(stream, stream.get_schema(&stream, &schema));
  std::vector<column> wanted;
  for (const std::string& name : names) {
    auto one = found(schema, name);
    if (!one) refuse("the table has no column '" + name + "'");
    wanted.push_back(std::move(*one));
  }
  if (!optional_name.empty()) {
    if (auto one = found(schema, optional_name)) wanted.push_back(std::move(*one));
  }
  return wanted;
}

// An array of int64 or float64 for each name, and for the optional name if the table has that
// column. capsule: the result of __arrow_c_stream__(). drop: whether rows that lack a value are
// skipped; otherwise they are an error.
nb::list columns(nb::capsule capsule, const std::vector<std::string>& names,
                 const std::string& optional_name, bool drop) {
  auto& stream = *static_cast<arrow_stream*>(capsule.data("arrow_array_stream"));
  if (!stream.release) refuse("its stream has already been read; create a new one");
  auto wanted = wanted_columns(stream, names, optional_name);
  for (std::int64_t rows_before = 0;;) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    released<arrow_array> rows;
    require_success(stream, stream.get_next(&stream, &rows));
    if (!rows.release) break;
    if (rows.length == 0) continue;
    const skipped_rows missing = missing_rows(wanted, rows, rows_before, drop);
    for (column& each : wanted) append_piece(each, rows, missing, rows_before);
    rows_before += rows.length;
  }
  nb::list arrays;
  for (column& each : wanted) {
    arrays.append(
        std::visit([](auto& values) { return handed_over(std::move(values)); }, each.values));
  }
  return arrays;
}

}  // namespace

void define_arrow(nb::module_& m) {
  m.def("arrow_columns", columns, nb::arg("capsule"), nb::arg("names"), nb::arg("optional_name"),
        nb::arg("drop"));
}

}  // namespace python
