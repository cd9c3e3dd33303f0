// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>
#include <arcas/parquet/parquet.h>
#include <arcas/parquet/table_writer.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The kind of a column of names. There must be at least one vertex. Names that are numbers are in
// ascending order, so the last of them is the largest.
written_kind kind_of(const vertex_names& names, std::size_t vertices) {
  if (names.are_text()) return written_kind::text;
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return names[vertices - 1] > most ? written_kind::natural : written_kind::whole;
}

// An empty name would become an empty cell, which readers refuse as a name.
void require_names(const vertex_names& names, const std::string& path) {
  const text_table* const texts = names.texts();
  if (texts == nullptr) return;
  for (std::size_t v = 0; v < texts->ends.size(); ++v) {
    if (!(*texts)[v].empty()) continue;
    throw output_error(
        path + ": the name of vertex " + std::to_string(v) +
        " (counted from 0) is empty, which this format cannot represent; write .csv");
  }
}

template <class W>
std::vector<written_column> columns_of(written_kind ids) {
  std::vector<written_column> columns{{"from", ids}, {"to", ids}};
  if constexpr (is_weight<W>) {
    columns.push_back({"weight", std::is_integral_v<W> ? written_kind::whole : written_kind::real});
  }
  return columns;
}

void add_name(table_writer& table, std::size_t column, written_kind kind, const vertex_names& names,
              vertex v) {
  switch (kind) {
    case written_kind::text:
      return table.add(column, (*names.texts())[v]);
    case written_kind::natural:
      return table.add_number(column, std::uint64_t{names[v]});
    default:
      return table.add_number(column, static_cast<std::int64_t>(names[v]));
  }
}

}  // namespace

template <class G>
void write_parquet(const G& g, const std::string& path, const loop_options& loops) {
  using W = typename G::weight_type;
  const file_ending* const as = ending_of(path);
  if (as == nullptr || !is_columnar(as->format)) {
    throw output_error(path +
                       ": is not the name of a Parquet or Arrow file; name one that ends with "
                       ".parquet, .arrow or .feather");
  }
  require_writable(path, is_directed<G>, is_weight<W>, std::is_floating_point_v<W>,
                   g.arc_count() != 0);
  require_names(g.names(), path);
  const written_kind ids = kind_of(g.names(), g.vertex_count());
  output_file file(path, loops);
  table_writer table(
      columns_of<W>(ids),
      as->format == graph_format::parquet ? written_format::parquet : written_format::arrow, file);
  constexpr std::size_t vertices_per_look = 1 << 10;
  for (std::size_t v = 0; v < g.vertex_count(); ++v) {
    if (v % vertices_per_look == 0 && loops.stop.stop_requested()) throw interrupted();
    for (edge_index i = g.out().offsets()[v]; i < g.out().offsets()[v + 1]; ++i) {
      add_name(table, 0, ids, g.names(), static_cast<vertex>(v));
      add_name(table, 1, ids, g.names(), g.out().targets()[i]);
      if constexpr (std::is_integral_v<W>) {
        table.add_number(2, std::int64_t{g.out().weights()[i]});
      } else if constexpr (is_weight<W>) {
        table.add_number(2, double{g.out().weights()[i]});
      }
      table.end_row();
    }
  }
  table.finish();
  file.finish();
}

template void write_parquet(const directed_graph&, const std::string&, const loop_options&);
template void write_parquet(const undirected_graph&, const std::string&, const loop_options&);
template void write_parquet(const weighted_directed_graph&, const std::string&,
                            const loop_options&);
template void write_parquet(const weighted_undirected_graph&, const std::string&,
                            const loop_options&);
template void write_parquet(const real_directed_graph&, const std::string&, const loop_options&);
template void write_parquet(const real_undirected_graph&, const std::string&, const loop_options&);

}  // namespace arcas::inline v0::graph
