// SPDX-License-Identifier: Apache-2.0
// Builds the rows of a rank_level.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/placed_vertices.h>
#include <arcas/cluster_graph/rank_level.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Builds the rows of this rank, and tells the other ranks which of their vertices are in these
// rows; they know it when all ranks have finished. each_edge(v, use) calls use(number, weight) for
// each edge of v. A self-loop counts twice in `inner`, which must have a value for each vertex.
// most: the maximum number of edges.
template <class EachEdge>
void build_rows(const rank_level& level, edge_index most, const EachEdge& each_edge) {
  level_part& part = level.local();
  const vertex_places& places = level.places;
  const auto n = static_cast<local_vertex>(part.inner.size());
  placed_vertices others(places, level.numbers * rank_factor, most);
  for (local_vertex v = 0; v < n; ++v) {
    poll_sometimes(v);
    each_edge(v, [&](vertex u, std::int64_t) {
      if (places.home(u) != cluster::self()) others.insert(u);
    });
  }
  others.place(n);
  for (rank_id r = 0; r < places.ranks(); ++r) {
    part.first_other.push_back(part.others.size());
    if (r == cluster::self()) continue;
    std::vector<local_vertex> locals = others.of_rank(r);
    for (const local_vertex local : locals) part.others.push_back(places.global(r, local));
    if (locals.empty()) continue;
    cluster::async(
        r,
        [level, from = cluster::self()](std::vector<local_vertex>& wanted) {
          level.local().wanted[from] = std::move(wanted);
        },
        std::move(locals));
  }
  part.first_other.push_back(part.others.size());
  part.offsets.reserve(n + std::size_t{1});
  part.ends.reserve(most);
  if (level.weighted) part.weights.reserve(most);
  for (local_vertex v = 0; v < n; ++v) {
    poll_sometimes(v);
    each_edge(v, [&](vertex u, std::int64_t weight) {
      const bool is_here = places.home(u) == cluster::self();
      if (is_here && places.local(u) == v) {
        part.inner[v] += 2 * weight;
        return;
      }
      part.ends.push_back(is_here ? places.local(u) : n + others.place_of(u));
      if (level.weighted) part.weights.push_back(weight);
    });
    part.offsets.push_back(part.ends.size());
  }
  part.labels.resize(n + part.others.size());
  part.waits.resize(n);
}

}  // namespace arcas::inline v0::cluster_graph::detail
