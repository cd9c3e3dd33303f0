// SPDX-License-Identifier: Apache-2.0
// Writes a graph of any type in the formats that arcas::graph itself writes.
#pragma once

#include <arcas/graph/files/formats.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/output_file.h>
#include <arcas/loops/options.h>

#include <span>
#include <variant>

namespace arcas::inline v0::graph::detail {

// A graph whose direction and weights are known at run time, not by its type.
struct written_graph {
  template <class W, bool Directed>
  explicit written_graph(const basic_graph<W, Directed>& g)
      : rows(g), directed(Directed), edge_count(g.edge_count()), names(g.names()) {
    if constexpr (is_weight<W>) {
      out_weights = g.out().weights();
      in_weights = g.in().weights();
    }
  }
  bool weighted() const { return out_weights.index() != 0; }
  bool real() const { return std::holds_alternative<std::span<const real_weight>>(out_weights); }

  using weights =
      std::variant<std::monostate, std::span<const weight>, std::span<const real_weight>>;
  graph_view rows;
  bool directed;
  edge_index edge_count;
  const vertex_names& names;
  weights out_weights;
  weights in_weights;
};

// The format must be able to represent `g` (require_writable()).
void write_graph_as(const file_ending& as, const written_graph& g, output_file& file,
                    const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
