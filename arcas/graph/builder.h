// SPDX-License-Identifier: Apache-2.0
// From a list of edges to a graph, in parallel, by parts that fit in a cache (rows_of_arcs.h). The
// graph depends on the edges only, neither on their order nor on the number of workers.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

namespace arcas::inline v0::graph {

// Graphs are kept as published unless asked otherwise.
struct build_options {
  bool drop_duplicates = false;  // of parallel edges, one stays: the one of the least weight
  bool drop_self_loops = false;
  loop_options loops = {};
};

// Weights are `unweighted`, whole of 32 or 64 bits, float or double. Uses up the list: its edges are
// gone before the graph is whole. Throws interrupted where the loops were asked to stop, and
// std::bad_alloc; so do the other functions.
template <class W>
basic_directed_graph<W> build_directed(basic_edge_list<W> list, const build_options& options = {});

// Takes each edge both ways, a self-loop once: this is how a directed graph is symmetrised. With
// drop_duplicates u-v and v-u are one edge.
template <class W>
basic_undirected_graph<W> build_undirected(basic_edge_list<W> list,
                                           const build_options& options = {});

// Each edge as one each way, a self-loop as one.
template <class W>
basic_directed_graph<W> with_direction(basic_undirected_graph<W> g, const loop_options& loops = {});

// Each edge taken both ways. Without drop_duplicates u → v and v → u become parallel edges.
template <class W>
basic_undirected_graph<W> without_direction(basic_directed_graph<W> g,
                                            const build_options& options = {});

}  // namespace arcas::inline v0::graph
