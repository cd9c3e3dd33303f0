// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/graph/files/graph_text.h>
#include <arcas/graph/files/graphml_names.h>
#include <arcas/graph/files/line_writer.h>
#include <arcas/graph/files/shown.h>
#include <arcas/graph/write_graph.h>

#include <algorithm>
#include <cstring>

namespace arcas::inline v0::graph::detail {
namespace {

std::size_t place_of(const written_rows& rows, std::uint64_t v) {
  if (rows.numbers.empty()) return static_cast<std::size_t>(v);
  return static_cast<std::size_t>(std::ranges::lower_bound(rows.numbers, v) - rows.numbers.begin());
}

void append_name(std::string& text, const written_rows& rows, std::uint64_t v, char behind) {
  const vertex_names& names = *rows.names;
  const std::size_t place = place_of(rows, v);
  if (!names.are_text()) return append_number(text, names[place], behind);
  arcas::detail::append_cell(text, (*names.texts())[place]);
  text += behind;
}

void append_attribute(std::string& text, const char* attribute, const written_rows& rows,
                      std::uint64_t v) {
  const vertex_names& names = *rows.names;
  const std::size_t place = place_of(rows, v);
  text += attribute;
  text += "=\"";
  if (!names.are_text()) return append_number(text, names[place], '"');
  arcas::detail::append_xml(text, (*names.texts())[place]);
  text += '"';
}

void append_weight_of(std::string& text, const written_rows& rows, edge_index i, char behind) {
  if (const auto* whole = std::get_if<1>(&rows.weights)) {
    append_number(text, (*whole)[i], behind);
  } else if (const auto* real = std::get_if<2>(&rows.weights)) {
    append_number(text, (*real)[i], behind);
  }
}

// Appends the weight of arc i to the line, if there are weights.
void append_weight(std::string& text, const written_rows& rows, edge_index i, char separator) {
  if (rows.weights.index() == 0) return;
  text.back() = separator;
  append_weight_of(text, rows, i, '\n');
}

// Calls append(target, i) for each arc i of vertex v.
void arcs_of(const written_rows& rows, std::uint64_t v, const auto& append) {
  const std::size_t row = static_cast<std::size_t>(v - rows.first);
  for (edge_index i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
    const vertex target = rows.targets[i];
    append(rows.numbers.empty() ? std::uint64_t{target} : rows.numbers[target], i);
  }
}

std::string graphml_header(const written_facts& g) {
  const std::string type = g.weights == weight_kind::real ? "double" : "int";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         (g.texts_are_numbers ? std::string("<?arcas text-ids?>\n") : std::string()) +
         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
         (g.weighted()
              ? "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"" + type + "\"/>\n"
              : std::string()) +
         "<graph edgedefault=\"" + (g.directed ? "directed" : "undirected") + "\">\n";
}

std::string list_header(std::string_view ending, const written_facts& g) {
  if (ending == ".txt") {
    return std::string(g.directed ? "# Directed graph"
                                  : "# Undirected graph (each unordered pair of nodes is "
                                    "saved once)") +
           "\n# Nodes: " + std::to_string(g.vertices) + " Edges: " + std::to_string(g.edges) +
           "\n# FromNodeId\tToNodeId" + (g.weighted() ? "\tWeight\n" : "\n");
  }
  const std::string between(1, ending == ".csv" ? ',' : '\t');
  return "from" + between + "to" + (g.weighted() ? between + "weight\n" : "\n");
}

std::string matrix_header(const written_facts& g) {
  const char* const field = !g.weighted()                    ? "pattern"
                            : g.weights == weight_kind::real ? "real"
                                                             : "integer";
  const std::string size = std::to_string(g.vertices);
  return std::string("%%MatrixMarket matrix coordinate ") + field +
         (g.directed ? " general\n" : " symmetric\n") + size + ' ' + size + ' ' +
         std::to_string(g.edges) + '\n';
}

bool has_no_nul(std::string_view name) {
  return name.find('\0') == name.npos;
}

template <class T>
void append_value(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::string graph_text::header() const {
  switch (as_.format) {
    case graph_format::list:
      return as_.ids_are_vertices ? std::string() : list_header(as_.text, g_);
    case graph_format::matrix_market:
      return matrix_header(g_);
    case graph_format::dimacs:
      return "p sp " + std::to_string(g_.vertices) + ' ' + std::to_string(g_.arcs) + '\n';
    case graph_format::metis:
      return std::to_string(g_.vertices) + ' ' + std::to_string(g_.edges) +
             (g_.weighted() ? " 1\n" : "\n");
    case graph_format::graphml:
      return graphml_header(g_);
    default:
      return {};
  }
}

std::string graph_text::end() const {
  return lists_vertices() ? "</graph>\n</graphml>\n" : std::string();
}

void graph_text::append_vertex(std::string& text, const written_rows& rows, std::uint64_t v) const {
  append_attribute(text, "<node id", rows, v);
  text += "/>\n";
}

void graph_text::append_row(std::string& text, const written_rows& rows, std::uint64_t v) const {
  switch (as_.format) {
    case graph_format::list:
      return as_.ids_are_vertices ? append_numbers(text, rows, v) : append_named(text, rows, v);
    case graph_format::dimacs:
      return append_numbers(text, rows, v);
    case graph_format::matrix_market:
      return append_matrix_row(text, rows, v);
    case graph_format::metis:
      return append_metis_row(text, rows, v);
    case graph_format::graphml:
      return append_graphml_row(text, rows, v);
    default:
      return;  // the format does not consist of lines
  }
}

void graph_text::append_numbers(std::string& text, const written_rows& rows,
                                std::uint64_t v) const {
  const bool dimacs = as_.format == graph_format::dimacs;
  const std::string_view lead = dimacs ? "a " : "";
  const std::uint64_t first_id = dimacs ? 1 : 0;
  arcs_of(rows, v, [&](std::uint64_t u, edge_index i) {
    text += lead;
    append_number(text, v + first_id, ' ');
    append_number(text, u + first_id, '\n');
    if (as_.weights == weight_rule::always) append_weight(text, rows, i, ' ');
  });
}

// In .txt an undirected edge is written once; the first line of the file says so, as in SNAP's
// files.
void graph_text::append_named(std::string& text, const written_rows& rows, std::uint64_t v) const {
  const bool once = as_.text == ".txt" && !g_.directed;
  const char separator = as_.text == ".csv" ? ',' : '\t';
  arcs_of(rows, v, [&](std::uint64_t u, edge_index i) {
    if (once && u < v) return;
    append_name(text, rows, v, separator);
    append_name(text, rows, u, '\n');
    append_weight(text, rows, i, separator);
  });
}

// Writes the lower triangle (column at most row) of an undirected graph.
void graph_text::append_matrix_row(std::string& text, const written_rows& rows,
                                   std::uint64_t v) const {
  arcs_of(rows, v, [&](std::uint64_t u, edge_index i) {
    if (!g_.directed && u > v) return;
    append_number(text, v + 1, ' ');
    append_number(text, u + 1, '\n');
    append_weight(text, rows, i, ' ');
  });
}

void graph_text::append_metis_row(std::string& text, const written_rows& rows,
                                  std::uint64_t v) const {
  bool any = false;
  arcs_of(rows, v, [&](std::uint64_t u, edge_index i) {
    append_number(text, u + 1, ' ');
    append_weight_of(text, rows, i, ' ');
    any = true;
  });
  if (any) text.pop_back();
  text += '\n';
}

// The node ids are the names of the vertices. Writes an undirected edge once.
void graph_text::append_graphml_row(std::string& text, const written_rows& rows,
                                    std::uint64_t v) const {
  arcs_of(rows, v, [&](std::uint64_t u, edge_index i) {
    if (!g_.directed && u < v) return;
    append_attribute(text, "<edge source", rows, v);
    append_attribute(text, " target", rows, u);
    if (g_.weighted()) {
      text += "><data key=\"w\">";
      append_weight_of(text, rows, i, '<');
      text += "/data></edge>\n";
    } else {
      text += "/>\n";
    }
  });
}

std::string arrays_header(const written_facts& g) {
  std::string bytes;
  append_value(bytes, g.directed);
  append_value(bytes, std::uint64_t{g.arcs});
  append_value(bytes, g.vertices);
  return bytes;
}

std::string names_header(std::string_view mark, std::uint64_t first, std::uint64_t second) {
  std::string bytes(mark);
  append_value(bytes, first);
  append_value(bytes, second);
  return bytes;
}

std::string weighted_targets(std::span<const vertex> targets, std::span<const weight> weights) {
  std::string bytes(targets.size() * sizeof(weighted_neighbor<weight>), '\0');
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const weighted_neighbor<weight> both{targets[i], weights[i]};
    std::memcpy(bytes.data() + i * sizeof both, &both, sizeof both);
  }
  return bytes;
}

bool are_numbers(const text_table& names) {
  for (std::size_t v = 0; v < names.ends.size(); ++v) {
    if (!number_of_name(names[v])) return false;
  }
  return true;
}

const file_ending& ending_for(const std::string& path) {
  const file_ending* const known = ending_of(path == "-" ? ".txt" : path);
  if (known != nullptr) return *known;
  throw output_error(
      path +
      ": no format has its ending; write .txt, .csv, .tsv, .el, .wel, .sg, .wsg, .mtx, .gr, "
      ".graph, .metis, .npz or .graphml, followed by .zst or .gz to pack");
}

const name_rule* rule_for_names(const std::string& path) {
  static constexpr name_rule of_xml = {
      arcas::detail::is_xml_text, "a control character or is not UTF-8, which XML cannot represent",
      ".csv or .sg"};
  static constexpr name_rule of_lists = {has_no_nul, "a NUL byte, which no text has", ".sg"};
  const file_ending& as = ending_for(path);
  if (as.format == graph_format::graphml) return &of_xml;
  return as.format == graph_format::list && !as.ids_are_vertices ? &of_lists : nullptr;
}

std::optional<std::size_t> first_unfit(const text_table& names, const name_rule& rule) {
  for (std::size_t v = 0; v < names.ends.size(); ++v) {
    if (!rule.fits(names[v])) return v;
  }
  return std::nullopt;
}

void refuse_name(const std::string& path, const name_rule& rule, std::uint64_t v,
                 std::string_view name) {
  throw output_error(path + ": the name of vertex " + std::to_string(v) + " (counted from 0) has " +
                     rule.fault + ": \"" + shown(name) + "\"; write " + rule.others);
}

}  // namespace arcas::inline v0::graph::detail
