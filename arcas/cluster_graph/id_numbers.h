// SPDX-License-Identifier: Apache-2.0
// Which number has a vertex that a file calls by an id? Over all ranks: the ids that occur, in
// ascending order, are 0, 1, …. Each rank has the ids of a part of their range.
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

  // For one task: a numbering of ids from `least` to `greatest`.
  static id_numbers make(std::uint64_t least, std::uint64_t greatest);
  void end() const { part_.end(); }

  // From a task of any rank; ids ascending. Part of the enclosing finish().
  void async_add(const ids& some) const;
  // For one task, between the last id and the first number: how many there are.
  std::uint64_t count() const;
  // From a task of any rank, which waits; ids ascending, and all added before.
  std::vector<vertex> numbers_of(const ids& some) const;
  // On each rank: take(local, ids) at the home of every vertex that this rank has numbered, with
  // what the vertices from `local` on there are called. Part of the enclosing finish().
  template <class Take>
  void async_send_names(const Take& take) const;

 private:
  struct part {
    ids own;
    std::uint64_t first = 0;  // the number of the first of them
  };
  // The last rank has what the width leaves over: of all 64-bit ids on one rank, the greatest.
  rank_id owner(std::uint64_t id) const {
    return static_cast<rank_id>(
        std::min<std::uint64_t>((id - least_) / width_, cluster::ranks() - 1));
  }
  // f(owner, ids): the ids by the ranks that have them.
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
