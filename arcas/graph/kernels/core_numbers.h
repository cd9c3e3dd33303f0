// SPDX-License-Identifier: Apache-2.0
// Core numbers: how deep inside the graph is each vertex?
//
// The k-core is the largest subgraph in which every vertex has at least k neighbours. The core
// number of a vertex is the greatest k whose k-core contains it. Parallel edges count once;
// self-loops are ignored.
//
// Method: peeling. For k = 0, 1, … all vertices with at most k remaining neighbours are removed,
// until each remaining vertex has more than k. A vertex that is removed at k has core number k
// (Seidman 1983; in parallel: Kabir, Madduri: Parallel k-core Decomposition on Multicore
// Platforms, 2017). A compare-and-swap lowers a vertex's count of remaining neighbours. The worker
// that lowers it to k removes the vertex at once, with a stack of its own, so that each k takes one
// loop, however long the chains of removals are. After each k the list of remaining vertices is
// shortened; values of k at which no vertex is removed are skipped.
//
// truss_numbers() does the same for edges and triangles.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <compare>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

struct core_options {
  loop_options loops = {};
};

struct core_result {
  plain_array<std::uint32_t> cores;  // one a vertex
  std::uint32_t degeneracy = 0;      // the greatest core number
  unsigned levels = 0;               // number of different core numbers
};

// Throws interrupted if a stop is requested by options.loops.stop.
core_result core_numbers(const undirected_view& g, const core_options& options = {});

namespace detail {
// The peeling, on a machine with the members
//   least()         the least number of remaining neighbours of a remaining vertex; none_left if no
//                   vertex remains
//   take_away(k)    removes all vertices with at most k remaining neighbours, until each remaining
//                   vertex has more
inline constexpr std::uint32_t none_left = 0xffffffff;
template <class Machine, class Result>
void peel(Machine&& machine, Result& result) {
  for (std::uint32_t k = machine.least(); k != none_left; k = machine.least()) {
    result.degeneracy = k;
    ++result.levels;
    machine.take_away(k);
  }
}
}  // namespace detail

// In how many triangles is each edge? The k-truss is the largest subgraph in which each edge is in
// at least k - 2 triangles of the subgraph; the truss number of an edge is the greatest k, at least
// 2, whose k-truss contains the edge (Cohen 2008).
//
// Method: first the triangles of each edge are counted; each triangle is found once, at its vertex
// of the lowest degree. Then edges are removed: at level 0, 1, … all edges with this number of
// triangles, and then those whose count falls to it (Wang, Cheng: Truss Decomposition in Massive
// Networks, VLDB 2012; in parallel: Kabir, Madduri: Parallel k-Truss Decomposition on Multicore
// Systems, HPEC 2017). If a triangle loses two edges at once, the edge of the lower number lowers
// the count of the third. Counts are lowered by relaxed atomic operations, and never below the
// level, so the result does not depend on the number of workers. Parallel edges count once;
// self-loops are ignored. filter_edges() makes the trusses themselves.

struct truss_options {
  loop_options loops = {};
};

// An edge with its truss number. Its size is a power of two, so that a cluster::global_array may
// hold it. V: the type of vertices.
template <class V>
struct alignas(16) basic_truss_edge {
  V from;
  V to;
  std::uint32_t number;
  friend auto operator<=>(const basic_truss_edge&, const basic_truss_edge&) = default;
};
using truss_edge = basic_truss_edge<vertex>;

struct truss_result {
  plain_array<edge> edges;             // from < to, in ascending order
  plain_array<std::uint32_t> numbers;  // one an edge
  std::uint32_t greatest = 0;          // 0 without edges

  truss_edge at(std::size_t e) const { return {edges[e].from, edges[e].to, numbers[e]}; }
};

// Cost: for each edge, a pass over the shorter row of its two ends. Memory: at most 53 bytes an
// edge; 24 bytes a vertex, and another 4 for each worker. Throws std::invalid_argument
// for 2^32 edges or more, and interrupted if a stop is requested by options.loops.stop.
truss_result truss_numbers(const undirected_view& g, const truss_options& options = {});

}  // namespace arcas::inline v0::graph
