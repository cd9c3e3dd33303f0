// SPDX-License-Identifier: Apache-2.0
// Which number does a vertex with an id get? The ids that occur on any of the ranks, in ascending
// order, become 0, 1, …. Each rank numbers the ids of one range, its own.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/vertex_places.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

class id_numbers {
 public:
  using ids = std::vector<std::uint64_t>;

  // Called by one task: a numbering of ids from `least` to `greatest`.
  static id_numbers make(std::uint64_t least, std::uint64_t greatest);
  void end() const { part_.end(); }

  // Called by a task of any rank, with ascending ids. Part of the enclosing finish().
  void async_add(const ids& some) const;
  // Called by one task, between the last async_add() and the first numbers_of(): the number of ids.
  std::uint64_t count() const;
  // Called by a task of any rank, with ascending ids that have been added before. Waits for other
  // ranks.
  std::vector<vertex> numbers_of(const ids& some) const;
  // Called on each rank. Calls take(local, ids) once at each home of vertices that this rank has
  // numbered: ids[i] is the id of the vertex with local number local + i. Part of the enclosing
  // finish().
  template <class Take>
  void async_send_names(const Take& take) const;

 private:
  struct part {
    ids own;
    std::uint64_t first = 0;  // the number of the first id
  };
  // std::min() is for one rank with the full range of 64-bit ids: its width, 2^64, is stored as
  // 2^64 - 1.
  rank_id owner(std::uint64_t id) const {
    return static_cast<rank_id>(
        std::min<std::uint64_t>((id - least_) / width_, cluster::ranks() - 1));
  }
  // Calls f(owner, ids) with the ids of each owner.
  template <class F>
  void for_each_owner(const ids& some, const F& f) const;

  cluster::distributed<part> part_;
  std::uint64_t least_ = 0;
  std::uint64_t width_ = 1;
};

template <class Take>
void id_numbers::async_send_names(const Take& take) const {
  const part& here = part_.local();
  const vertex_places places(cluster::ranks());
  for (rank_id skipped = 0; skipped < cluster::ranks() && skipped < here.own.size(); ++skipped) {
    const auto first = static_cast<vertex>(here.first + skipped);
    ids names;
    for (std::size_t i = skipped; i < here.own.size(); i += cluster::ranks()) {
      names.push_back(here.own[i]);
    }
    cluster::async(
        places.home(first),
        [take, local = places.local(first)](const ids& theirs) { take(local, theirs); },
        std::move(names));
  }
}

}  // namespace arcas::inline v0::cluster_graph::detail
