// SPDX-License-Identifier: Apache-2.0
// Functions that read tables in memory for tests.
#pragma once

#include <arcas/graph/graph_file.h>

#include <charconv>
#include <string>
#include <string_view>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

inline std::string weight_text(double weight) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, weight).ptr};
}

inline graph_facts facts_in(std::string_view text, const std::string& name = "t.txt",
                            const file_options& options = {}) {
  return graph_file(text, name, options).facts();
}

// "name>name:weight " for each edge, in the order of the graph.
inline std::string edges_of_table(std::string_view text, const std::string& name = "t.csv",
                                  const file_options& options = {}) {
  graph_file file(text, name, options);
  std::string all;
  const auto add = [&](const auto& g) {
    for (vertex v = 0; v < g.vertex_count(); ++v) {
      for (edge_index i = g.out().offsets()[v]; i < g.out().offsets()[v + 1]; ++i) {
        all += g.original_name(v) + '>' + g.original_name(g.out().targets()[i]);
        if constexpr (requires { g.out_edges(v); }) {
          all += ':' + weight_text(g.out().weights()[i]);
        }
        all += ' ';
      }
    }
  };
  if (file.facts().weights == weight_kind::none) {
    add(file.read<directed_graph>());
  } else {
    add(file.read<real_directed_graph>());
  }
  return all;
}

inline std::string table_refusal(std::string_view text, const file_options& options = {}) {
  return sentence_of<input_error>([&] { edges_of_table(text, "t.csv", options); });
}

}  // namespace arcas::inline v0::graph
