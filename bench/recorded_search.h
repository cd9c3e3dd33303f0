// SPDX-License-Identifier: Apache-2.0
// What does betweenness centrality do for one source, loop by loop? A search written down level by
// level, so that its loops can be run again in their order, by any runtime: nothing in them depends
// on which thread does what.
#pragma once

#include "graph_file.h"

#include <arcas/graph/graph_view.h>

#include <cstdint>
#include <span>
#include <vector>

namespace bench {

// A view: the graph must outlive it.
arcas::graph::graph_view links_of(const any_graph& graph);

// At most `count` vertices that have neighbours, each once, spread over the vertex numbers. Throws
// std::runtime_error if no vertex has a neighbour.
std::vector<arcas::graph::vertex> spread_sources(const any_graph& graph, std::size_t count);

class recorded_search {
 public:
  struct level {
    std::vector<arcas::graph::vertex> members;
    std::vector<std::uint64_t> degrees;  // of the members
    // An entry for each arc out of the members: 4 v where it is the first to find v, and 4 v + 1
    // where it comes too late, so that is_kept keeps the next level.
    std::vector<std::uint64_t> candidates;
    std::uint64_t arcs_in = 0;   // into the members
    std::uint64_t arcs_out = 0;  // out of them
  };

  // The graph must outlive it.
  recorded_search(const any_graph& graph, arcas::graph::vertex source);

  std::span<const level> levels() const { return levels_; }

  // For members [begin, end) of a level: how many shortest ways lead to each, from those of the
  // level before.
  [[gnu::noinline]] void count_ways(std::size_t depth, std::uint64_t begin, std::uint64_t end);
  // And what they carry of the ways to others, from those of the level behind.
  [[gnu::noinline]] void carry_back(std::size_t depth, std::uint64_t begin, std::uint64_t end);

  // As before the first loop.
  void restart();
  const std::vector<double>& carried() const { return carried_; }

 private:
  void look_from(std::size_t depth);

  arcas::graph::graph_view graph_;
  std::vector<std::uint32_t> depth_;  // never_reached where the search did not come
  std::vector<level> levels_;
  std::vector<double> ways_, carried_;
};

}  // namespace bench
