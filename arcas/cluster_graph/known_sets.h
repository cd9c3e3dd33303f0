// SPDX-License-Identifier: Apache-2.0
// A set of vertices that is known to each rank, with a bit for each vertex. It serves kernels that
// ask once for each end of all rows whether the end is in the set: then it is less work than
// neighbor_values.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/vertex_places.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// What one rank knows of the set: the part of each rank.
class known_set {
 public:
  known_set() = default;
  explicit known_set(const vertex_places& places)
      : places_(places), parts_(places.ranks(), vertex_bits(0)) {}
  // An empty set. vertices: the number of vertices of the graph.
  known_set(const vertex_places& places, std::uint64_t vertices) : places_(places) {
    for (rank_id r = 0; r < places.ranks(); ++r) parts_.emplace_back(places.count_on(r, vertices));
  }

  vertex_bits& of(rank_id rank) { return parts_[rank]; }
  const vertex_bits& of(rank_id rank) const { return parts_[rank]; }
  bool contains(vertex v) const { return parts_[places_.home(v)].contains(places_.local(v)); }

  // Called by every rank with its part: sends it to all ranks. known() is portable and returns the
  // known_set of the calling rank, which has all parts when all ranks have finished.
  template <class Known>
  static void send(const vertex_bits& own, const Known& known) {
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(
          r,
          [known, from = cluster::self()](std::vector<std::uint64_t>& words) {
            known().parts_[from] = vertex_bits(std::move(words));
          },
          own.words());
    }
  }

 private:
  vertex_places places_;
  std::vector<vertex_bits> parts_;  // by rank
};

}  // namespace arcas::inline v0::cluster_graph::detail
