// SPDX-License-Identifier: Apache-2.0
// The steps of communities.h on one graph.
#pragma once

#include <arcas/graph/kernels/community_graph.h>

#include <cstdint>
#include <span>

namespace arcas::inline v0::graph::detail {

// Vertices move to the neighbouring community where the objective gains most, until none gains; at most a hundred times all
// of them. A label is below g.size(); that of a vertex may be its own number only if that community is its
// own. Returns whether any moved.
bool move_vertices(const community_graph& g, const community_objective& objective,
                   std::span<vertex> labels, std::uint64_t seed, std::size_t enough,
                   const loop_options& loops);

// Parts of the communities, each connected: parts[v] is a vertex of v's part. Each vertex joins a part of its community to
// which it is connected, drawn at random among those that gain most or nearly so, if both are connected well to the rest
// of the community.
void refine(const community_graph& g, const community_objective& objective,
            std::span<const vertex> labels, std::span<vertex> parts, std::uint64_t seed,
            const loop_options& loops);

// Gives the pieces of communities that are in several labels of their own. Serial.
void split_unconnected(const community_graph& g, std::span<vertex> labels);

}  // namespace arcas::inline v0::graph::detail
