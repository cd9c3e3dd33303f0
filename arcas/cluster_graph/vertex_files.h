// SPDX-License-Identifier: Apache-2.0
// Writes one value of each vertex to a file, all ranks together, in the order of the vertices:
//
//   write_vertex_values(g, "scores.npy", found.scores);  // of found = pagerank(g)
//   write_vertex_values<double>(g, "own.npy", [state] { return std::span(state.local().scores); });
//
// values() returns the values of the calling rank, in the order of its vertices: a std::span of
// values that stay allocated, or a vector. It is called once for each piece of the file that has
// values of the rank. The ending of the name determines the format:
//
//   .txt        a value on each line
//   .csv .tsv   a header; on each line a vertex, by its name in the graph's file, and its value
//   .bin        the bytes of the values, as read_array() reads them
//   .npy        a NumPy array of one dimension
//
// .zst or .gz may follow, except after .npy. One task calls the function; all ranks take part. A
// rank holds a piece of a few megabytes, in addition to its values. Throws graph::output_error; for
// an unknown ending, before anything is written. The file appears under its name only when it is
// complete.
//
//   write_graph(g, "part.sg");
//
// writes the graph, in the formats of graph/write_graph.h except .npz, Parquet and Arrow; .zst or
// .gz may follow. For any number of ranks the file has the bytes that one process would write. The
// calling rank asks for the degrees of all vertices, in slices, and divides the file into pieces.
// The ranks make the pieces in turn: they ask the homes of the vertices for rows and names. A rank
// holds a piece of about 4 MiB, or of the longest row if that is more.
#pragma once

#include <arcas/cluster_files/file_pieces.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

namespace detail {

enum class value_format : std::uint8_t { lines, commas, tabs, bytes, npy };

// Throws graph::output_error for an unknown ending.
value_format format_of_values(const std::string& path);

// Number of vertices in a piece.
inline constexpr std::uint64_t vertices_in_piece = std::uint64_t{1} << 18;

// The names of vertices, which are in ascending order, asked from their homes. Called by a task.
graph::vertex_names names_of(const distributed_graph& g, std::span<const vertex> vertices);

std::string npy_header(const std::string& type, std::uint64_t values);

template <class T>
void append_number(std::string& to, T value) {
  std::array<char, 32> digits;  // enough for any value
  to.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

// The names of vertices as cells of a table.
std::vector<std::string> name_cells(const distributed_graph& g, std::uint64_t first,
                                    std::uint64_t last, char separator);

template <class T>
std::string lines_of_values(const std::vector<T>& values, const std::vector<std::string>& names,
                            char separator) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!names.empty()) (text += names[i]) += separator;
    append_number(text, values[i]);
    text += '\n';
  }
  return text;
}

template <class T>
std::string value_bytes(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

// NumPy's name of the type.
template <class T>
std::string numpy_type() {
  const char* const kind = std::floating_point<T> ? "'<f" : std::signed_integral<T> ? "'<i" : "'<u";
  return kind + std::to_string(sizeof(T)) + '\'';
}

// The bytes before the values.
template <class T>
std::string value_header(value_format format, std::uint64_t values) {
  if (format == value_format::npy) return npy_header(numpy_type<T>(), values);
  if (format == value_format::commas) return "vertex,value\n";
  if (format == value_format::tabs) return "vertex\tvalue\n";
  return {};
}

}  // namespace detail

// T is double, or an integer of 32 or 64 bits.
template <class T, class F>
void write_vertex_values(const distributed_graph& g, const std::string& path, const F& values) {
  static_assert(std::same_as<T, double> || (std::integral<T> && sizeof(T) >= 4),
                "arcas: write_vertex_values<T>: T must be double, or an integer of 32 or 64 bits");
  using detail::value_format;
  const value_format format = detail::format_of_values(path);
  const std::uint64_t n = g.vertex_count();
  const std::uint64_t pieces = (n + detail::vertices_in_piece - 1) / detail::vertices_in_piece;
  cluster::write_pieces(
      path, std::max<std::uint64_t>(pieces, 1), [g, values, format, n](std::uint64_t p) {
        const std::uint64_t first = p * detail::vertices_in_piece;
        const std::uint64_t last = std::min(n, first + detail::vertices_in_piece);
        const auto own =
            detail::values_at<T>(g.places(), values, detail::vertices_between(first, last));
        std::string text = p == 0 ? detail::value_header<T>(format, n) : std::string();
        if (format == value_format::bytes || format == value_format::npy) {
          return text + detail::value_bytes(own);
        }
        const bool named = format == value_format::commas || format == value_format::tabs;
        const char separator = format == value_format::commas ? ',' : '\t';
        std::vector<std::string> names;
        if (named) names = detail::name_cells(g, first, last, separator);
        return text + detail::lines_of_values(own, names, separator);
      });
}

// Throws std::invalid_argument if the number of values is not that of the graph's vertices.
template <class T>
void write_vertex_values(const distributed_graph& g, const std::string& path,
                         const vertex_values<T>& values) {
  if (values.size() != g.vertex_count()) {
    throw std::invalid_argument(path + ": there are values of " + std::to_string(values.size()) +
                                " vertices, but the graph has " + std::to_string(g.vertex_count()) +
                                " vertices");
  }
  write_vertex_values<T>(g, path, [values] { return std::span<const T>(values.local()); });
}

// Throws graph::output_error: before anything is written, for a format that ranks cannot write, and
// for a graph that the format cannot represent; later, for a full disk and similar errors.
void write_graph(const distributed_graph& g, const std::string& path);

// Throws graph::output_error if only one process can write a graph to a file of this name.
void require_writable_by_ranks(const std::string& path);

// The number of isolated vertices that write_graph() drops for a file of this name.
std::uint64_t lost_vertices(const distributed_graph& g, const std::string& path);

}  // namespace arcas::inline v0::cluster_graph
