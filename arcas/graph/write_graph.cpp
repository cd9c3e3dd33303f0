// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/base/function_reference.h>
#include <arcas/graph/files/graphml_names.h>
#include <arcas/graph/files/line_writer.h>
#include <arcas/graph/files/scipy_writer.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/shown.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>

#include <algorithm>
#include <span>
#include <variant>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

const file_ending& ending_for(const std::string& path) {
  const file_ending* const known = ending_of(path == "-" ? ".txt" : path);
  if (known != nullptr) return *known;
  throw output_error(
      path +
      ": its ending names no format; write .txt, .csv, .tsv, .el, .wel, .sg, .wsg, .mtx, .gr, "
      ".graph, .metis, .npz or .graphml, with .zst or .gz behind it to pack");
}

// Whether the file has a row for each edge, and nothing of vertices.
bool lists_edges(const file_ending& as) {
  return as.format == graph_format::list || is_columnar(as.format);
}

// Bytes are packed and sent in pieces of this many values.
constexpr std::size_t piece_values = std::size_t{1} << 19;

// Whether names are text, and a reader could not see it.
bool are_texts_of_numbers(const vertex_names& names) {
  const text_table* const texts = names.texts();
  if (texts == nullptr) return false;
  for (std::size_t v = 0; v < texts->ends.size(); ++v) {
    if (!number_of_name((*texts)[v])) return false;
  }
  return true;
}

// What is written of a graph of any type.
struct written_graph {
  template <class W, bool Directed>
  explicit written_graph(const basic_graph<W, Directed>& g)
      : rows(g), directed(Directed), edge_count(g.edge_count()), names(g.names()) {
    if constexpr (is_weight<W>) {
      out_weights = g.out().weights();
      in_weights = g.in().weights();
    }
  }
  bool weighted() const { return out_weights.index() != 0; }
  bool real() const { return std::holds_alternative<std::span<const real_weight>>(out_weights); }

  using weights =
      std::variant<std::monostate, std::span<const weight>, std::span<const real_weight>>;
  graph_view rows;
  bool directed;
  edge_index edge_count;
  const vertex_names& names;
  weights out_weights;
  weights in_weights;
};

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
        break;  // write_graph has refused it
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

  // Ends a line with the weight of arc i.
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

  // Of an undirected graph each edge once, as SNAP's first line says.
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

  // Of an undirected graph the lower triangle: column at most row.
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

  // The node ids are the names of the vertices. An undirected edge is written once.
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

// fits(name): whether the format can hold it.
template <class Fits>
void require_names(const vertex_names& names, const std::string& path, const Fits& fits,
                   const char* fault, const char* others) {
  const text_table* const texts = names.texts();
  if (texts == nullptr) return;
  for (std::size_t v = 0; v < texts->ends.size(); ++v) {
    if (fits((*texts)[v])) continue;
    throw output_error(path + ": the name of vertex " + std::to_string(v) +
                       " (counted from 0) has " + fault + ": \"" + shown((*texts)[v]) +
                       "\"; write " + others);
  }
}

void require_writable_names(const vertex_names& names, const std::string& path) {
  const file_ending& as = ending_for(path);
  if (as.format == graph_format::graphml) {
    require_names(names, path, arcas::detail::is_xml_text,
                  "a control character or is not UTF-8, which XML cannot represent", ".csv or .sg");
  }
  if (as.format == graph_format::list && !as.ids_are_vertices) {
    require_names(
        names, path, [](std::string_view name) { return name.find('\0') == name.npos; },
        "a NUL byte, which no text has", ".sg");
  }
}

}  // namespace

bool keeps_weights(const std::string& path) {
  return ending_for(path).weights != weight_rule::never;
}

bool keeps_names(const std::string& path) {
  const file_ending& as = ending_for(path);
  if (lists_edges(as)) return !as.ids_are_vertices;
  return as.format == graph_format::serialized || as.format == graph_format::graphml;
}

bool keeps_undirected(const std::string& path) {
  const file_ending& as = ending_for(path);
  if (lists_edges(as)) return as.text == ".txt";
  return as.format != graph_format::dimacs && as.format != graph_format::scipy;
}

void require_writable(const std::string& path, bool directed, bool weighted, bool real,
                      bool any_edge) {
  const file_ending& as = ending_for(path);
  const auto refuse = [&](const std::string& why) { throw output_error(path + ": " + why); };
  if (as.weights == weight_rule::always && !weighted) {
    refuse(
        "this format has weights and the graph has none; name another, or draw random ones (arcas: "
        "--weights random)");
  }
  if (as.format == graph_format::scipy && !lower(path).ends_with(as.text)) {
    refuse("SciPy reads no packed archive; name a file that ends with .npz");
  }
  if (is_columnar(as.format) && !lower(path).ends_with(as.text)) {
    refuse("Parquet and Arrow files are not packed further; name a file that ends with " +
           std::string(as.text));
  }
  const bool whole = as.format == graph_format::dimacs || as.format == graph_format::metis ||
                     as.format == graph_format::serialized;
  if (real && whole && as.weights != weight_rule::never) {
    refuse("this format has whole weights only; write .wel or .mtx");
  }
  if (directed && as.format == graph_format::metis) {
    refuse("METIS has undirected graphs only; take the edges both ways (arcas: --undirected)");
  }
  if (!any_edge && lists_edges(as)) {
    refuse(
        "this format lists edges only, and the graph has none; write .sg, .mtx or .graph, which "
        "count vertices");
  }
}

std::uint64_t lost_vertices(const graph_view& g, const std::string& path) {
  const file_ending& as = ending_for(path);
  if (!lists_edges(as)) return 0;
  std::uint64_t lost = 0;
  for (std::size_t v = g.vertex_count(); v-- > 0;) {
    const bool isolated = g.out_degree(v) == 0 && g.in_degree(v) == 0;
    if (as.ids_are_vertices && !isolated) break;
    lost += isolated;
  }
  return lost;
}

template <class W, bool Directed>
void write_graph(const basic_graph<W, Directed>& graph, const std::string& path,
                 const loop_options& loops) {
  const written_graph g(graph);
  require_writable(path, g.directed, g.weighted(), g.real(), g.rows.arc_count() != 0);
  if (is_columnar(ending_for(path).format)) {
    throw output_error(
        path +
        ": Parquet and Arrow files are written by write_parquet() of arcas::parquet, "
        "in C++, and by an `arcas convert` that is built with it; write .csv");
  }
  require_writable_names(g.names, path);
  output_file file(path, loops);
  graph_writer(g, file, loops).write(ending_for(path));
  file.finish();
}

template void write_graph(const directed_graph&, const std::string&, const loop_options&);
template void write_graph(const undirected_graph&, const std::string&, const loop_options&);
template void write_graph(const weighted_directed_graph&, const std::string&, const loop_options&);
template void write_graph(const weighted_undirected_graph&, const std::string&,
                          const loop_options&);
template void write_graph(const real_directed_graph&, const std::string&, const loop_options&);
template void write_graph(const real_undirected_graph&, const std::string&, const loop_options&);

}  // namespace arcas::inline v0::graph
