// SPDX-License-Identifier: Apache-2.0
// From which vertices does a run start if the caller names none? The same seed gives the same
// vertices.
#pragma once

#include <arcas/base/function_reference.h>
#include <arcas/graph/graph_view.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// Returns `count` different vertices in ascending order, for estimates: each set has the same
// probability. Returns all vertices if there are no more than `count`.
std::vector<vertex> sample_of_vertices(const graph_view& g, std::size_t count, std::uint64_t seed);

// Returns `count` vertices with out-edges, possibly repeated: sources of timed searches, drawn as
// by GAP. Returns none if no vertex has an out-edge.
std::vector<vertex> linked_vertices(const graph_view& g, std::size_t count, std::uint64_t seed);

namespace detail {
// sample_of_vertices() and linked_vertices() without a graph: for n vertices, where degree(v) is
// the number of out-edges of v, and `arcs` the sum of all degrees.
std::vector<vertex> sample_of(std::size_t n, std::size_t count, std::uint64_t seed);
std::vector<vertex> linked_of(std::size_t n, std::uint64_t arcs,
                              arcas::detail::function_reference<std::uint64_t, vertex> degree,
                              std::size_t count, std::uint64_t seed);
std::vector<vertex> all_vertices(std::size_t vertex_count);
// Throws std::invalid_argument for a source that is not a vertex.
void require_sources(std::size_t vertex_count, std::span<const vertex> sources);
}  // namespace detail

}  // namespace arcas::inline v0::graph
