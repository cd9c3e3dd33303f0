// SPDX-License-Identifier: Apache-2.0
// Connected components: which vertices can be reached from each other when edges are walked in both
// directions? In a directed graph these are the weakly connected components; strong_components()
// finds the others.
//
// Result: a label for each vertex, the same for two vertices exactly if they are connected. A label
// is the least vertex of its component, so the result does not depend on chance. A vertex without
// edges is a component.
//
// Method: a forest of pointers to lower vertices, whose roots stand for components; linking two
// vertices hooks the higher of their roots under the lower by a compare-and-swap (Sutton, Ben-Nun,
// Barak: Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling, IPDPS 2018,
// called Afforest). Three steps, and after each all pointers are shortened to their root:
//   sample   edges that join most of the largest component are found without reading the others;
//   guess    the root met most often among some vertices is that of the largest component;
//   finish   all vertices outside that component are linked with all their neighbours. Those
//            inside need not be: an edge that leaves it is seen from its other end.
// The sample depends on the degrees. Where they are low, each vertex points to its least neighbour,
// and is then linked with one more. (The paper links it with its first ones; rows are sorted, so a
// pointer to the least needs no compare-and-swap.) Where they are high, a flood from a vertex of
// high degree (flooded) finds the largest component while it looks at one or two neighbours of a
// vertex, and all that it reached points to the least of them; but not where vertices are mostly
// numbered along their links, as pages are site by site: links are then followed in near caches,
// and a flood takes many sweeps.
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

// Which vertices are certainly connected with a given one, found with as few looks as possible?
// Neither all of them nor the way to them: components.h finds the rest.
//
// A breadth-first search without levels, edges walked in both directions: as long as the frontier
// is small, it claims its neighbours; then all vertices outside look for any neighbour inside, over
// and over, and take each other's answers into account while they look. It ends when a sweep brings
// little.
vertex_bits flooded(const graph_view& g, vertex from, const loop_options& loops);
}  // namespace detail

struct components_options {
  loop_options loops = {};
};

struct components_result {
  plain_array<vertex> labels;  // one a vertex
};

// Throws interrupted where options.loops.stop asked for an end.
components_result components(const graph_view& g, const components_options& options = {});

// Strongly connected components: which vertices can be reached from each other along the direction
// of the edges?
//
// Result: a label for each vertex, the same for two vertices exactly if each can be reached from
// the other. A label is the least vertex of its component, so the result does not depend on chance.
// In an undirected graph these are the connected components.
//
// Method: four ways of finding components, from the one that suits most vertices to the one that
// finds them all (the first three: Slota, Rajamanickam, Madduri: BFS and Coloring-Based Parallel
// Algorithms for Strongly Connected Components and Related Problems, IPDPS 2014, called Multistep).
//   trim      a vertex without in-edges, or without out-edges, from vertices left is a component;
//   sweep     what can be reached from a vertex of many edges and from where it can be reached is
//             its component, and most often the largest; not by one worker;
//   colour    each vertex takes the least vertex that leads to it as its colour; a vertex that has
//             its own colour, with all that lead to it within that colour, is a component;
//   search    the rest depth first, by the calling thread (Tarjan 1972; Pearce 2005), which looks at
//             each edge once.
// Colouring takes a round for each step of the longest way. It has as many rounds as there are workers
// beyond two: together they cost what the search would; two workers begin the search at once. A
// search that takes long sees a stop between two of its roots only.
//
// Labels as those of components(). Throws interrupted where options.loops.stop asked for an end.
components_result strong_components(const graph_view& g, const components_options& options = {});

struct component_size {
  vertex label;
  std::size_t vertices;
};

// Every component with its size, the largest first, equal ones by label. For any labels of which
// each is a vertex of its component.
std::vector<component_size> component_sizes(std::span<const vertex> labels,
                                            const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
