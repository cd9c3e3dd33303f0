// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/base/function_reference.h>
#include <arcas/graph/files/graph_writer.h>
#include <arcas/graph/files/graphml_names.h>
#include <arcas/graph/files/line_writer.h>
#include <arcas/graph/files/scipy_writer.h>
#include <arcas/graph/files/serialized.h>

#include <algorithm>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

// Whether names are text and all of them look like numbers, so that a reader would take them for
// numbers.
bool are_texts_of_numbers(const vertex_names& names) {
  const text_table* const texts = names.texts();
  if (texts == nullptr) return false;
  for (std::size_t v = 0; v < texts->ends.size(); ++v) {
    if (!number_of_name((*texts)[v])) return false;
  }
  return true;
}

class graph_writer {
 public:
  graph_writer(const written_graph& g, output_file& file, const loop_options& loops)
      : g_(g), file_(file), loops_(loops) {}

  void write(const file_ending& as) {
    const bool weights = as.weights == weight_rule::always;
    switch (as.format) {
      case graph_format::list:
        if (as.ids_are_vertices) return write_arcs("", 0, weights);
        if (as.text == ".txt") return write_named_list();
        return write_table(as.text == ".csv" ? ',' : '\t');
      case graph_format::serialized:
        return write_arrays(weights);
      case graph_format::matrix_market:
        return write_matrix();
      case graph_format::dimacs:
        file_.write("p sp " + std::to_string(vertex_count()) + ' ' + std::to_string(arc_count()) +
                    '\n');
        return write_arcs("a ", 1, true);
      case graph_format::metis:
        return write_rows();
      case graph_format::graphml:
        return write_graphml();
      case graph_format::scipy:
        return std::visit(
            [&](const auto& values) {
              sparse_matrix_writer(file_).write(g_.rows.out(), values, vertex_count());
            },
            g_.out_weights);
      case graph_format::parquet:
      case graph_format::arrow:
        break;  // write_graph() refuses these
    }
  }

 private:
  using line_format = arcas::detail::function_reference<void, std::string&, std::size_t>;
  std::size_t vertex_count() const { return g_.rows.vertex_count(); }
  edge_index arc_count() const { return g_.rows.arc_count(); }

  void lines(line_format format) {
    write_lines(
        file_, vertex_count(), loops_, [&](std::size_t v) { return g_.rows.out_degree(v); },
        format);
  }

  void append_weight_of(std::string& text, edge_index i, char behind) const {
    if (const auto* whole = std::get_if<1>(&g_.out_weights)) {
      append_number(text, (*whole)[i], behind);
    } else if (const auto* real = std::get_if<2>(&g_.out_weights)) {
      append_number(text, (*real)[i], behind);
    }
  }

  // Appends the weight of arc i to the line.
  void append_weight(std::string& text, edge_index i, char separator) const {
    if (!g_.weighted()) return;
    text.back() = separator;
    append_weight_of(text, i, '\n');
  }

  edge_index first_arc(std::size_t v) const { return g_.rows.out().offsets()[v]; }
  vertex target(edge_index i) const { return g_.rows.out().targets()[i]; }

  // Calls format(text, v, i) for each arc i of each vertex v.
  void arcs(const auto& format) {
    lines([&](std::string& text, std::size_t v) {
      for (edge_index i = first_arc(v); i < first_arc(v + 1); ++i) {
        format(text, v, i);
      }
    });
  }

  void write_arcs(const std::string& lead, std::uint64_t first_id, bool weights) {
    arcs([&](std::string& text, std::size_t v, edge_index i) {
      text += lead;
      append_number(text, v + first_id, ' ');
      append_number(text, target(i) + first_id, '\n');
      if (weights) append_weight(text, i, ' ');
    });
  }

  void append_name(std::string& text, std::uint64_t v, char behind) const {
    if (!g_.names.are_text()) return append_number(text, g_.names[v], behind);
    arcas::detail::append_cell(text, (*g_.names.texts())[v]);
    text += behind;
  }

  // Writes an undirected edge once, as SNAP's first line states.
  void write_named_list() {
    file_.write(std::string(g_.directed ? "# Directed graph"
                                        : "# Undirected graph (each unordered pair of nodes is "
                                          "saved once)") +
                "\n# Nodes: " + std::to_string(vertex_count()) +
                " Edges: " + std::to_string(g_.edge_count) + "\n# FromNodeId\tToNodeId" +
                (g_.weighted() ? "\tWeight\n" : "\n"));
    arcs([&](std::string& text, std::size_t v, edge_index i) {
      const vertex u = target(i);
      if (!g_.directed && u < v) return;
      append_name(text, v, '\t');
      append_name(text, u, '\n');
      append_weight(text, i, '\t');
    });
  }

  void write_table(char separator) {
    const std::string between(1, separator);
    file_.write("from" + between + "to" + (g_.weighted() ? between + "weight\n" : "\n"));
    arcs([&](std::string& text, std::size_t v, edge_index i) {
      append_name(text, v, separator);
      append_name(text, target(i), '\n');
      append_weight(text, i, separator);
    });
  }

  // Writes the lower triangle (column at most row) of an undirected graph.
  void write_matrix() {
    const char* const field = !g_.weighted() ? "pattern" : g_.real() ? "real" : "integer";
    const std::string size = std::to_string(vertex_count());
    file_.write(std::string("%%MatrixMarket matrix coordinate ") + field +
                (g_.directed ? " general\n" : " symmetric\n") + size + ' ' + size + ' ' +
                std::to_string(g_.edge_count) + '\n');
    arcs([&](std::string& text, std::size_t v, edge_index i) {
      const vertex u = target(i);
      if (!g_.directed && u > v) return;
      append_number(text, v + 1, ' ');
      append_number(text, u + std::uint64_t{1}, '\n');
      append_weight(text, i, ' ');
    });
  }

  void write_rows() {
    file_.write(std::to_string(vertex_count()) + ' ' + std::to_string(g_.edge_count) +
                (g_.weighted() ? " 1\n" : "\n"));
    lines([&](std::string& text, std::size_t v) {
      for (edge_index i = first_arc(v); i < first_arc(v + 1); ++i) {
        append_number(text, target(i) + std::uint64_t{1}, ' ');
        append_weight_of(text, i, ' ');
      }
      if (g_.rows.out_degree(v) != 0) text.pop_back();
      text += '\n';
    });
  }

  void append_attribute(std::string& text, const char* attribute, std::uint64_t v) const {
    text += attribute;
    text += "=\"";
    if (!g_.names.are_text()) return append_number(text, g_.names[v], '"');
    arcas::detail::append_xml(text, (*g_.names.texts())[v]);
    text += '"';
  }

  // The node ids are the names of the vertices. Writes an undirected edge once.
  void write_graphml() {
    const std::string type = g_.real() ? "double" : "int";
    file_.write(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
        (are_texts_of_numbers(g_.names) ? std::string("<?arcas text-ids?>\n") : std::string()) +
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
        (g_.weighted()
             ? "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"" + type + "\"/>\n"
             : std::string()) +
        "<graph edgedefault=\"" + (g_.directed ? "directed" : "undirected") + "\">\n");
    const auto one_line = [](std::size_t) { return std::uint64_t{0}; };
    write_lines(file_, vertex_count(), loops_, one_line, [&](std::string& text, std::size_t v) {
      append_attribute(text, "<node id", v);
      text += "/>\n";
    });
    arcs([&](std::string& text, std::size_t v, edge_index i) {
      const vertex u = target(i);
      if (!g_.directed && u < v) return;
      append_attribute(text, "<edge source", v);
      append_attribute(text, " target", u);
      if (g_.weighted()) {
        text += "><data key=\"w\">";
        append_weight_of(text, i, '<');
        text += "/data></edge>\n";
      } else {
        text += "/>\n";
      }
    });
    file_.write("</graph>\n</graphml>\n");
  }

  void write_arrays(bool weights) {
    file_.write_value(g_.directed);
    file_.write_value(std::uint64_t{arc_count()});
    file_.write_value(std::uint64_t{vertex_count()});
    write_direction(g_.rows.out(), weights ? std::get_if<1>(&g_.out_weights) : nullptr);
    if (g_.directed) {
      write_direction(g_.rows.in(), weights ? std::get_if<1>(&g_.in_weights) : nullptr);
    }
    write_names();
  }

  void write_direction(const row_view& rows, const std::span<const weight>* weights) {
    // Number of values packed and written at once.
    constexpr std::size_t piece_values = std::size_t{1} << 19;
    const edge_index none = 0;
    if (rows.offsets().empty()) {
      file_.write_value(none);
    } else {
      file_.write_array(rows.offsets());
    }
    if (weights == nullptr) return file_.write_array(rows.targets());
    std::vector<weighted_neighbor<weight>> piece;
    for (edge_index first = 0; first < rows.arc_count(); first += piece.size()) {
      piece.resize(std::min<std::size_t>(piece_values, rows.arc_count() - first));
      for (std::size_t i = 0; i < piece.size(); ++i) {
        piece[i] = {rows.targets()[first + i], (*weights)[first + i]};
      }
      file_.write_array(std::span<const weighted_neighbor<weight>>(piece));
    }
  }

  void write_names() {
    if (g_.names.plain()) return;
    if (const text_table* texts = g_.names.texts()) {
      file_.write(texts_mark);
      file_.write_value(std::uint64_t{texts->bytes.size()});
      file_.write_value(std::uint64_t{texts->ends.size()});
      file_.write_array(std::span<const std::uint64_t>(texts->ends));
      return file_.write(texts->bytes);
    }
    const auto table = g_.names.table();
    file_.write(names_mark);
    file_.write_value(table.empty() ? g_.names[0] : std::uint64_t{0});
    file_.write_value(std::uint64_t{table.size()});
    file_.write_array(table);
  }

  const written_graph& g_;
  output_file& file_;
  const loop_options& loops_;
};

}  // namespace

void write_graph_as(const file_ending& as, const written_graph& g, output_file& file,
                    const loop_options& loops) {
  graph_writer(g, file, loops).write(as);
}

}  // namespace arcas::inline v0::graph::detail
