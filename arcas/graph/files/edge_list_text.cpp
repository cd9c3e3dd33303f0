// SPDX-License-Identifier: Apache-2.0
// Edge lists as SNAP publishes them and as GAP reads them.
#include <arcas/graph/files/text_cursor.h>
#include <arcas/graph/files/text_graph.h>

namespace arcas::graph {
namespace {

// Whole numbers that are too large for a weight are numbers still.
weight_kind kind_of(std::string_view word) {
  weight number = 0;
  const number_fault fault = text_cursor(word).read_weight(number);
  const bool real = fault == number_fault::fraction || fault == number_fault::too_large;
  return real ? weight_kind::real : weight_kind::whole;
}

}  // namespace

text_graph open_edge_list(std::string_view text, const std::string& name) {
  text_graph graph;
  graph.body = {text, name, 1};
  text_cursor cursor(text);
  const char* line = cursor.at;
  std::string_view words[3];
  while (!cursor.done()) {
    line = cursor.at;
    for (std::string_view& word : words) word = cursor.word();
    if (!words[0].empty() && graph.form.comments.find(words[0][0]) == std::string_view::npos) break;
    cursor.next_line();
    line = cursor.at;
    ++graph.body.first_line;
  }
  graph.body.text.remove_prefix(static_cast<std::size_t>(line - text.data()));
  const bool gap_weighted = has_ending(name, ".wel");
  const bool gap = gap_weighted || has_ending(name, ".el");
  graph.form.weights = gap ? gap_weighted : !words[2].empty();
  graph.ids_are_vertices = gap;
  if (graph.form.weights) graph.facts.weights = kind_of(words[2]);
  return graph;
}

}  // namespace arcas::graph
