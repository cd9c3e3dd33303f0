// SPDX-License-Identifier: Apache-2.0
// What does betweenness centrality do for one source, loop by loop? A search is recorded level by
// level, so that any runtime can run its loops again in the same order; their results do not depend
// on which thread runs which iteration.
#pragma once

#include "graph_file.h"

#include <arcas/graph/graph_view.h>

#include <cstdint>
#include <span>
#include <vector>

namespace bench {

// The graph as a view; the graph must outlive the view.
arcas::graph::graph_view links_of(const any_graph& graph);

// At most `count` vertices that have neighbours, each once, spread over the vertex numbers. Throws
// std::runtime_error if no vertex has a neighbour.
std::vector<arcas::graph::vertex> spread_sources(const any_graph& graph, std::size_t count);

class recorded_search {
 public:
  struct level {
    std::vector<arcas::graph::vertex> members;
    std::vector<std::uint64_t> degrees;  // of the members
    // An entry for each arc from a member to a vertex v: 4 * v if this arc finds v first, otherwise
    // 4 * v + 1, so that a filter by is_kept (algorithms.h) returns the next level.
    std::vector<std::uint64_t> candidates;
    std::uint64_t arcs_in = 0;   // into the members
    std::uint64_t arcs_out = 0;  // out of them
  };

  // The graph must outlive the object.
  recorded_search(const any_graph& graph, arcas::graph::vertex source);

  std::span<const level> levels() const { return levels_; }

  // For members [begin, end) of a level: computes the number of shortest paths to each from the
  // numbers of the previous level.
  [[gnu::noinline]] void count_ways(std::size_t depth, std::uint64_t begin, std::uint64_t end);
  // For members [begin, end) of a level: computes their dependencies (their shares of the paths to
  // other vertices) from the dependencies of the next level.
  [[gnu::noinline]] void carry_back(std::size_t depth, std::uint64_t begin, std::uint64_t end);

  // Restores the state before the first loop.
  void restart();
  const std::vector<double>& carried() const { return carried_; }

 private:
  void look_from(std::size_t depth);

  arcas::graph::graph_view graph_;
  std::vector<std::uint32_t> depth_;  // never_reached for vertices that the search did not reach
  std::vector<level> levels_;
  std::vector<double> ways_, carried_;
};

}  // namespace bench
