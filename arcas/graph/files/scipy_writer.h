// SPDX-License-Identifier: Apache-2.0
// Writes the rows of a graph as scipy.sparse.save_npz writes a csr_matrix: a zip archive of arrays.
#pragma once

#include <arcas/graph/files/zip_writer.h>
#include <arcas/graph/graph_view.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::graph::detail {

class sparse_matrix_writer {
 public:
  explicit sparse_matrix_writer(output_file& file) : zip_(file) {}

  // The entry in row v and column u is the weight of the edge v → u, or the value true if the graph
  // has no weights.
  template <class Weights>
  void write(const row_view& rows, const Weights& weights, std::size_t vertices) {
    constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
    if (std::max<std::uint64_t>(vertices, rows.arc_count()) <= most) {
      write_positions<std::int32_t>("<i4", rows, vertices);
    } else {
      write_positions<std::int64_t>("<i8", rows, vertices);
    }
    const std::string arcs = shape_of(rows.arc_count());
    if constexpr (std::ranges::range<Weights>) {
      using W = std::ranges::range_value_t<Weights>;
      const char kind = std::is_integral_v<W> ? 'i' : 'f';
      add<W>("data.npy", std::string("<") + kind + std::to_string(sizeof(W)), arcs, weights);
    } else {
      const auto there = std::views::transform([](vertex) { return std::uint8_t{1}; });
      add<std::uint8_t>("data.npy", "|b1", arcs, rows.targets() | there);
    }
    zip_.finish();
  }

 private:
  static std::string shape_of(std::uint64_t size) { return '(' + std::to_string(size) + ",)"; }

  // Writes the values converted to the type To, in pieces.
  template <class To, class Values>
  void add(const char* name, const std::string& type, const std::string& shape,
           const Values& values) {
    constexpr std::size_t piece_values = std::size_t{1} << 19;
    zip_.add(name, [&](const zip_writer::sink& take) {
      take(numpy_header('\'' + type + '\'', shape));
      std::vector<To> piece;
      for (std::size_t first = 0; first < values.size(); first += piece.size()) {
        piece.resize(std::min<std::size_t>(piece_values, values.size() - first));
        for (std::size_t i = 0; i < piece.size(); ++i)
          piece[i] = static_cast<To>(values[first + i]);
        take({reinterpret_cast<const char*>(piece.data()), piece.size() * sizeof(To)});
      }
    });
  }

  template <class Index>
  void write_positions(const char* type, const row_view& rows, std::size_t vertices) {
    add<Index>("indices.npy", type, shape_of(rows.arc_count()), rows.targets());
    // A graph without vertices may have no offsets.
    const std::array<edge_index, 1> none = {};
    add<Index>("indptr.npy", type, shape_of(vertices + 1),
               vertices == 0 ? std::span<const edge_index>(none) : rows.offsets());
    add<char>("format.npy", "|S3", "()", std::string_view("csr"));
    const std::array<std::size_t, 2> shape = {vertices, vertices};
    add<std::int64_t>("shape.npy", "<i8", "(2,)", shape);
  }

  zip_writer zip_;
};

}  // namespace arcas::inline v0::graph::detail
