// SPDX-License-Identifier: Apache-2.0
// One source of betweenness centrality: the two sweeps of betweenness.h over one graph, with arrays
// that are used again for the next source. Private to kernels/.
#pragma once

#include <arcas/graph/kernels/links.h>
#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/loops/options.h>

#include <array>
#include <span>
#include <vector>

namespace arcas::graph {

class brandes {
 public:
  // Loops run at level 0 of the place of whoever calls.
  brandes(const links& g, bool endpoints, bool locality, const loop_options& loops);

  // Adds what the pairs from `source` contribute to the scores.
  void add(vertex source);
  plain_array<double>& scores() { return scores_; }

 private:
  // Values of even and of odd levels; 0 where a vertex has not been reached.
  using by_parity = std::array<plain_array<double>, 2>;

  void search(vertex source);
  edge_index push(std::size_t level);
  edge_index push_alone(std::size_t level, std::span<const vertex> frontier);
  edge_index pull(std::size_t level);
  void list_found();
  void mark_visited(std::size_t first);
  double ways_to(vertex v, const plain_array<double>& before) const;
  void return_from(std::size_t level, bool last);
  void clear();
  void clear_all();
  std::span<const vertex> on_level(std::size_t level) const {
    return queue_.all().subspan(levels_[level], levels_[level + 1] - levels_[level]);
  }

  const links& g_;
  const bool endpoints_;
  const bool alone_;  // one worker only
  const loop_options& loops_;
  const vertex_homes homes_;
  const loop_options over_words_;
  by_parity ways_;     // sigma
  by_parity carried_;  // (1 + delta) / sigma
  plain_array<double> scores_;
  vertex_queue queue_;               // all that were reached, level after level
  std::vector<std::size_t> levels_;  // where they begin in the queue
  vertex_bits visited_;
  vertex_bits found_;  // on the level that is being made
};

}  // namespace arcas::graph
