// SPDX-License-Identifier: Apache-2.0
// Connected components: which vertices can be reached from each other if edges are followed in both
// directions? In a directed graph these are the weakly connected components; for the strongly
// connected components see strong_components().
//
// Result: a label for each vertex; two vertices have the same label if and only if they are
// connected. A label is the least vertex of its component, so the result does not depend on chance.
// A vertex without edges is a component.
//
// Method: a forest of pointers to vertices with lower numbers; its roots stand for components. To
// link two vertices, a compare-and-swap points the higher of their roots to the lower one (Sutton,
// Ben-Nun, Barak: Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling, IPDPS
// 2018, called Afforest). There are three steps; after each, all vertices are pointed to their
// roots:
//   sample   connects most of the largest component by a few edges, without reading the others;
//   guess    finds the most frequent root of some random vertices, and regards its component as the
//            largest;
//   finish   links all vertices outside that component with all their neighbours. The vertices
//            inside can be skipped: an edge that leaves the component is seen from its other end.
// The sample depends on the degrees. If they are low, each vertex points to its least neighbour and
// is then linked with its second neighbour. (The paper links each vertex with its first neighbours.
// Here rows are sorted, so the first neighbour is the least, and a pointer to it needs no
// compare-and-swap.) If degrees are high, a flood from a vertex of high degree (flooded()) finds
// the largest component while it reads one or two neighbours a vertex; all vertices that it reaches
// point to the least of them. There is no flood if neighbours mostly have near numbers, as the
// pages of a web site have: the data of a vertex's neighbours is then in near caches, and a flood
// takes many sweeps.
//
// Below: minimum spanning forests, and biconnected components.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::graph {

namespace detail {
class vertex_bits;

// Finds vertices that are connected with `from`, by as few reads as possible. It may miss some,
// which components() finds. It does not compute paths.
//
// It is a breadth-first search without levels, along edges in both directions. While the frontier
// is small, its vertices claim their neighbours. Sweeps follow: each vertex that has not been found
// looks for a neighbour that has been found, perhaps in the same sweep. The last sweep is the first
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
// Result: a label for each vertex; two vertices have the same label if and only if each can be
// reached from the other. A label is the least vertex of its component, so the result does not
// depend on chance. In an undirected graph these are the connected components.
//
// Method: four ways to find components, one after another: the first is the cheapest, and the last
// finds all components that are left (the first three: Slota, Rajamanickam, Madduri: BFS and
// Coloring-Based Parallel Algorithms for Strongly Connected Components and Related Problems, IPDPS
// 2014, called Multistep).
//   trim      a vertex without in-edges from remaining vertices, or without out-edges to them, is a
//             component;
//   sweep     a vertex of high degree is chosen. Its component, most often the largest one, has the
//             vertices that it leads to and that also lead to it; one worker alone skips this step;
//   colour    each vertex takes as its colour the least vertex that leads to it; then each vertex c
//             that is a colour, and the vertices of colour c that lead to c, are a component;
//   search    the calling thread finds the rest by depth-first search (Tarjan 1972; Pearce 2005),
//             which reads each edge once.
// Colouring takes one round for each edge of the longest path that a colour follows. The number of
// rounds is limited to the number of workers minus two, so that all rounds together take at most
// the time of the depth-first search; one or two workers skip them. The search checks for a stop
// only between two of its roots, and the time between two checks can be long.
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

// A minimum spanning forest: for each component of a graph, a tree of edges that connects the
// component, with the least possible sum of weights.
//
// Method: Borůvka's (1926), with parallel loops for its steps (Bader, Cong: Fast shared-memory
// algorithms for computing the minimum spanning forest of sparse graphs, 2006). In a step, each
// tree takes the lightest edge that leaves it; trees that become connected are united, and edges
// within a tree are dropped. There are at most log2(vertices) steps. Edges of equal weight are
// ordered by their ends, so the result does not depend on chance. Self-loops are ignored; of
// parallel edges the lightest counts. Negative weights are allowed; -0 equals 0.

struct spanning_forest_options {
  loop_options loops = {};
};

template <class W, class V = vertex>
struct spanning_forest_result {
  std::vector<basic_edge<V, W>> edges;  // `from` is the lesser end; sorted by their ends
  std::size_t trees = 0;                // number of trees, including those of one vertex
  // The sum of the weights; in a graph without weights, the number of edges.
  std::conditional_t<std::is_floating_point_v<W>, double, std::int64_t> weight = 0;
};

// W is a type of weights of graph_over.h, or unweighted. Memory: two lists of the edges, of
// 16 to 32 bytes an edge together, and 20 bytes a vertex. Throws std::invalid_argument for a weight
// that is a NaN and for weights whose sum is beyond 64 bits or the range of double, and interrupted
// if a stop is requested by options.loops.stop.
template <class W>
spanning_forest_result<W> spanning_forest(const basic_undirected_graph<W>& g,
                                          const spanning_forest_options& options = {});

// Which vertices and edges hold a graph together? A biconnected component (block) is a maximal set
// of edges any two of which lie on a common simple cycle; an edge on no cycle is a block of its
// own, a bridge. A vertex in several blocks is an articulation point: without it, its component
// falls apart.
//
// Method: FAST-BCC (Dong, Wang, Gu, Sun: Provably Fast and Space-Efficient Parallel Biconnectivity,
// PPoPP 2023). Union-find builds a spanning forest. List ranking of its Euler tours, by stretches
// that begin at sampled arcs, gives each vertex its place in preorder. An edge of the forest from p
// to its child c is a fence between blocks if no edge leads from the subtree of c out of the
// subtree of p. Fences are found by the least and the greatest place at the other ends of the edges
// from each subtree. Let H be the graph without fences, and without edges that are not in the
// forest and join a vertex to a descendant. Two edges are in one block if their ends with the
// greater places are connected in H. There is no level-by-level search, so that graphs of many
// levels need no more loops than others.
//
// The result does not depend on the number of workers. Parallel edges count once; self-loops are
// ignored.

struct biconnected_options {
  loop_options loops = {};
};

struct biconnected_result {
  plain_array<edge> edges;  // from < to, in ascending order
  // One an edge; blocks are numbered in the order of their first edges.
  plain_array<edge_index> blocks;
  edge_index block_count = 0;
  edge_index bridge_count = 0;             // number of blocks of one edge
  plain_array<std::uint8_t> articulation;  // one a vertex; not 0 for articulation points
};

// Memory: 100 bytes a vertex; later, when these are free again, 24 bytes an edge. Throws
// interrupted if a stop is requested by options.loops.stop.
biconnected_result biconnected_components(const undirected_view& g,
                                          const biconnected_options& options = {});

}  // namespace arcas::inline v0::graph
