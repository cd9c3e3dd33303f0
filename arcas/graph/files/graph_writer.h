// SPDX-License-Identifier: Apache-2.0
// Writes a graph of any type in the formats that arcas::graph itself writes.
#pragma once

#include <arcas/graph/files/graph_text.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/output_file.h>
#include <arcas/loops/options.h>

namespace arcas::inline v0::graph::detail {

// A graph whose direction and weights are known at run time, not by its type.
struct written_graph : written_facts {
  template <class W, bool Directed>
  explicit written_graph(const basic_graph<W, Directed>& g)
      : written_facts{.vertices = g.vertex_count(),
                      .arcs = g.arc_count(),
                      .edges = g.edge_count(),
                      .directed = Directed,
                      .weights = !is_weight<W>           ? weight_kind::none
                                 : std::is_integral_v<W> ? weight_kind::whole
                                                         : weight_kind::real,
                      .texts_are_numbers = g.names().are_text() && are_numbers(*g.names().texts())},
        rows(g),
        names(g.names()) {
    if constexpr (is_weight<W>) {
      out_weights = g.out().weights();
      in_weights = g.in().weights();
    }
  }
  written_rows out_rows() const {
    return {.first = 0,
            .offsets = rows.out().offsets(),
            .targets = rows.out().targets(),
            .weights = out_weights,
            .names = &names};
  }

  graph_view rows;
  const vertex_names& names;
  written_rows::row_weights out_weights;
  written_rows::row_weights in_weights;
};

// The format must be able to represent `g` (require_writable()).
void write_graph_as(const file_ending& as, const written_graph& g, output_file& file,
                    const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
