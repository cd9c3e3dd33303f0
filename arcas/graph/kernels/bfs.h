// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: how many steps is each vertex away from the sources, and by which way?
//
// Result: a tree (a forest where there are several sources) of shortest ways, as the parent of each
// vertex, and the number of steps, its level. A source is its own parent, as in GAP. Which of
// several possible parents a vertex gets differs from run to run; its level does not.
//
// Method: level by level, in the direction that reads fewer edges (Beamer, Asanović, Patterson:
// Direction-Optimizing Breadth-First Search, SC 2012).
//   top down    each vertex of the frontier, a list, claims its unvisited out-neighbours by a
//               compare-and-swap of their parent;
//   bottom up   each unvisited vertex looks among its in-neighbours for one in the frontier, a
//               bitmap, and stops at the first. Only its own worker writes it.
// A level goes bottom up where that is expected to look at fewer edges. What share of the in-edges of
// unvisited vertices it will look at, at least a sixth, is known from the last level that went so, and
// from a trial with some of the vertices before a level that follows one of the other direction.
// Bottom-up steps walk over a bitmap of the vertices that are still to be found, 64 at a time, so
// visited and unlinked ones cost nothing.
//
// Frontiers too small to be worth a loop are done by the calling thread, and others of at most 8,192 edges where that
// has been measured to be faster: a road network has hundreds of levels of a few vertices. Not here: a limit on the depth.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <limits>
#include <span>

namespace arcas::inline v0::graph {

// The level of a vertex that cannot be reached; its parent is no_vertex.
inline constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

enum class bfs_direction { automatic, top_down, bottom_up };

struct bfs_options {
  bool levels = true;  // whether the result has them; parents alone are a little cheaper
  bfs_direction direction = bfs_direction::automatic;
  // On several NUMA nodes: arrays lie, and loops run, where their vertices are at home
  // (vertex_homes.h); best with a graph that is placed.
  bool locality = false;
  loop_options loops = {};
};

struct bfs_result {
  plain_array<vertex> parents;        // one a vertex
  plain_array<std::uint32_t> levels;  // one a vertex where asked for
  std::size_t reached = 0;            // vertices, sources included
  std::uint32_t depth = 0;            // the greatest level
};

// Throws std::invalid_argument with a sentence for a source that is no vertex, or interrupted where
// options.loops.stop asked for an end.
bfs_result bfs(const graph_view& g, std::span<const vertex> sources,
               const bfs_options& options = {});
// From one source.
bfs_result bfs(const graph_view& g, vertex source, const bfs_options& options = {});

}  // namespace arcas::inline v0::graph
