// SPDX-License-Identifier: Apache-2.0
#include "ranks_output.h"

#include <arcas/cluster_files/file_pieces.h>
#include <arcas/cluster_graph/vertex_files.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace cli::ranks {
namespace {

using arcas::graph::vertex;
using cluster::rank_id;

// Number of rows of a piece, which are several hundred kilobytes of text.
constexpr std::uint64_t rows_a_piece = 1 << 14;

// The description of a table and its columns that is sent to all ranks.
struct column_shape {
  std::array<char, 24> name;
  column_kind kind;
  std::size_t width;
  ranks_column::any_values values;
  std::int64_t missing;
};
struct table_shape {
  table_format format;
  std::size_t columns;  // number of columns, including the first, which has the vertex
  std::array<column_shape, 4> column;
  std::uint64_t rows;
};

std::uint64_t pieces_of(const table_shape& shape) {
  return (shape.rows + rows_a_piece - 1) / rows_a_piece;
}
// The first row of a piece, and the row behind its last one.
std::pair<std::uint64_t, std::uint64_t> rows_of_piece(const table_shape& shape,
                                                      std::uint64_t piece) {
  const std::uint64_t first = piece * rows_a_piece;
  return {first, std::min(shape.rows, first + rows_a_piece)};
}

// The values of consecutive rows of a column; one of the two vectors is empty.
struct column_slice {
  std::vector<std::int64_t> whole;
  std::vector<double> real;  // NaN: no value
};

template <class T>
column_slice as_cells(const std::vector<T>& values, std::int64_t missing) {
  column_slice slice;
  for (const T value : values) {
    if constexpr (std::floating_point<T>) {
      slice.real.push_back(std::isfinite(value) ? value : std::nan(""));
    } else {
      const auto whole = static_cast<std::int64_t>(value);
      slice.whole.push_back(whole == missing ? no_value : whole);
    }
  }
  return slice;
}

// The values of column c in these rows; column 0 has the vertices of the rows.
column_slice slice_of(const table_shape& shape, std::size_t c, std::uint64_t first,
                      std::uint64_t last) {
  if (c == 0) {
    column_slice rows{std::vector<std::int64_t>(last - first), {}};
    std::iota(rows.whole.begin(), rows.whole.end(), static_cast<std::int64_t>(first));
    return rows;
  }
  const column_shape& column = shape.column[c];
  return std::visit(
      [&](const auto& values) {
        using T = typename std::remove_cvref_t<decltype(values)>::value_type;
        const auto own = [values]() -> const auto& { return values.local(); };
        return as_cells(spread::detail::values_at<T>(values.places(), own,
                                                     spread::detail::vertices_between(first, last)),
                        column.missing);
      },
      column.values);
}

// The cell of value i of a slice; id(v) returns the name of vertex v.
template <class Id>
table_cell cell_of(const column_slice& slice, column_kind kind, std::size_t i, const Id& id) {
  if (kind == column_kind::real)
    return std::isnan(slice.real[i]) ? table_cell() : table_cell(slice.real[i]);
  const std::int64_t value = slice.whole[i];
  if (value == no_value) return {};
  return kind == column_kind::id ? id(value) : table_cell(value);
}

// The names of vertices of any ranks, in ascending order of the vertices, each once.
class vertex_cells {
 public:
  vertex_cells(const distributed_graph& g, std::vector<vertex> vertices)
      : vertices_(std::move(vertices)) {
    std::ranges::sort(vertices_);
    const auto repeated = std::ranges::unique(vertices_);
    vertices_.erase(repeated.begin(), repeated.end());
    names_ = spread::detail::names_of(g, vertices_);
  }

  table_cell operator()(std::int64_t v) const {
    const auto at = std::ranges::lower_bound(vertices_, static_cast<vertex>(v));
    return cell(static_cast<std::size_t>(at - vertices_.begin()));
  }
  std::size_t longest() const {
    std::size_t most = 0;
    for (std::size_t i = 0; i < vertices_.size(); ++i) most = std::max(most, cell(i).text.size());
    return most;
  }

 private:
  table_cell cell(std::size_t i) const {
    return names_.are_text() ? table_cell(vertex_id{names_.text(i), true}) : table_cell(names_[i]);
  }

  std::vector<vertex> vertices_;
  arcas::graph::vertex_names names_;
};

void append_vertices(std::vector<vertex>& to, const column_slice& values) {
  for (const std::int64_t v : values.whole) {
    if (v != no_value) to.push_back(static_cast<vertex>(v));
  }
}

std::string piece_of(const distributed_graph& g, const table_shape& shape, std::uint64_t piece) {
  const auto [first, last] = rows_of_piece(shape, piece);
  std::vector<column_slice> values(shape.columns);
  std::vector<vertex> named;
  for (std::size_t c = 0; c < shape.columns; ++c) {
    values[c] = slice_of(shape, c, first, last);
    if (shape.column[c].kind == column_kind::id) append_vertices(named, values[c]);
  }
  const vertex_cells names(g, std::move(named));
  std::vector<table_column> columns;
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < shape.columns; ++c) {
    const column_shape& s = shape.column[c];
    widths.push_back(s.width);
    columns.push_back({s.name.data(), s.kind, [&, c, from = first, kind = s.kind](std::size_t row) {
                         return cell_of(values[c], kind, row - from, names);
                       }});
  }
  return rows_as_text(shape.format, columns, {first, last, shape.rows}, widths);
}

column_shape shape_of(std::string_view name, column_kind kind) {
  column_shape s{{}, kind, 0, {}, no_value};
  if (name.size() >= s.name.size()) throw std::logic_error("a column's name is too long");
  std::ranges::copy(name, s.name.begin());
  return s;
}

// Bytes of the longest name in a column of vertices. The ranks divide the pieces of the column
// among themselves.
std::size_t width_of(const distributed_graph& g, const table_shape& shape, std::size_t c) {
  return cluster::fold_ranks(std::size_t{0}, std::ranges::max, [g, shape, c] {
    std::size_t most = 0;
    for (std::uint64_t p = cluster::self(); p < pieces_of(shape); p += cluster::ranks()) {
      const auto [first, last] = rows_of_piece(shape, p);
      std::vector<vertex> named;
      append_vertices(named, slice_of(shape, c, first, last));
      most = std::max(most, vertex_cells(g, std::move(named)).longest());
    }
    return most;
  });
}

table_shape shape_of_table(table_format format, const distributed_graph& g,
                           const std::vector<ranks_column>& columns) {
  table_shape shape{.format = format, .columns = 1, .column = {}, .rows = g.vertex_count()};
  if (columns.size() >= shape.column.size()) throw std::logic_error("there are too many columns");
  shape.column[0] = shape_of("vertex", column_kind::id);
  for (const ranks_column& c : columns) {
    column_shape& s = shape.column[shape.columns++] = shape_of(c.name, c.kind);
    s.values = c.values;
    s.missing = c.missing;
  }
  return shape;
}

}  // namespace

std::vector<table_column> gathered_table(const distributed_graph& g,
                                         const std::vector<ranks_column>& columns) {
  const auto names = std::make_shared<const arcas::graph::vertex_names>(g.names());
  const auto id = [names](std::int64_t v) {
    return table_cell(vertex_id{names->text(static_cast<std::uint64_t>(v)), names->are_text()});
  };
  std::vector<table_column> table = {{"vertex", column_kind::id, [id](std::size_t row) {
                                        return id(static_cast<std::int64_t>(row));
                                      }}};
  for (const ranks_column& c : columns) {
    const auto cells = std::make_shared<const column_slice>(std::visit(
        [&](const auto& values) { return as_cells(values.gathered(), c.missing); }, c.values));
    table.push_back({c.name, c.kind, [cells, id, kind = c.kind](std::size_t row) {
                       return cell_of(*cells, kind, row, id);
                     }});
  }
  return table;
}

table_column id_column_by_slices(
    std::string_view name, const distributed_graph& g, std::uint64_t rows,
    const std::function<std::vector<vertex>(std::uint64_t, std::uint64_t)>& slice) {
  struct kept_slice {
    std::uint64_t first = 0;
    std::vector<vertex> vertices;
    std::optional<vertex_cells> names;
  };
  return {name, column_kind::id,
          [g, rows, slice, kept = std::make_shared<kept_slice>()](std::size_t row) {
            if (row < kept->first || row - kept->first >= kept->vertices.size()) {
              kept->first = row - row % rows_a_piece;
              kept->vertices = slice(kept->first, std::min(rows, kept->first + rows_a_piece));
              std::vector<vertex> named = kept->vertices;
              std::erase(named, arcas::graph::no_vertex);
              kept->names.emplace(g, std::move(named));
            }
            const vertex v = kept->vertices[row - kept->first];
            return v == arcas::graph::no_vertex ? table_cell() : (*kept->names)(v);
          }};
}

bool is_for_all_ranks(const std::string& path) {
  return path != "-" && format_of_table(path) != table_format::columnar &&
         cluster::detail::has_pieces(path);
}

void write_on_ranks(const std::string& path, const distributed_graph& g,
                    const std::vector<ranks_column>& columns) {
  table_shape shape = shape_of_table(format_of_table(path), g, columns);
  const bool has_widths = shape.format == table_format::npy && g.has_text_names();
  for (std::size_t c = 0; has_widths && c < shape.columns; ++c) {
    if (shape.column[c].kind == column_kind::id) shape.column[c].width = width_of(g, shape, c);
  }
  cluster::write_pieces(path, std::max<std::uint64_t>(pieces_of(shape), 1),
                        [g, shape](std::uint64_t p) { return piece_of(g, shape, p); });
}

}  // namespace cli::ranks
