// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/numbering.h>
#include <arcas/graph/files/text_graph.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace arcas::graph {
namespace {

// Of a graph with fewer vertices than this nothing is suspected: its arrays fit any machine.
constexpr std::uint64_t always_plausible = std::uint64_t{1} << 20;
// Isolated vertices for an edge. Published graphs have less than two.
constexpr std::uint64_t vertices_per_edge = 64;

void require_counts(const header_counts& counts, std::uint64_t edges, const text_source& source,
                    std::uint64_t last_line) {
  if (edges == counts.edges) return;
  refuse_line(source.name, last_line,
              "the end, after " + std::to_string(edges) + " edges, and line " +
                  std::to_string(counts.line) + " counts " + std::to_string(counts.edges) +
                  "; fetch the file again or correct the header");
}

void require_edges(std::uint64_t edges, const text_source& source, std::uint64_t last_line) {
  if (edges != 0) return;
  refuse_line(source.name, last_line,
              "the end, and no edge before it; check that this is the right file");
}

// Of a text whose ids are vertices already.
template <class V, class W>
basic_edge_list<V, W> counted(const text_graph& graph, edge_text<V, W> text) {
  const std::uint64_t vertices = graph.counts ? graph.counts->vertices : text.greatest_id + 1;
  const std::uint64_t line = graph.counts ? graph.counts->line : text.last_line;
  require_plausible(vertices, text.edges.size(), graph.body.name, line);
  if (vertices > std::numeric_limits<V>::max()) {
    refuse_line(graph.body.name, line,
                std::to_string(vertices) + " vertices, and at most " +
                    std::to_string(std::numeric_limits<V>::max()) +
                    " can be numbered; read the graph with wide vertices");
  }
  return {static_cast<std::size_t>(vertices), std::move(text.edges),
          vertex_names::counted_from(graph.form.first_id)};
}

template <class V, class W>
void require_whole(const text_graph& graph, const edge_text<V, W>& text) {
  if (graph.counts) {
    require_counts(*graph.counts, text.edges.size(), graph.body, text.last_line);
  } else {
    require_edges(text.edges.size(), graph.body, text.last_line);
  }
}

}  // namespace

void require_plausible(std::uint64_t vertices, std::uint64_t edges, const std::string& name,
                       std::uint64_t line) {
  if (vertices <= always_plausible || vertices / vertices_per_edge <= edges) return;
  refuse_line(name, line,
              std::to_string(vertices) + " vertices for " + std::to_string(edges) +
                  " edges are taken for a mistake; renumber the vertices without gaps");
}

bool has_ending(const std::string& name, std::string_view ending) {
  std::string plain = name;
  std::ranges::transform(plain, plain.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view packed : {".zst", ".gz"}) {
    if (plain.ends_with(packed)) plain.resize(plain.size() - packed.size());
  }
  return plain.ends_with(ending);
}

template <class V, class W>
basic_edge_list<V, W> edges_of(const text_graph& graph, const loop_options& loops) {
  if (graph.counts) {
    // Before any memory is taken for them.
    require_plausible(graph.counts->vertices, graph.counts->edges, graph.body.name,
                      graph.counts->line);
  }
  auto text = parse_edge_text<V, W>(graph.body, graph.form, loops);
  if (text) {
    require_whole(graph, *text);
    if (graph.ids_are_vertices) return counted(graph, std::move(*text));
    return numbered(std::move(*text), graph.body.name, loops);
  }
  if constexpr (std::is_same_v<V, vertex>) {
    auto wide = parse_edge_text<wide_vertex, W>(graph.body, graph.form, loops);
    require_whole(graph, *wide);
    if (graph.ids_are_vertices) {
      refuse_line(graph.body.name, wide->last_line,
                  "the end, and vertex " + std::to_string(wide->greatest_id) +
                      " before it, where 4294967295 is the greatest; renumber the vertices");
    }
    return narrowed(std::move(*wide), graph.body.name, loops);
  } else {
    return {};  // not reached: every id fits a wide vertex
  }
}

template edge_list edges_of(const text_graph&, const loop_options&);
template weighted_edge_list edges_of(const text_graph&, const loop_options&);
template basic_edge_list<vertex, real_weight> edges_of(const text_graph&, const loop_options&);
template basic_edge_list<wide_vertex> edges_of(const text_graph&, const loop_options&);
template basic_edge_list<wide_vertex, weight> edges_of(const text_graph&, const loop_options&);

}  // namespace arcas::graph
