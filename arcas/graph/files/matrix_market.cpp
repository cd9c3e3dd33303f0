// SPDX-License-Identifier: Apache-2.0
// Square sparse matrices as MatrixMarket (math.nist.gov/MatrixMarket) has them: the entry in row u
// and column v is the edge u → v, its value the weight. Of a symmetric matrix only one triangle is
// in the file: an undirected graph.
#include <arcas/graph/files/header_lines.h>
#include <arcas/graph/files/text_graph.h>

#include <algorithm>
#include <cctype>

namespace arcas::graph {
namespace {

constexpr std::string_view banner = "%%matrixmarket";

std::string lower(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

weight_kind kind_of(const std::string& field, const header_lines& header) {
  if (field == "pattern") return weight_kind::none;
  if (field == "integer") return weight_kind::whole;
  if (field == "real" || field == "double") return weight_kind::real;
  header.refuse("values are '" + field + "'; pattern, integer and real ones can be read");
}

// The first line, which says what follows.
graph_facts read_banner(header_lines& header) {
  header.word();
  if (lower(header.word()) != "matrix" || lower(header.word()) != "coordinate") {
    header.refuse("not 'matrix coordinate'; only sparse matrices are graphs");
  }
  const std::string field = lower(header.word());
  const std::string symmetry = lower(header.word());
  if (symmetry != "general" && symmetry != "symmetric") {
    header.refuse("symmetry is '" + symmetry + "'; general and symmetric ones can be read");
  }
  return {graph_format::matrix_market, symmetry == "general", kind_of(field, header)};
}

}  // namespace

bool looks_like_matrix_market(std::string_view text) {
  return lower(text.substr(0, banner.size())) == banner;
}

text_graph open_matrix_market(std::string_view text, const std::string& name) {
  header_lines header(text, name);
  if (!looks_like_matrix_market(text)) {
    header.refuse("no %%MatrixMarket at the start; check that this is the right file");
  }
  text_graph graph;
  graph.facts = read_banner(header);
  header.next_line();
  if (!header.find_line("%")) header.refuse("the end, and no size line; fetch the file again");
  const std::uint64_t rows = header.count("rows");
  const std::uint64_t columns = header.count("columns");
  graph.counts = {rows, header.count("entries"), header.line()};
  if (rows != columns) {
    header.refuse(std::to_string(rows) + " rows and " + std::to_string(columns) +
                  " columns, and a graph needs as many of both; make the matrix square");
  }
  if (!header.at_line_end()) header.refuse("a fourth number on the size line; remove it");
  header.next_line();
  graph.form = {.comments = "%",
                .weights = graph.facts.weights != weight_kind::none,
                .first_id = 1,
                .last_id = rows};
  graph.body = {header.rest(), name, header.line()};
  graph.ids_are_vertices = true;
  return graph;
}

}  // namespace arcas::graph
