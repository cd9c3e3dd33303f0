// SPDX-License-Identifier: Apache-2.0
// One source of betweenness centrality: the two sweeps of betweenness.h over one graph, with arrays
// that are used again for the next source. Private to kernels/.
#pragma once

#include <arcas/graph/kernels/links.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/loops/options.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::graph::detail {

class brandes {
 public:
  // Loops run at level 0 of the place of whoever calls, on so many workers.
  brandes(const links& g, bool endpoints, bool locality, const loop_options& loops,
          unsigned workers);

  // Adds what the pairs from `source` contribute to the scores.
  void add(vertex source);
  plain_array<double>& scores() { return scores_; }

 private:
  // Values of even and of odd levels; 0 where a vertex has not been reached.
  using by_parity = std::array<plain_array<double>, 2>;
  // When a vertex was reached, in one byte: never, long ago, or on one of the levels of late.
  using stamp = std::uint8_t;
  // A level's place in the queue.
  struct stretch {
    std::size_t begin;
    std::size_t end;
    edge_index arcs;  // out of its vertices
  };
  // One worker's part of the next level.
  struct finder {
    queue_buffer buffer;
    std::size_t counted = 0;  // of those in the buffer
    edge_index arcs = 0;      // out of those counted
  };
  // From a level to the next.
  struct step {
    stamp now;           // of the next
    const double* from;  // the ways to the one
    double* to;          // the ways to the other
    stamp* reached;
  };

  void search(vertex source);
  step step_after(std::size_t level);
  edge_index push(std::size_t level);
  edge_index push_alone(std::size_t level);
  edge_index pull(std::size_t level);
  void find(finder& mine, vertex v, stamp now);
  void count_new(finder& mine);
  template <class Work>
  edge_index found_by_all(std::size_t n, const loop_options& loops, Work&& work);
  void let_age();
  void return_from(std::size_t level, bool last);
  void clear();
  void clear_all();
  bool worth_a_loop(const stretch& level) const;
  const loop_options& loops_for(const stretch& level) const;
  void stop_if_asked() const;
  std::span<const vertex> in_queue(const stretch& level) const {
    return queue_.all().subspan(level.begin, level.end - level.begin);
  }

  const links& g_;
  const bool endpoints_;
  const bool alone_;  // one worker only
  const loop_options& loops_;
  const loop_options brief_;  // for loops of some microseconds
  const vertex_homes homes_;
  by_parity ways_;     // sigma
  by_parity carried_;  // (1 + delta) / sigma
  plain_array<stamp> reached_;
  plain_array<double> scores_;
  vertex_queue queue_;  // all that were reached, level after level
  std::vector<stretch> levels_;
};

}  // namespace arcas::graph::detail
