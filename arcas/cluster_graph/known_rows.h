// SPDX-License-Identifier: Apache-2.0
// Rows and degrees of any vertices, without weights, for tasks of one rank that need some of them
// repeatedly. Rows and degrees of the rank's own vertices are read in place, except the rows of
// hubs. Others are copied from their homes (remote_rows.h) and kept: at most one row for each local
// number and side (a symmetric graph has one side), and in total at most as many arcs as the rank
// itself has. Rows that no task has requested again since the clock hand last passed them make room
// for others (Corbató 1968: the clock algorithm).
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

class known_rows {
 public:
  // A row in ascending order, valid as long as `copy` and the graph exist.
  struct row {
    std::span<const vertex> ends;
    std::shared_ptr<const std::vector<vertex>> copy;  // null if the row is read in place
  };

  // Created and called by tasks of the rank.
  explicit known_rows(const distributed_graph& g);

  // Sets rows[i] to the row of vertices[i]. May wait for other ranks.
  void bring(std::span<const vertex> vertices, arc_side side, std::vector<row>& rows);
  // The sum of the lengths of the rows of `vertices`. May wait for other ranks.
  edge_index sum_of_degrees(std::span<const vertex> vertices, arc_side side);

 private:
  struct kept_row {
    vertex of = no_vertex;
    bool asked_again = false;
    std::shared_ptr<const std::vector<vertex>> ends;
  };
  struct kept_degree {
    vertex of = no_vertex;
    edge_index degree = 0;
  };

  bool is_here(vertex v) const { return g_.places().home(v) == cluster::self(); }
  std::size_t place_of(vertex v, arc_side side) const;
  bool find(vertex v, arc_side side, row& found);
  void keep(vertex v, arc_side side, const std::shared_ptr<const std::vector<vertex>>& ends);
  void drop(kept_row& old);

  distributed_graph g_;
  const graph_part* part_;
  std::size_t locals_;  // maximum number of vertices of a rank
  std::vector<kept_row> rows_;
  std::vector<kept_degree> degrees_;
  edge_index room_;       // maximum number of kept arcs
  edge_index kept_ = 0;   // number of kept arcs
  std::size_t hand_ = 0;  // the clock hand, an index in rows_
};

}  // namespace arcas::inline v0::cluster_graph::detail
