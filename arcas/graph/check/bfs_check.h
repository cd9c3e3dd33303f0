// SPDX-License-Identifier: Apache-2.0
// Are these the levels and parents of a breadth-first search? Serial, from the definition: the
// fewest steps to each vertex are counted here by a queue, and a parent must be one step nearer and
// have an edge to its child.
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>
#include <span>
#include <string>

namespace arcas::graph {

// What is wrong, as a sentence; empty where all is well. parents and levels as bfs_result has them;
// levels may be left out. G: directed_graph or undirected_graph.
template <class G>
std::string fault_in_bfs(const G& g, std::span<const vertex> sources,
                         std::span<const vertex> parents, std::span<const std::uint32_t> levels);

}  // namespace arcas::graph
