// SPDX-License-Identifier: Apache-2.0
// Connected components: which vertices can be reached from each other if edges are followed in both
// directions? In a directed graph these are the weakly connected components; for the strongly
// connected components see strong_components().
//
// Result: a label for each vertex; two vertices have the same label exactly if they are connected.
// A label is the least vertex of its component, so the result does not depend on chance. A vertex
// without edges is a component.
//
// Method: a forest of pointers to lower vertices, whose roots stand for components. Linking two
// vertices hooks the higher of their roots under the lower one by a compare-and-swap (Sutton,
// Ben-Nun, Barak: Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling, IPDPS
// 2018, called Afforest). There are three steps; after each, all vertices are pointed to their
// roots:
//   sample   connects most of the largest component by a few edges, without reading the others;
//   guess    takes the most frequent root among some random vertices for the largest component;
//   finish   links all vertices outside that component with all their neighbours. The vertices
//            inside can be skipped: an edge that leaves the component is seen from its other end.
// The sample depends on the degrees. If they are low, each vertex points to its least neighbour and
// is then linked with one more. (In the paper it is linked with its first neighbours. Here rows are
// sorted, so that a pointer to the least neighbour needs no compare-and-swap.) If degrees are high,
// a flood from a vertex of high degree (flooded()) finds the largest component while it reads one
// or two neighbours a vertex; all vertices that it reaches point to the least of them. There is no
// flood if neighbours mostly have near numbers, as the pages of a web site have: the neighbours of
// a vertex are then in near caches, and a flood takes many sweeps.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

namespace detail {
class vertex_bits;

// Finds vertices that are connected with `from`, at the cost of as few reads as possible. It may
// miss some of them, and finds no paths; components() finds the rest.
//
// A breadth-first search without levels that follows edges in both directions. While the frontier
// is small, it claims its neighbours. Then, in sweeps, each vertex outside looks for any neighbour
// inside, and sees vertices that have come in during the same sweep. The last sweep is the first
// that finds few vertices.
vertex_bits flooded(const graph_view& g, vertex from, const loop_options& loops);
}  // namespace detail

struct components_options {
  loop_options loops = {};
};

struct components_result {
  plain_array<vertex> labels;  // one a vertex
};

// Throws interrupted if a stop is requested by options.loops.stop.
components_result components(const graph_view& g, const components_options& options = {});

// Strongly connected components: which vertices can be reached from each other along the direction
// of the edges?
//
// Result: a label for each vertex; two vertices have the same label exactly if each can be reached
// from the other. A label is the least vertex of its component, so the result does not depend on
// chance. In an undirected graph these are the connected components.
//
// Method: four ways to find components, from the one that is cheapest for most vertices to the one
// that finds all (the first three: Slota, Rajamanickam, Madduri: BFS and Coloring-Based Parallel
// Algorithms for Strongly Connected Components and Related Problems, IPDPS 2014, called Multistep).
//   trim      a vertex without in-edges from remaining vertices, or without out-edges to them, is a
//             component;
//   sweep     the vertices that a vertex of high degree reaches and is reached from are its
//             component, most often the largest one; one worker skips this step;
//   colour    each vertex takes as its colour the least vertex that leads to it; a vertex that has
//             its own colour and all vertices of that colour that lead to it are a component;
//   search    the calling thread finds the rest by depth-first search (Tarjan 1972; Pearce 2005),
//             which reads each edge once.
// Colouring takes one round for each step of the longest path. The number of rounds is limited to
// the number of workers minus two, so that all rounds together cost as much as the depth-first
// search; two workers go on with the search at once. The search checks for a stop only between two
// of its roots, which can take long.
//
// Throws interrupted if a stop is requested by options.loops.stop.
components_result strong_components(const graph_view& g, const components_options& options = {});

struct component_size {
  vertex label;
  std::size_t vertices;
};

// Returns each component with its size, by falling size, and by label if sizes are equal. Each
// label must be a vertex of its component.
std::vector<component_size> component_sizes(std::span<const vertex> labels,
                                            const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
