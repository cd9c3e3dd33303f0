// SPDX-License-Identifier: Apache-2.0
// How many triangles are there really? Serial, from the definition: for each vertex and each pair
// of its neighbours above it, is there an edge between them? Slow on large graphs.
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arcas::graph {

// Triangles of the simple graph that each vertex is part of.
std::vector<std::uint64_t> triangles_at_vertices(const undirected_graph& g);
// What is wrong, as a sentence; empty where all is well. clustering may be left out.
std::string fault_in_triangles(const undirected_graph& g, std::uint64_t total,
                               std::span<const std::uint64_t> at_vertices = {},
                               std::span<const double> clustering = {});

}  // namespace arcas::graph
