// SPDX-License-Identifier: Apache-2.0
// Lists of edges with weights from lists without, and the other way round.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas::graph {

struct random_weight_options {
  weight most = 255;  // weights are 1 to most, as in GAP; at least 1
  std::uint64_t seed = 27491095;
  loop_options loops = {};
};

// The weight of an edge u-v is a function of the seed and its two ends, whichever comes first:
// parallel edges are equally heavy, and an edge weighs the same both ways.
weight random_weight_of(std::uint64_t u, std::uint64_t v, const random_weight_options& options);

// Throws std::invalid_argument for a greatest weight below 1, or interrupted.
template <class W = weight, class V>
basic_edge_list<V, W> with_random_weights(const basic_edge_list<V, unweighted>& list,
                                          const random_weight_options& options = {});
void require_sense(const random_weight_options& options);

edge_list without_weights(const weighted_edge_list& list, const loop_options& loops = {});

}  // namespace arcas::graph
