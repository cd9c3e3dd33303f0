// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graph_writer.h>
#include <arcas/graph/files/line_writer.h>
#include <arcas/graph/files/scipy_writer.h>
#include <arcas/graph/files/serialized.h>

#include <algorithm>

namespace arcas::inline v0::graph::detail {
namespace {

void write_text(const file_ending& as, const written_graph& g, output_file& file,
                const loop_options& loops) {
  const graph_text text(as, g);
  const written_rows rows = g.out_rows();
  file.write(text.header());
  if (text.lists_vertices()) {
    write_lines(
        file, g.vertices, loops, [](std::size_t) { return std::uint64_t{0}; },
        [&](std::string& to, std::size_t v) { text.append_vertex(to, rows, v); });
  }
  write_lines(
      file, g.vertices, loops, [&](std::size_t v) { return g.rows.out_degree(v); },
      [&](std::string& to, std::size_t v) { text.append_row(to, rows, v); });
  file.write(text.end());
}

void write_direction(const row_view& rows, const std::span<const weight>* weights,
                     output_file& file) {
  const edge_index none = 0;
  if (rows.offsets().empty()) {
    file.write_value(none);
  } else {
    file.write_array(rows.offsets());
  }
  if (weights == nullptr) return file.write_array(rows.targets());
  constexpr std::size_t at_once = frame_bytes / sizeof(weighted_neighbor<weight>);
  for (std::size_t first = 0; first < rows.arc_count(); first += at_once) {
    const std::size_t count = std::min<std::size_t>(at_once, rows.arc_count() - first);
    file.write(
        weighted_targets(rows.targets().subspan(first, count), weights->subspan(first, count)));
  }
}

void write_names(const vertex_names& names, output_file& file) {
  if (names.plain()) return;
  if (const text_table* texts = names.texts()) {
    file.write(names_header(texts_mark, texts->bytes.size(), texts->ends.size()));
    file.write_array(std::span<const std::uint64_t>(texts->ends));
    return file.write(texts->bytes);
  }
  const auto table = names.table();
  file.write(names_header(names_mark, table.empty() ? names[0] : 0, table.size()));
  file.write_array(table);
}

void write_arrays(const written_graph& g, bool weights, output_file& file) {
  file.write(arrays_header(g));
  write_direction(g.rows.out(), weights ? std::get_if<1>(&g.out_weights) : nullptr, file);
  if (g.directed)
    write_direction(g.rows.in(), weights ? std::get_if<1>(&g.in_weights) : nullptr, file);
  write_names(g.names, file);
}

}  // namespace

void write_graph_as(const file_ending& as, const written_graph& g, output_file& file,
                    const loop_options& loops) {
  switch (as.format) {
    case graph_format::serialized:
      return write_arrays(g, as.weights == weight_rule::always, file);
    case graph_format::scipy:
      return std::visit(
          [&](const auto& values) {
            sparse_matrix_writer(file).write(g.rows.out(), values, g.vertices);
          },
          g.out_weights);
    case graph_format::parquet:
    case graph_format::arrow:
      return;  // write_graph() refuses these
    default:
      return write_text(as, g, file, loops);
  }
}

}  // namespace arcas::inline v0::graph::detail
