// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: how many steps is each vertex away from the sources, and on which path?
//
// Result: a tree of shortest paths (a forest if there are several sources), as the parent of each
// vertex; and its level, the number of steps. A source is its own parent, as in GAP. Which of
// several possible parents a vertex gets differs from run to run; its level does not.
//
// Method: level by level, in the direction that reads fewer edges (Beamer, Asanović, Patterson:
// Direction-Optimizing Breadth-First Search, SC 2012).
//   top down    each vertex of the frontier, a list, claims its unvisited out-neighbours by a
//               compare-and-swap of their parent;
//   bottom up   each unvisited vertex searches its in-neighbours for one in the frontier, a bitmap,
//               and stops at the first. Its parent is written by its own worker only.
// A level goes bottom up if that is expected to read fewer edges. A bottom-up step is expected to
// read the same share of the in-edges of unvisited vertices as the previous bottom-up step. After a
// top-down step, the expected share is that of a trial with a sample of the vertices. An expected
// share is at least one sixth. A bottom-up step reads a bitmap of the unvisited vertices, 64 at a
// time, so that visited and isolated vertices cost nothing.
//
// The calling thread alone processes a frontier that is too small for a loop. It also processes
// frontiers of at most 8,192 edges if measurements during the search show that this is faster: a
// road network has hundreds of levels of a few vertices. The kernel has no depth limit.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// The level of a vertex that cannot be reached; its parent is no_vertex.
inline constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

enum class bfs_direction { automatic, top_down, bottom_up };

struct bfs_options {
  bool levels = true;  // whether the result has levels; without them the search is a little cheaper
  bfs_direction direction = bfs_direction::automatic;
  // On several NUMA nodes: places the arrays of vertices, and runs the loops over them, on the
  // vertices' home nodes (vertex_homes.h). Works best with a graph that is placed, too.
  bool locality = false;
  loop_options loops = {};
};

struct bfs_result {
  plain_array<vertex> parents;        // one a vertex
  plain_array<std::uint32_t> levels;  // one a vertex; empty without options.levels
  std::size_t reached = 0;            // number of reached vertices, sources included
  std::uint32_t depth = 0;            // the greatest level
};

// Throws std::invalid_argument for a source that is not a vertex, and interrupted if a stop is
// requested by options.loops.stop.
bfs_result bfs(const graph_view& g, std::span<const vertex> sources,
               const bfs_options& options = {});
bfs_result bfs(const graph_view& g, vertex source, const bfs_options& options = {});

// From which vertices does a run start if the caller names none? The same seed gives the same
// vertices.

// Returns `count` different vertices in ascending order, for estimates: each set has the same
// probability. Returns all vertices if there are no more than `count`.
std::vector<vertex> sample_of_vertices(const graph_view& g, std::size_t count, std::uint64_t seed);

// Returns `count` vertices with out-edges, possibly repeated: sources of timed searches, drawn as
// by GAP. Returns none if no vertex has an out-edge.
std::vector<vertex> linked_vertices(const graph_view& g, std::size_t count, std::uint64_t seed);

namespace detail {
// sample_of_vertices() and linked_vertices() without a graph: for n vertices, where degree(v) is
// the number of out-edges of v, and `arcs` the sum of all degrees.
std::vector<vertex> sample_of(std::size_t n, std::size_t count, std::uint64_t seed);
std::vector<vertex> linked_of(std::size_t n, std::uint64_t arcs,
                              arcas::detail::function_reference<std::uint64_t, vertex> degree,
                              std::size_t count, std::uint64_t seed);
std::vector<vertex> all_vertices(std::size_t vertex_count);
// Both throw std::invalid_argument for a source that is not a vertex.
void require_source(std::size_t vertex_count, std::uint64_t source);
inline void require_sources(std::size_t vertex_count, const auto& sources) {
  for (const auto source : sources) require_source(vertex_count, source);
}
}  // namespace detail

}  // namespace arcas::inline v0::graph
