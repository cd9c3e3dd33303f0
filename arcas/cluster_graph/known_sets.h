// SPDX-License-Identifier: Apache-2.0
// A set of vertices that is known to each rank, with a bit for each vertex. It serves kernels that
// ask once for each end of all rows whether the end is in the set: then it is less work than
// neighbor_values.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/vertex_places.h>

#include <array>
#include <cstddef>
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

  // Called by every rank with its parts of one set or several: sends them to all other ranks, so
  // that no rank has a newer part of one set than of another. known() is portable and returns an
  // array of pointers to the sets of the calling rank, which have all parts when all ranks have
  // finished.
  template <class Known, class... Bits>
  static void send(const Known& known, const Bits&... own) {
    const rank_id self = cluster::self();
    store(known(), self, own...);
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      if (r == self) continue;
      cluster::async(
          r,
          [known, self](words_of<Bits>&... words) {
            store(known(), self, vertex_bits(std::move(words))...);
          },
          own.words()...);
    }
  }

 private:
  template <class Bits>
  using words_of = std::vector<std::uint64_t>;

  template <class... Bits>
  static void store(const std::array<known_set*, sizeof...(Bits)>& sets, rank_id from,
                    Bits&&... parts) {
    std::size_t i = 0;
    ((sets[i++]->parts_[from] = std::forward<Bits>(parts)), ...);
  }

  vertex_places places_;
  std::vector<vertex_bits> parts_;  // by rank
};

}  // namespace arcas::inline v0::cluster_graph::detail
