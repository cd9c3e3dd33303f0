// SPDX-License-Identifier: Apache-2.0
// Rows and degrees of any vertices, without weights, for tasks of one rank that need some of them again and again. What is on the
// rank is read in place. The rest is copied from the homes (remote_rows.h) and kept for the next that needs it: of the vertices
// with the same local number one on each side (both are one where the graph is symmetric), and rows of no more arcs than the rank
// has itself. Rows that nobody has asked for again since the last look make room for others (Corbató 1968: a clock).
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

class known_rows {
 public:
  // A row in ascending order, there as long as this and the graph are.
  struct row {
    std::span<const vertex> ends;
    std::shared_ptr<const std::vector<vertex>> copy;  // where it is not read in place
  };

  // Made, and called, by tasks of the rank.
  explicit known_rows(const distributed_graph& g);

  // rows[i] becomes that of vertices[i]. May wait for other ranks.
  void bring(std::span<const vertex> vertices, arc_side side, std::vector<row>& rows);
  // The lengths of these rows, added up. May wait for other ranks.
  edge_index sum_of_degrees(std::span<const vertex> vertices, arc_side side);

 private:
  struct kept_row {
    vertex of = graph::no_vertex;
    bool asked_again = false;
    std::shared_ptr<const std::vector<vertex>> ends;
  };
  struct kept_degree {
    vertex of = graph::no_vertex;
    edge_index degree = 0;
  };

  bool is_here(vertex v) const { return g_.places().home(v) == cluster::self(); }
  std::size_t place_of(vertex v, arc_side side) const;
  bool find(vertex v, arc_side side, row& found);
  void keep(vertex v, arc_side side, const std::shared_ptr<const std::vector<vertex>>& ends);
  void drop(kept_row& old);

  distributed_graph g_;
  const graph_part* part_;
  std::size_t locals_;  // most vertices of a rank
  std::vector<kept_row> rows_;
  std::vector<kept_degree> degrees_;
  edge_index room_;      // in arcs
  edge_index kept_ = 0;  // of it
  std::size_t hand_ = 0;
};

}  // namespace arcas::inline v0::cluster_graph::detail
