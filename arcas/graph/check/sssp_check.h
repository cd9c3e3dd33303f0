// SPDX-License-Identifier: Apache-2.0
// Are these the lengths of the shortest paths? Serial, by Dijkstra's algorithm with a heap.
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace arcas::graph {

// What is wrong, as a sentence; empty where all is well. Of vertices that cannot be reached the
// distance is infinite, or the greatest whole number. G: a directed or undirected graph of weights
// `weight` or `real_weight`; sums of the latter may differ by rounding.
template <class G>
std::string fault_in_distances(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances);

}  // namespace arcas::graph
