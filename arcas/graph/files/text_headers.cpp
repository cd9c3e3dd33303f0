// SPDX-License-Identifier: Apache-2.0
// Reads the starts of text files in the formats with one edge on each line.
#include <arcas/graph/files/expected_size.h>
#include <arcas/graph/files/text_cursor.h>
#include <arcas/graph/files/text_graph.h>

#include <algorithm>
#include <optional>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::string_view banner = "%%matrixmarket";

weight_kind kind_of_field(const std::string& field, const header_lines& header) {
  if (field == "pattern") return weight_kind::none;
  if (field == "integer" || field == "unsigned-integer") return weight_kind::whole;
  if (field == "real" || field == "double") return weight_kind::real;
  header.refuse("the values are " + quoted_word(field.data(), field.data() + field.size()) +
                "; pattern, integer, unsigned-integer and real ones can be read");
}

graph_facts read_banner(header_lines& header) {
  header.word();
  if (lower(header.word()) != "matrix" || lower(header.word()) != "coordinate") {
    header.refuse(
        "the first line does not name 'matrix coordinate'; only sparse matrices can be read");
  }
  const std::string field = lower(header.word());
  const std::string symmetry = lower(header.word());
  if (symmetry != "general" && symmetry != "symmetric") {
    header.refuse("the symmetry is " +
                  quoted_word(symmetry.data(), symmetry.data() + symmetry.size()) +
                  "; general and symmetric matrices can be read");
  }
  return {graph_format::matrix_market, symmetry == "general", kind_of_field(field, header)};
}

// The direction that a comment states: SNAP's first line starts with "# Directed graph" or
// "# Undirected graph".
std::optional<bool> stated_direction(std::string_view comment) {
  const std::size_t word = comment.find_first_not_of("#% \t");
  if (word == comment.npos) return std::nullopt;
  const std::string said = lower(comment.substr(word, 24));
  if (said.starts_with("undirected graph")) return false;
  if (said.starts_with("directed graph")) return true;
  return std::nullopt;
}

// Goes to the first line that is neither empty nor a comment; a comment may state the direction.
// Sets `last` to the last comment.
std::string_view skip_comments(std::string_view text, text_graph& graph, std::string_view& last) {
  text_cursor cursor(text);
  const char* line = cursor.at;
  while (!cursor.done()) {
    line = cursor.at;
    cursor.skip_blanks();
    if (!cursor.at_line_end()) {
      if (graph.form.comments.find(*cursor.at) == std::string_view::npos) break;
      const char* const comment = cursor.at;
      cursor.next_line();
      const std::string_view said(comment, static_cast<std::size_t>(cursor.at - comment));
      last = said;
      if (const auto directed = stated_direction(said)) {
        graph.facts.directed = *directed;
        graph.facts.told_by = direction_from::stated;
      }
    } else {
      cursor.next_line();
    }
    line = cursor.at;
    ++graph.body.first_line;
  }
  graph.comments = text.substr(0, static_cast<std::size_t>(line - text.data()));
  return text.substr(graph.comments.size());
}

std::string form_text(const table_start& start) {
  if (start.plain && !start.form.header) return "edge list";
  std::string text = "table with ";
  switch (start.form.separator) {
    case ',':
      text += "commas";
      break;
    case ';':
      text += "semicolons";
      break;
    case '\t':
      text += "tabs";
      break;
    default:
      text += "blanks";
  }
  if (start.form.header) text += ", a header";
  if (start.form.text_ids) text += ", names of vertices";
  if (start.form.columns > 3) {
    text += ", edges from column " + std::to_string(start.form.from + 1) + " to " +
            std::to_string(start.form.to + 1);
  }
  if (start.form.columns > 2 && !start.form.weight) text += ", no column of weights";
  if (start.form.weight && start.form.columns > 2) {
    text += ", weights in column " + std::to_string(*start.form.weight + 1);
  }
  return text;
}

// The weight in a line with an edge, as text; empty for a comment.
std::string_view weight_in(std::string_view line, const text_graph& graph) {
  text_cursor cursor(line);
  cursor.skip_blanks();
  if (cursor.done() || graph.form.comments.find(*cursor.at) != std::string_view::npos) return {};
  if (!graph.table) {
    cursor.word();
    cursor.word();
    return cursor.word();
  }
  cell_reader row(line, graph.table->separator);
  for (std::size_t i = 0; row.next(); ++i) {
    if (i == graph.table->weight) return row.cell();
  }
  return {};
}

// The last quote of this line may end a cell that began in an earlier line. Tells whether a cell
// after this quote is a real number.
bool has_real_behind_quote(std::string_view line, const table_form& form) {
  const std::size_t quote = line.rfind('"');
  if (quote == line.npos || std::ranges::count(line, '"') % 2 == 0) return false;
  std::string room;
  for (cell_reader row(line.substr(quote + 1), form.separator); row.next();) {
    if (kind_of_weight(with_point(row.cell(), form.decimal, room)) == weight_kind::real)
      return true;
  }
  return false;
}

bool has_real_weight(std::string_view line, const text_graph& graph) {
  std::string room;
  const char decimal = graph.table ? graph.table->decimal : '.';
  if (kind_of_weight(with_point(weight_in(line, graph), decimal, room)) == weight_kind::real)
    return true;
  return graph.table && has_real_behind_quote(line, *graph.table);
}

// Whether a line with `mark` has a real number as its weight. `mark` is a decimal mark, or the mark
// of an exponent, which counts only behind a digit.
bool has_real_weight(const text_graph& graph, char mark) {
  std::string_view left = graph.body.text;
  for (std::size_t at = left.find(mark); at != left.npos; at = left.find(mark, at)) {
    if (at == 0 || !(text_cursor::digit(left[at - 1]) || mark == '.' || mark == ',')) {
      ++at;
      continue;
    }
    const std::size_t before = left.rfind('\n', at);
    const std::size_t first = before == left.npos ? 0 : before + 1;
    const std::size_t last = std::min(left.find('\n', at), left.size());
    if (has_real_weight(left.substr(first, last - first), graph)) return true;
    left.remove_prefix(last);
    at = 0;
  }
  return false;
}

// Even if the first weight is an integer, another may have a fraction.
void look_for_real_weights(text_graph& graph) {
  if (graph.facts.weights != weight_kind::whole) return;
  const bool comma = graph.table && graph.table->decimal == ',';
  const std::string_view marks = comma ? ",eE" : ".eE";
  if (std::ranges::any_of(marks, [&](char mark) { return has_real_weight(graph, mark); }))
    graph.facts.weights = weight_kind::real;
}

std::string_view without_line_end(std::string_view row) {
  while (row.ends_with('\n') || row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

// The name of a column may have line ends.
void skip_header(text_graph& graph, char separator) {
  text_source& body = graph.body;
  const std::size_t end = row_end(body.text, separator);
  const std::size_t length = end == body.text.npos ? line_start(body.text, 1) : end;
  graph.header = without_line_end(body.text.substr(0, length));
  body.first_line +=
      static_cast<std::uint64_t>(std::ranges::count(body.text.substr(0, length), '\n'));
  body.text.remove_prefix(length);
}

}  // namespace

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

// Edge lists as SNAP publishes them and as GAP reads them, and tables of edges.
text_graph open_edge_list(std::string_view text, const std::string& name,
                          const file_options& options) {
  text_graph graph;
  text = without_mark(text);
  refuse_bare_cr(text, name, 1);
  graph.body = {text, name, 1};
  graph.facts.told_by = direction_from::assumed;
  graph.facts.form = "edge list";
  above_table above;
  graph.body.text = skip_comments(text, graph, above.last_comment);
  refuse_bare_cr(graph.body.text, name, graph.body.first_line);
  graph.form.skip_bad_rows = options.skip_bad_rows;
  const file_ending* const ending = ending_of(name, options);
  graph.ids_are_vertices = ending != nullptr && ending->ids_are_vertices;
  if (graph.ids_are_vertices || graph.body.text.empty()) {
    graph.form.weights = ending != nullptr && ending->weights == weight_rule::always;
    text_cursor cursor(graph.body.text);
    std::string_view words[3];
    for (std::string_view& word : words) word = cursor.word();
    if (graph.form.weights) graph.facts.weights = kind_of_weight(words[2]);
    look_for_real_weights(graph);
    return graph;
  }
  if (const auto stated = stated_size(graph)) above.edges = stated->edges;
  const table_start start =
      open_table(graph.body.text, name, graph.body.first_line, options, above);
  graph.facts.form = form_text(start);
  graph.facts.weight_is_open = start.form.columns > 3 && !start.form.weight;
  graph.facts.weights = start.weights;
  graph.facts.header = start.form.header;
  graph.facts.header_told_by = start.header_told_by;
  if (start.form.header) skip_header(graph, start.form.separator);
  graph.form.weights = start.plain && start.form.columns == 3;
  if (graph.form.weights && graph.facts.weights == weight_kind::none) {
    graph.facts.weights = weight_kind::whole;  // a word that is not a number; the reader refuses it
  }
  if (!start.plain) graph.table = start.form;
  look_for_real_weights(graph);
  return graph;
}

// Square sparse matrices in the MatrixMarket format (math.nist.gov/MatrixMarket): the entry in row
// u and column v is the edge u → v, its value the weight. A symmetric matrix has only one triangle
// in the file, and is an undirected graph.
bool looks_like_matrix_market(std::string_view text) {
  return lower(text.substr(0, banner.size())) == banner;
}

text_graph open_matrix_market(std::string_view text, const std::string& name) {
  header_lines header(text, name);
  if (!looks_like_matrix_market(text)) {
    header.refuse("the file does not start with %%MatrixMarket; check that this is the right file");
  }
  text_graph graph;
  graph.facts = read_banner(header);
  header.next_line();
  if (!header.find_line("%")) header.refuse("the file has no size line; fetch the file again");
  const std::uint64_t rows = header.count("rows");
  const std::uint64_t columns = header.count("columns");
  graph.counts = {rows, header.count("entries"), header.line()};
  if (rows != columns) {
    header.refuse("the matrix has " + std::to_string(rows) + " rows and " +
                  std::to_string(columns) + " columns; make it square");
  }
  if (!header.at_line_end()) header.refuse("the size line has a fourth number; remove it");
  header.next_line();
  graph.form = {.comments = "%",
                .weights = graph.facts.weights != weight_kind::none,
                .first_id = 1,
                .last_id = rows};
  graph.body = {header.rest(), name, header.line()};
  graph.ids_are_vertices = true;
  return graph;
}

// The formats of the DIMACS challenges. Shortest paths (the 9th): "p sp vertices arcs", then
// "a from to weight" for each arc. Colouring (the 2nd): "p edge vertices edges", then "e u v" for
// each undirected edge. Tree width (PACE, which adopted the format): "p tw vertices edges", then "u
// v". Lines that start with c are comments.
bool looks_like_dimacs(std::string_view text) {
  text_cursor cursor(text);
  std::string_view first = cursor.word();
  while (!cursor.done() && (first == "c" || first.empty())) {
    cursor.next_line();
    first = cursor.word();
  }
  return first == "p";
}

text_graph open_dimacs(std::string_view text, const std::string& name) {
  header_lines header(text, name);
  if (!header.find_line("c") || header.word() != "p") {
    header.refuse(
        "there is no line that starts with p before the first arc; write 'p sp VERTICES ARCS'");
  }
  text_graph graph;
  graph.facts.format = graph_format::dimacs;
  const std::string_view problem = header.word();
  if (problem == "sp") {
    graph.facts.weights = weight_kind::whole;
    graph.form.lead = 'a';
    graph.form.weights = true;
  } else if (problem == "edge" || problem == "col") {
    graph.facts.directed = false;
    graph.form.lead = 'e';
  } else if (problem == "tw") {
    graph.facts.directed = false;
  } else {
    header.refuse("the problem is " + quoted_word(problem.data(), problem.data() + problem.size()) +
                  "; sp, edge, col and tw can be read");
  }
  const std::uint64_t vertices = header.count("vertices");
  graph.counts = {vertices, header.count("edges"), header.line()};
  if (!header.at_line_end())
    header.refuse("the line that starts with p has a third number; remove it");
  header.next_line();
  graph.form.comments = "c";
  graph.form.first_id = 1;
  graph.form.last_id = vertices;
  graph.body = {header.rest(), name, header.line()};
  graph.ids_are_vertices = true;
  return graph;
}

}  // namespace arcas::inline v0::graph::detail
