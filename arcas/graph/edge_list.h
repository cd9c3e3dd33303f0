// SPDX-License-Identifier: Apache-2.0
// A list of edges in no particular order, with or without weights: readers and generators produce
// it, and the builder takes it.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

// V is vertex, or std::uint64_t for ids from a file that have not been numbered yet.
template <class V, class W>
struct basic_edge {
  V from;
  V to;
  W weight;
  friend bool operator==(const basic_edge&, const basic_edge&) = default;
};

template <class V>
struct basic_edge<V, unweighted> {
  V from;
  V to;
  friend bool operator==(const basic_edge&, const basic_edge&) = default;
};

template <class W = unweighted>
struct basic_edge_list {
  std::size_t vertex_count = 0;  // both ends of each edge are below this
  plain_array<basic_edge<vertex, W>> edges;
  vertex_names names;
};

using edge = basic_edge<vertex, unweighted>;
using weighted_edge = basic_edge<vertex, weight>;
using real_edge = basic_edge<vertex, real_weight>;
using edge_list = basic_edge_list<>;
using weighted_edge_list = basic_edge_list<weight>;
using real_edge_list = basic_edge_list<real_weight>;

// The edges of a graph in the order of their source vertices. An undirected edge is listed once,
// from the lower to the higher vertex. Like the functions below, throws `interrupted`.
template <class W, bool Directed>
basic_edge_list<W> listed(const basic_graph<W, Directed>& g, const loop_options& loops = {});

struct random_weight_options {
  weight most = 255;  // weights are 1 to `most`, as in GAP; `most` is at least 1
  std::uint64_t seed = 27491095;
  loop_options loops = {};
};

// The weight of edge u-v is a function of the seed and the two ends, whose order does not matter:
// parallel edges have the same weight, and so do both directions of an edge.
weight random_weight_of(std::uint64_t u, std::uint64_t v, const random_weight_options& options);

// Throws std::invalid_argument if options.most is below 1.
template <class W = weight>
basic_edge_list<W> with_random_weights(const edge_list& list,
                                       const random_weight_options& options = {});
void require_sense(const random_weight_options& options);

edge_list without_weights(const weighted_edge_list& list, const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
