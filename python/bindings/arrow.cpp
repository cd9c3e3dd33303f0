// SPDX-License-Identifier: Apache-2.0
// Columns of Arrow data, by its C stream interface (PyCapsule protocol): pyarrow, polars, duckdb and others hand their
// tables over so, and none of them is needed here. Numbers are read where they lie, piece by piece, into one array.
#include "arrays.h"
#include "graph_object.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace python {
namespace {

// The three structs are fixed by Arrow's specification ("The Arrow C data interface").
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

// Released when it goes.
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

column found(const arrow_schema& schema, const std::string& name) {
  for (std::int64_t i = 0; i < schema.child_count; ++i) {
    const arrow_schema& child = *schema.children[i];
    if (name != child.name) continue;
    const std::string format = child.format;
    if (child.dictionary || format.size() != 1 || !std::strchr("cCsSiIlLfg", format[0])) {
      refuse("column '" + name + "' has the format '" + format +
             "'; whole numbers and fractions are allowed");
    }
    if (is_real(format)) return {name, format, i, std::vector<double>()};
    return {name, format, i, std::vector<std::int64_t>()};
  }
  refuse("there is no column '" + name + "'");
}

template <class T>
void append(numbers& to, const arrow_array& piece, std::int64_t first, std::int64_t count) {
  const T* const from = static_cast<const T*>(piece.buffers[1]) + piece.offset + first;
  std::visit([&](auto& values) { values.insert(values.end(), from, from + count); }, to);
}

// The struct may begin within its children.
void append_piece(column& to, const arrow_array& rows) {
  const arrow_array& piece = *rows.children[to.index];
  if (piece.null_count != 0 && piece.buffers[0] != nullptr) {
    refuse("column '" + to.name + "' has missing values; none are allowed");
  }
  const auto add = [&]<class T>(T) { append<T>(to.values, piece, rows.offset, rows.length); };
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

// An array of int64 or float64 for each name. `capsule` is what __arrow_c_stream__() returned.
nb::list columns(nb::capsule capsule, const std::vector<std::string>& names) {
  auto& stream = *static_cast<arrow_stream*>(capsule.data("arrow_array_stream"));
  released<arrow_schema> schema;
  require_success(stream, stream.get_schema(&stream, &schema));
  std::vector<column> wanted;
  for (const std::string& name : names) wanted.push_back(found(schema, name));
  for (;;) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    released<arrow_array> rows;
    require_success(stream, stream.get_next(&stream, &rows));
    if (!rows.release) break;
    if (rows.length == 0) continue;
    for (column& each : wanted) append_piece(each, rows);
  }
  nb::list arrays;
  for (column& each : wanted) {
    arrays.append(
        std::visit([](auto& values) { return handed_over(std::move(values)); }, each.values));
  }
  return arrays;
}

// The names of all columns.
std::vector<std::string> column_names(nb::capsule capsule) {
  auto& stream = *static_cast<arrow_stream*>(capsule.data("arrow_array_stream"));
  released<arrow_schema> schema;
  require_success(stream, stream.get_schema(&stream, &schema));
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < schema.child_count; ++i)
    names.emplace_back(schema.children[i]->name);
  return names;
}

}  // namespace

void define_arrow(nb::module_& m) {
  m.def("arrow_columns", columns, nb::arg("capsule"), nb::arg("names"));
  m.def("arrow_column_names", column_names, nb::arg("capsule"));
}

}  // namespace python
