// SPDX-License-Identifier: Apache-2.0
// The steps of communities.h on one graph.
#pragma once

#include <arcas/graph/kernels/community_graph.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace arcas::inline v0::graph::detail {

// Moves each vertex to the neighbouring community by which the objective gains most. Ends when at
// most `enough` vertices remain to be visited, or after a hundred passes. Each label must be below
// g.size(). Returns whether any vertex moved.
bool move_vertices(const community_graph& g, const community_objective& objective,
                   std::span<vertex> labels, std::uint64_t seed, std::size_t enough,
                   const loop_options& loops);

// Divides communities into connected parts: parts[v] is a vertex of the part of v. A vertex that is
// well connected to the rest of its community joins a neighbouring part that is well connected,
// too. The part is drawn at random among those with the greatest gain or nearly the greatest.
void refine(const community_graph& g, const community_objective& objective,
            std::span<const vertex> labels, std::span<vertex> parts, std::uint64_t seed,
            const loop_options& loops);

// Label propagation ends when at most this number of vertices remains to be visited.
inline std::size_t enough_for(std::size_t vertices) {
  return vertices / 100'000;
}

// Continues a search of Leiden or Louvain on this graph, from these labels, to its end
// (community_search.h). Returns the labels of the vertices of g.
plain_array<vertex> climbed(const community_graph& g, const community_objective& objective,
                            const communities_options& options, plain_array<vertex> labels,
                            std::uint64_t seed);

// Gives each connected piece of a community a label of its own. Serial.
void split_unconnected(const community_graph& g, std::span<vertex> labels);

}  // namespace arcas::inline v0::graph::detail
