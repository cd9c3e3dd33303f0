// SPDX-License-Identifier: Apache-2.0
#include "ranks_output.h"

#include <arcas/cluster/memory/global_ptr.h>
#include <arcas/cluster_files/write_pieces.h>
#include <arcas/cluster_graph/vertex_files.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace cli::ranks {
namespace {

namespace cluster = arcas::cluster;
namespace spread = arcas::cluster_graph;
using arcas::graph::vertex;
using cluster::rank_id;

// Rows of a piece: some hundred kilobytes of text.
constexpr std::uint64_t rows_a_piece = 1 << 14;

// How the table looks, as it travels.
struct column_shape {
  std::array<char, 24> name;
  column_kind kind;
  std::size_t width;
};
struct table_shape {
  table_format format;
  std::size_t columns;  // with the vertex, which is the first
  std::array<column_shape, 4> column;
  std::uint64_t rows;
};

// Values of some rows, by column; one of the two is empty.
struct column_slice {
  std::vector<std::int64_t> whole;
  std::vector<double> real;

  template <class Archive>
  void serialize(Archive& a) {
    a(whole, real);
  }
};

using columns_of_first_rank = std::vector<ranks_column>;

std::vector<column_slice> values_of(const columns_of_first_rank& columns, std::uint64_t first,
                                    std::uint64_t last) {
  std::vector<column_slice> slices;
  for (const ranks_column& c : columns) {
    column_slice& slice = slices.emplace_back();
    for (std::uint64_t row = first; row < last; ++row) {
      c.kind == column_kind::real ? slice.real.push_back(c.real(row))
                                  : slice.whole.push_back(c.whole(row));
    }
  }
  return slices;
}

// What some vertices of a rank are called, by their local numbers.
spread::detail::name_slice names_here(const spread::distributed_graph& g,
                                      const std::vector<vertex>& locals) {
  spread::detail::name_slice names;
  for (const vertex local : locals) {
    spread::detail::name_slice one = spread::detail::own_names(g.local(), local, local + 1);
    std::ranges::copy(one.ids, std::back_inserter(names.ids));
    std::ranges::move(one.texts, std::back_inserter(names.texts));
  }
  return names;
}

// The names of vertices of any rank: ascending, each once.
class vertex_cells {
 public:
  vertex_cells(const spread::distributed_graph& g, std::vector<vertex> vertices)
      : vertices_(std::move(vertices)) {
    std::ranges::sort(vertices_);
    const auto repeated = std::ranges::unique(vertices_);
    vertices_.erase(repeated.begin(), repeated.end());
    cells_.resize(vertices_.size());
    std::vector<std::vector<vertex>> locals(cluster::ranks());
    std::vector<std::vector<std::size_t>> places(cluster::ranks());
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      const rank_id home = g.places().home(vertices_[i]);
      locals[home].push_back(g.places().local(vertices_[i]));
      places[home].push_back(i);
    }
    std::vector<cluster::future<spread::detail::name_slice>> asked;
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      asked.push_back(cluster::future_call(
          r, [g](const std::vector<vertex>& theirs) { return names_here(g, theirs); },
          std::move(locals[r])));
    }
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      const spread::detail::name_slice names = asked[r].get();
      for (std::size_t i = 0; i < places[r].size(); ++i) {
        cells_[places[r][i]] = names.texts.empty() ? table_cell(names.ids[i])
                                                   : table_cell(vertex_id{names.texts[i], true});
      }
    }
  }

  table_cell operator()(std::int64_t v) const {
    if (v == no_value) return {};
    const auto at = std::ranges::lower_bound(vertices_, static_cast<vertex>(v));
    return cells_[static_cast<std::size_t>(at - vertices_.begin())];
  }

 private:
  std::vector<vertex> vertices_;
  std::vector<table_cell> cells_;
};

// All vertices that the rows name.
std::vector<vertex> vertices_in(const table_shape& shape, const std::vector<column_slice>& values,
                                std::uint64_t first, std::uint64_t last) {
  std::vector<vertex> all;
  for (std::uint64_t row = first; row < last; ++row) all.push_back(static_cast<vertex>(row));
  for (std::size_t c = 1; c < shape.columns; ++c) {
    if (shape.column[c].kind != column_kind::id) continue;
    for (const std::int64_t v : values[c - 1].whole) {
      if (v != no_value) all.push_back(static_cast<vertex>(v));
    }
  }
  return all;
}

std::string piece_of(const spread::distributed_graph& g, const table_shape& shape,
                     cluster::global_ptr<columns_of_first_rank> at, std::uint64_t piece) {
  const std::uint64_t first = piece * rows_a_piece;
  const std::uint64_t last = std::min(shape.rows, first + rows_a_piece);
  const std::vector<column_slice> values =
      cluster::call(at.home(), [at, first, last] { return values_of(*at.local(), first, last); });
  const vertex_cells cells(g, vertices_in(shape, values, first, last));
  std::vector<table_column> columns;
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < shape.columns; ++c) {
    const column_shape& s = shape.column[c];
    widths.push_back(s.width);
    columns.push_back({s.name.data(), s.kind, [&, c, kind = s.kind, first](std::size_t row) {
                         if (c == 0) return cells(static_cast<std::int64_t>(row));
                         const column_slice& slice = values[c - 1];
                         if (kind == column_kind::real)
                           return std::isnan(slice.real[row - first])
                                      ? table_cell()
                                      : table_cell(slice.real[row - first]);
                         const std::int64_t value = slice.whole[row - first];
                         if (kind == column_kind::id) return cells(value);
                         return value == no_value ? table_cell() : table_cell(value);
                       }});
  }
  return rows_as_text(shape.format, columns, {first, last, shape.rows}, widths);
}

column_shape shape_of(std::string_view name, column_kind kind, std::size_t width) {
  column_shape s{{}, kind, width};
  if (name.size() >= s.name.size()) throw std::logic_error("a column's name is too long");
  std::ranges::copy(name, s.name.begin());
  return s;
}

}  // namespace

table_column on_first_rank(const ranks_column& column,
                           const std::function<table_cell(vertex)>& id) {
  return {column.name, column.kind, [column, id](std::size_t row) {
            if (column.kind == column_kind::real) {
              const double value = column.real(row);
              return std::isnan(value) ? table_cell() : table_cell(value);
            }
            const std::int64_t value = column.whole(row);
            if (value == no_value) return table_cell();
            return column.kind == column_kind::id ? id(static_cast<vertex>(value))
                                                  : table_cell(value);
          }};
}

bool is_for_all_ranks(const std::string& path) {
  return path != "-" && format_of_table(path) != table_format::columnar;
}

void write_on_ranks(const std::string& path, const spread::distributed_graph& g,
                    const std::vector<ranks_column>& columns,
                    const std::vector<std::size_t>& widths) {
  table_shape shape{
      .format = format_of_table(path), .columns = 1, .column = {}, .rows = g.vertex_count()};
  if (columns.size() >= shape.column.size()) throw std::logic_error("there are too many columns");
  shape.column[0] = shape_of("vertex", column_kind::id, widths[0]);
  for (const ranks_column& c : columns) {
    shape.column[shape.columns] = shape_of(c.name, c.kind, widths[shape.columns]);
    ++shape.columns;
  }
  columns_of_first_rank here = columns;
  const auto at = cluster::export_to_all(here);
  const std::uint64_t pieces = (shape.rows + rows_a_piece - 1) / rows_a_piece;
  cluster::write_pieces(path, std::max<std::uint64_t>(pieces, 1),
                        [g, shape, at](std::uint64_t p) { return piece_of(g, shape, at, p); });
}

}  // namespace cli::ranks
