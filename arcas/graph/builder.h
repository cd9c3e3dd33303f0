// SPDX-License-Identifier: Apache-2.0
// Builds a graph from a list of edges, in parallel, in parts that fit in a cache (rows_of_arcs.h).
// The graph depends only on the edges, not on their order or the number of workers.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

namespace arcas::inline v0::graph {

// By default a graph keeps the parallel edges and self-loops of its source.
struct build_options {
  bool drop_duplicates = false;  // keeps only the lightest of parallel edges
  bool drop_self_loops = false;
  loop_options loops = {};
};

// W is `unweighted`, a 32- or 64-bit integer, float or double. Consumes the list: its edges are
// freed before the graph is complete. Like the functions below, throws std::bad_alloc, and
// `interrupted` if loop_options::stop requests a stop.
template <class W>
basic_directed_graph<W> build_directed(basic_edge_list<W> list, const build_options& options = {});

// Each edge of the list is stored at both of its ends, a self-loop once: the list of a directed
// graph is symmetrised. With drop_duplicates, u-v and v-u are one edge.
template <class W>
basic_undirected_graph<W> build_undirected(basic_edge_list<W> list,
                                           const build_options& options = {});

// Each edge becomes two directed edges, one in each direction; a self-loop becomes one.
template <class W>
basic_directed_graph<W> with_direction(basic_undirected_graph<W> g, const loop_options& loops = {});

// Ignores directions. Without drop_duplicates, u → v and v → u become parallel edges.
template <class W>
basic_undirected_graph<W> without_direction(basic_directed_graph<W> g,
                                            const build_options& options = {});

}  // namespace arcas::inline v0::graph
