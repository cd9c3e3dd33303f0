// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/files/text_writer.h>
#include <arcas/graph/write_graph.h>

#include <algorithm>
#include <array>
#include <type_traits>

namespace arcas::graph {
namespace {

enum class written : std::uint8_t { txt, el, wel, sg, wsg, mtx, gr, metis };

struct ending {
  std::string_view text;
  written format;
};
constexpr std::array<ending, 8> endings{{{".txt", written::txt},
                                         {".el", written::el},
                                         {".wel", written::wel},
                                         {".sg", written::sg},
                                         {".wsg", written::wsg},
                                         {".mtx", written::mtx},
                                         {".gr", written::gr},
                                         {".graph", written::metis}}};

written format_of(const std::string& path) {
  for (const ending& known : endings) {
    if (has_ending(path, known.text)) return known.format;
  }
  throw output_error(path +
                     ": its ending names no format; write .txt, .el, .wel, .sg, .wsg, .mtx, .gr or "
                     ".graph, with .zst or .gz behind it to pack");
}

// Bytes are packed and sent in pieces of this many values.
constexpr std::size_t piece_values = std::size_t{1} << 19;

template <class G>
class graph_writer {
 public:
  using V = typename G::vertex_type;
  using W = typename G::weight_type;

  graph_writer(const G& g, output_file& file, const loop_options& loops)
      : g_(g), file_(file), loops_(loops) {}

  void write(written format) {
    switch (format) {
      case written::txt:
        return write_named_list();
      case written::el:
        return write_arcs("", 0, false);
      case written::wel:
        return write_arcs("", 0, true);
      case written::sg:
      case written::wsg:
        return write_arrays(format == written::wsg);
      case written::mtx:
        return write_matrix();
      case written::gr:
        file_.write("p sp " + std::to_string(g_.vertex_count()) + ' ' +
                    std::to_string(g_.arc_count()) + '\n');
        return write_arcs("a ", 1, true);
      case written::metis:
        return write_rows();
    }
  }

 private:
  void lines(const auto& format) {
    write_lines(
        file_, g_.vertex_count(), loops_,
        [&](std::size_t v) { return g_.out_degree(static_cast<V>(v)); }, format);
  }

  // Ends a line with the weight of arc i, if there is to be one.
  void append_weight(std::string& text, edge_index i, bool weights) const {
    if constexpr (is_weight<W>) {
      if (weights) {
        text.back() = ' ';
        append_number(text, g_.out().weights()[i], '\n');
      }
    }
  }

  void write_arcs(const std::string& lead, std::uint64_t first_id, bool weights) {
    lines([&](std::string& text, std::size_t v) {
      for (edge_index i = g_.out().offsets()[v]; i < g_.out().offsets()[v + 1]; ++i) {
        text += lead;
        append_number(text, v + first_id, ' ');
        append_number(text, g_.out().targets()[i] + first_id, '\n');
        append_weight(text, i, weights);
      }
    });
  }

  void write_named_list() {
    file_.write(std::string("# ") + (is_directed<G> ? "Directed" : "Undirected, both ways") +
                " graph\n# Nodes: " + std::to_string(g_.vertex_count()) +
                " Edges: " + std::to_string(g_.arc_count()) + "\n# FromNodeId\tToNodeId" +
                (is_weight<W> ? "\tWeight\n" : "\n"));
    lines([&](std::string& text, std::size_t v) {
      for (edge_index i = g_.out().offsets()[v]; i < g_.out().offsets()[v + 1]; ++i) {
        append_number(text, g_.original_id(static_cast<V>(v)), '\t');
        append_number(text, g_.original_id(g_.out().targets()[i]), '\n');
        append_weight(text, i, true);
      }
    });
  }

  // Of an undirected graph the lower triangle: column at most row.
  void write_matrix() {
    const char* const field = !is_weight<W>           ? "pattern"
                              : std::is_integral_v<W> ? "integer"
                                                      : "real";
    const std::string size = std::to_string(g_.vertex_count());
    file_.write(std::string("%%MatrixMarket matrix coordinate ") + field +
                (is_directed<G> ? " general\n" : " symmetric\n") + size + ' ' + size + ' ' +
                std::to_string(g_.edge_count()) + '\n');
    lines([&](std::string& text, std::size_t v) {
      for (edge_index i = g_.out().offsets()[v]; i < g_.out().offsets()[v + 1]; ++i) {
        const V u = g_.out().targets()[i];
        if (!is_directed<G> && u > v) break;
        append_number(text, v + 1, ' ');
        append_number(text, u + std::uint64_t{1}, '\n');
        append_weight(text, i, true);
      }
    });
  }

  void write_rows() {
    file_.write(std::to_string(g_.vertex_count()) + ' ' + std::to_string(g_.edge_count()) +
                (is_weight<W> ? " 1\n" : "\n"));
    lines([&](std::string& text, std::size_t v) {
      for (edge_index i = g_.out().offsets()[v]; i < g_.out().offsets()[v + 1]; ++i) {
        append_number(text, g_.out().targets()[i] + std::uint64_t{1}, ' ');
        if constexpr (is_weight<W>) append_number(text, g_.out().weights()[i], ' ');
      }
      if (g_.out_degree(static_cast<V>(v)) != 0) text.pop_back();
      text += '\n';
    });
  }

  void write_arrays(bool weights) {
    file_.write_value(is_directed<G>);
    file_.write_value(std::uint64_t{g_.arc_count()});
    file_.write_value(std::uint64_t{g_.vertex_count()});
    write_direction(g_.out(), weights);
    if constexpr (is_directed<G>) write_direction(g_.in(), weights);
    write_names();
  }

  void write_direction(const typename G::adjacency_type& rows, bool weights) {
    const edge_index none = 0;
    if (rows.offsets().empty()) {
      file_.write_value(none);
    } else {
      file_.write_array(rows.offsets());
    }
    if (!weights) return file_.write_array(rows.targets());
    if constexpr (std::is_same_v<W, weight>) {
      std::vector<weighted_neighbor<V, W>> piece;
      for (edge_index first = 0; first < rows.arc_count(); first += piece.size()) {
        piece.resize(std::min<std::size_t>(piece_values, rows.arc_count() - first));
        for (std::size_t i = 0; i < piece.size(); ++i) {
          piece[i] = {rows.targets()[first + i], rows.weights()[first + i]};
        }
        file_.write_array(std::span<const weighted_neighbor<V, W>>(piece));
      }
    }
  }

  void write_names() {
    if (g_.names().plain()) return;
    const auto table = g_.names().table();
    file_.write(names_mark);
    file_.write_value(table.empty() ? g_.names()[0] : std::uint64_t{0});
    file_.write_value(std::uint64_t{table.size()});
    file_.write_array(table);
  }

  const G& g_;
  output_file& file_;
  const loop_options& loops_;
};

}  // namespace

bool keeps_weights(const std::string& path) {
  const written format = format_of(path);
  return format != written::el && format != written::sg;
}

void require_writable(const std::string& path, bool directed, bool weighted, bool real) {
  const written format = format_of(path);
  const auto refuse = [&](const std::string& why) { throw output_error(path + ": " + why); };
  const bool wants_weights =
      format == written::wel || format == written::wsg || format == written::gr;
  if (wants_weights && !weighted) {
    refuse("this format has weights and the graph has none; name another, or ask for random ones");
  }
  const bool whole = format == written::wsg || format == written::gr || format == written::metis;
  if (real && whole) {
    refuse("this format has whole weights only; write .wel or .mtx");
  }
  if (directed && format == written::metis) {
    refuse("METIS has undirected graphs only; take the edges both ways");
  }
}

template <class G>
void write_graph(const G& g, const std::string& path, const loop_options& loops) {
  using W = typename G::weight_type;
  require_writable(path, is_directed<G>, is_weight<W>, std::is_floating_point_v<W>);
  output_file file(path, loops);
  graph_writer<G>(g, file, loops).write(format_of(path));
  file.finish();
}

template void write_graph(const directed_graph&, const std::string&, const loop_options&);
template void write_graph(const undirected_graph&, const std::string&, const loop_options&);
template void write_graph(const weighted_directed_graph&, const std::string&, const loop_options&);
template void write_graph(const weighted_undirected_graph&, const std::string&,
                          const loop_options&);
template void write_graph(const basic_directed_graph<vertex, real_weight>&, const std::string&,
                          const loop_options&);
template void write_graph(const basic_undirected_graph<vertex, real_weight>&, const std::string&,
                          const loop_options&);

}  // namespace arcas::graph
