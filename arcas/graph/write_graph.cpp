// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graph_writer.h>
#include <arcas/graph/write_graph.h>

#include <string>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Whether the file is a list of edges, without its vertices.
bool lists_edges(const file_ending& as) {
  return as.format == graph_format::list || is_columnar(as.format);
}

void require_writable_names(const vertex_names& names, const std::string& path) {
  const name_rule* const rule = rule_for_names(path);
  if (rule == nullptr || !names.are_text()) return;
  if (const auto v = first_unfit(*names.texts(), *rule))
    refuse_name(path, *rule, *v, (*names.texts())[*v]);
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
        "this format requires weights, but the graph has none; name another format, or give the "
        "graph weights");
  }
  if (as.format == graph_format::scipy && !lower(path).ends_with(as.text)) {
    refuse("SciPy does not read .npz files that are packed again; name a file that ends with .npz");
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
        "this format lists edges only, but the graph has none; write .sg, .mtx or .graph, which "
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
  require_writable(path, g.directed, g.weighted(), g.weights == weight_kind::real, g.arcs != 0);
  if (is_columnar(ending_for(path).format)) {
    throw output_error(
        path +
        ": Parquet and Arrow files are written by write_parquet() of the library "
        "arcas::parquet, and by an `arcas convert` that is built with this library; write .csv");
  }
  require_writable_names(g.names, path);
  output_file file(path, loops);
  write_graph_as(ending_for(path), g, file, loops);
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
