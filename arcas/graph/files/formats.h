// SPDX-License-Identifier: Apache-2.0
// Facts that all formats of graph files share: their names, the endings of file names, how a caller
// wants a file understood, and the limits on what a header may claim.
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

// Why a graph is taken as directed or undirected: no word of it in the file, a word in the file, or
// file_options.
enum class direction_from : std::uint8_t { assumed, stated, asked };

// How it is known whether the first row of a table names its columns: a row of numbers does not; a guess by the first rows; the
// file, which names its columns otherwise or counts its edges; or file_options.
enum class header_from : std::uint8_t { none, guessed, stated, asked };

struct skipped_row {
  std::uint64_t line = 0;
  std::string fault = {};  // what is wrong with it
};

// What reading the edges of a text has shown, beside the edges; known after graph_file::read().
struct reading_notes {
  std::uint64_t skipped_rows = 0;               // file_options::skip_bad_rows
  std::vector<skipped_row> first_skipped = {};  // three at most
  bool padded_ids = false;                      // ids such as 007, which were read as numbers: 7
};

struct graph_facts {
  graph_format format = graph_format::list;
  bool directed = true;
  weight_kind weights = weight_kind::none;  // of an edge list: real if a weight has a fraction
  direction_from told_by = direction_from::stated;
  // An edge list or a table with more than three columns, none of which is known to be the weight.
  bool weight_is_open = false;
  // The form of an edge list, for people: "edge list", "table with commas, a header and names".
  std::string form = {};
  // Of an edge list or a table: whether its first row names the columns.
  bool header = false;
  header_from header_told_by = header_from::none;
  reading_notes notes = {};
};

namespace detail {
struct columns_graph;
}
struct file_options;
// A function that opens columnar tables; with_parquet() of arcas/parquet/parquet.h sets it.
using columns_opener = detail::columns_graph (*)(std::string_view bytes, const std::string& name,
                                                 const file_options& options);

// How a file is to be understood, beside what it says itself.
struct file_options {
  std::optional<bool> directed = {};  // empty: as the file says
  // Columns of an edge list: the name in its header line, or a number from 1. Empty: concluded from
  // the first lines.
  std::string from = {};
  std::string to = {};
  std::string weight = {};
  bool text_ids =
      false;  // ids are text even where all in the first lines are numbers: "007" is not "7"
  std::optional<bool> header =
      {};  // whether the first row names the columns; empty: as the file says, or guessed
  char decimal = '.';  // or ',': weights such as 1,5
  // Rows that are wrong are left out, and told of in graph_facts::notes. An error otherwise.
  bool skip_bad_rows = false;
  // The ending of a name, as ".wel" or "wel", in place of the one that the file has; empty: that one.
  // std::invalid_argument for one that is of no format.
  std::string ending = {};
  // The largest size in bytes of a decompressed file or of the data of a pipe, and the largest memory for the edges and
  // names of a Parquet or Arrow file. 0: three quarters of the memory that this process may use; of a .gz, .zst or .npz no more
  // than a thousand times its size, or 64 MiB if that is more (input_budget.h). More is an input_error.
  std::uint64_t most_unpacked = 0;
  // Opens Parquet and Arrow files; null: such a file is an input_error.
  columns_opener open_columns = nullptr;
};

namespace detail {

enum class weight_rule : std::uint8_t { never, optional, always };

// With A to Z as a to z.
std::string lower(std::string_view word);

// Whether a text begins as those in UTF-16 do: with a byte order mark, or with < in two bytes.
bool is_utf16(std::string_view text);
// Refuses a text in UTF-16, which only XML may be.
void require_utf8(std::string_view text, const std::string& name);

// Whether it is a table of columns, which arcas/parquet reads and writes.
constexpr bool is_columnar(graph_format format) {
  return format == graph_format::parquet || format == graph_format::arrow;
}

// What the ending of a file name says.
struct file_ending {
  std::string_view text;
  graph_format format;
  weight_rule weights;
  bool ids_are_vertices = false;  // of an edge list: .el and .wel, as in GAP
};

// The ending of a name, in either case, before .zst or .gz; null where it is none of a format.
// Of the ending that options name, if they name one.
const file_ending* ending_of(const std::string& name, const file_options& options = {});

// Takes the direction that options ask for, if they ask. Throws input_error where the format leaves no choice.
void take_direction(graph_facts& facts, const std::string& name, const file_options& options);

// Throws the input_error for a file that is not the same in a second pass as it was in the first.
[[noreturn]] void refuse_change(const std::string& name);

// "name:line: fault", as an input_error; without a line where that is 0.
[[noreturn]] void refuse_line(const std::string& name, std::uint64_t line,
                              const std::string& fault);

// Whether a graph with so many edges may have so many vertices, where a number in the file decides:
// more are taken for a mistake, since a graph of them would fill the memory.
bool plausible(std::uint64_t vertices, std::uint64_t edges);

// Refuse the line of the file that claims more vertices than are plausible, or than a graph can
// have (most_vertices); line 0 is none.
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
