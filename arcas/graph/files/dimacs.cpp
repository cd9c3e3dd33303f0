// SPDX-License-Identifier: Apache-2.0
// The formats of the DIMACS challenges. Shortest paths (the 9th): "p sp vertices arcs", then
// "a from to weight" for each arc. Colouring (the 2nd): "p edge vertices edges", then "e u v" for
// each undirected edge. Tree width (PACE, which took over the form): "p tw vertices edges", then
// "u v". Lines that start with c are comments.
#include <arcas/graph/files/header_lines.h>
#include <arcas/graph/files/text_graph.h>

namespace arcas::graph {

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
    header.refuse("no line that starts with p before the first arc; write 'p sp VERTICES ARCS'");
  }
  text_graph graph;
  graph.facts.format = graph_format::dimacs;
  const std::string problem(header.word());
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
    header.refuse(quoted_word(problem.data(), problem.data() + problem.size()) +
                  " is no problem of graphs; sp, edge, col and tw can be read");
  }
  const std::uint64_t vertices = header.count("vertices");
  graph.counts = {vertices, header.count("edges"), header.line()};
  if (!header.at_line_end()) header.refuse("a third number behind p; remove it");
  header.next_line();
  graph.form.comments = "c";
  graph.form.first_id = 1;
  graph.form.last_id = vertices;
  graph.body = {header.rest(), name, header.line()};
  graph.ids_are_vertices = true;
  return graph;
}

}  // namespace arcas::graph
