// SPDX-License-Identifier: Apache-2.0
// Which vertices does a run start from that was not told? A seed gives the same ones every time.
#pragma once

#include <arcas/base/function_reference.h>
#include <arcas/graph/graph_view.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// So many different vertices, all equally likely (all of them where that is as many as there are),
// in ascending order: what an estimate needs.
std::vector<vertex> sample_of_vertices(const graph_view& g, std::size_t count, std::uint64_t seed);

// So many vertices with out-edges, repetitions possible: sources of timed searches, as GAP draws
// them. None where no vertex has an edge.
std::vector<vertex> linked_vertices(const graph_view& g, std::size_t count, std::uint64_t seed);

namespace detail {
// The same functions for n vertices; degree(v) is the number of arcs of a vertex, `arcs` their sum.
std::vector<vertex> sample_of(std::size_t n, std::size_t count, std::uint64_t seed);
std::vector<vertex> linked_of(std::size_t n, std::uint64_t arcs,
                              arcas::detail::function_reference<std::uint64_t, vertex> degree,
                              std::size_t count, std::uint64_t seed);
// In ascending order.
std::vector<vertex> all_vertices(std::size_t vertex_count);
// Throws std::invalid_argument with a sentence for a source that is no vertex.
void require_sources(std::size_t vertex_count, std::span<const vertex> sources);
}  // namespace detail

}  // namespace arcas::inline v0::graph
