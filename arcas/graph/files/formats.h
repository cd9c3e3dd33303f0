// SPDX-License-Identifier: Apache-2.0
// The facts that all graph file formats share: their names and file endings, the options of a
// caller, and the limits on what a header may claim.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::graph {

enum class graph_format : std::uint8_t {
  list,
  serialized,
  matrix_market,
  dimacs,
  metis,
  scipy,
  graphml,
  parquet,
  arrow
};
enum class weight_kind : std::uint8_t { none, whole, real };

// Why a graph is taken as directed or undirected. assumed: the file states no direction; stated:
// the file states it; asked: file_options state it.
enum class direction_from : std::uint8_t { assumed, stated, asked };

// How it is known whether the first row of a table names its columns:
//   none      the row has numbers, so it is an edge;
//   guessed   from the first rows;
//   stated    the file names its columns in a comment, or by usual names above numbers or quoted
//             ends; or it states its number of edges, which equals its number of rows (no header)
//             or is one less (a header);
//   asked     file_options state it.
enum class header_from : std::uint8_t { none, guessed, stated, asked };

struct skipped_row {
  std::uint64_t line = 0;
  std::string fault = {};  // the fault of the row

  template <class Archive>
  void serialize(Archive& a) {
    a(line, fault);
  }
};

// Notes about the rows that graph_file::read() has read.
struct reading_notes {
  std::uint64_t skipped_rows = 0;               // see file_options::skip_bad_rows
  std::vector<skipped_row> first_skipped = {};  // three at most
  bool padded_ids = false;                      // ids such as 007 were read as numbers such as 7
};

struct graph_facts {
  graph_format format = graph_format::list;
  bool directed = true;
  weight_kind weights = weight_kind::none;  // of an edge list: real if a weight has a fraction
  direction_from told_by = direction_from::stated;
  // Whether an edge list or a table has more than three columns, none of which is known as the
  // weight.
  bool weight_is_open = false;
  // The form of an edge list, for users: "edge list", "table with commas, a header and names".
  std::string form = {};
  // For an edge list or a table: whether its first row names the columns.
  bool header = false;
  header_from header_told_by = header_from::none;
  reading_notes notes = {};
};

namespace detail {
struct columns_graph;
}
struct file_options;
// Opens columnar tables; with_parquet() of arcas/parquet/parquet.h sets it.
using columns_opener = detail::columns_graph (*)(std::string_view bytes, const std::string& name,
                                                 const file_options& options);

// Options for reading a file, in addition to what the file itself states.
struct file_options {
  std::optional<bool> directed = {};  // empty: as the file states; some formats allow no other
  // Columns of an edge list: the name in its header, or a number from 1. Empty: inferred from the
  // first lines.
  std::string from = {};
  std::string to = {};
  std::string weight = {};
  // Reads ids as text even if all ids of the first lines are numbers: "007" is not "7".
  bool text_ids = false;
  // Whether the first row names the columns; empty: as the file states, or guessed.
  std::optional<bool> header = {};
  char decimal = '.';  // or ',': for weights such as 1,5
  // Skips faulty rows and reports them in graph_facts::notes; if false, a faulty row is an
  // input_error.
  bool skip_bad_rows = false;
  // The ending that selects the format, as ".wel" or "wel"; empty: the ending of the file's name.
  // If no format has the ending, std::invalid_argument is thrown.
  std::string ending = {};
  // A limit in bytes; a greater input is an input_error. It is the maximum size of an unpacked file
  // and of the data of a pipe, and the maximum memory for the edges and names of a Parquet or Arrow
  // file. 0: three quarters of the memory that this process may use; for a .gz, .zst or .npz also
  // at most a thousand times its packed size, or 64 MiB if that is more (input_budget.h).
  std::uint64_t most_unpacked = 0;
  // Opens Parquet and Arrow files; null: such a file is an input_error.
  columns_opener open_columns = nullptr;
};

namespace detail {

enum class weight_rule : std::uint8_t { never, optional, always };

// Converts A to Z to lower case.
std::string lower(std::string_view word);

// Whether a text starts as UTF-16 does: with a byte order mark, or with < in two bytes.
bool is_utf16(std::string_view text);
// Throws input_error for a text in UTF-16, which only XML may use.
void require_utf8(std::string_view text, const std::string& name);

// Whether the format is a table of columns, which arcas/parquet reads and writes.
constexpr bool is_columnar(graph_format format) {
  return format == graph_format::parquet || format == graph_format::arrow;
}

// The facts that the ending of a file name determines.
struct file_ending {
  std::string_view text;
  graph_format format;
  weight_rule weights;
  bool ids_are_vertices = false;  // true for .el and .wel, as in GAP
};

// The ending of a name, in upper or lower case, before .zst or .gz; options.ending instead if it is
// set. Null if no format has this ending.
const file_ending* ending_of(const std::string& name, const file_options& options = {});

// Sets the direction that options.directed asks for. Throws std::invalid_argument if the format
// determines another direction.
void take_direction(graph_facts& facts, const std::string& name, const file_options& options);

// Throws the input_error for a file that differs between two passes.
[[noreturn]] void refuse_change(const std::string& name);

// Throws input_error "name:line: fault"; without the line if it is 0.
[[noreturn]] void refuse_line(const std::string& name, std::uint64_t line,
                              const std::string& fault);

// Whether a header may claim this number of vertices for this number of edges. Larger numbers are
// considered a mistake, since the arrays of such a graph would fill the memory.
bool plausible(std::uint64_t vertices, std::uint64_t edges);

// These throw input_error if the number of vertices is not plausible, or exceeds most_vertices.
// `line` is the line of the file that claims it; 0: none.
void require_plausible(std::uint64_t vertices, std::uint64_t edges, const std::string& name,
                       std::uint64_t line);
void require_vertex_range(std::uint64_t vertices, const std::string& name, std::uint64_t line);

template <class W>
bool is_weight_value(double value) {
  if constexpr (std::is_integral_v<W>) {
    return value >= std::numeric_limits<W>::min() && value <= std::numeric_limits<W>::max() &&
           value == std::floor(value);
  }
  return std::isfinite(value);
}

}  // namespace detail

}  // namespace arcas::inline v0::graph
