// SPDX-License-Identifier: Apache-2.0
// Which rank may allocate which offsets of the global heap? The first rank records the owners of
// all offsets, and moves ranges of offsets between ranks (PROTOCOL.md).
#pragma once

#include <arcas/cluster/heap/global_heap.h>

#include <cstdint>
#include <map>

namespace arcas::inline v0::cluster::detail {

class range_owners {
 public:
  // The first `ranks * share` bytes belong to the ranks in order, one share each, and the rest to
  // the first rank.
  range_owners(rank_id ranks, std::uint64_t share) {
    for (rank_id r = 0; share != 0 && r < ranks; ++r) first_[r * share] = r;
    first_[ranks * share] = 0;
  }

  rank_id owner_of(std::uint64_t offset) const {
    return std::prev(first_.upper_bound(offset))->second;
  }
  void assign(extent e, rank_id owner) {
    const std::uint64_t end = e.offset + e.bytes;
    const rank_id behind = owner_of(end);
    const rank_id before = e.offset == 0 ? owner : owner_of(e.offset - 1);
    first_.erase(first_.lower_bound(e.offset), first_.upper_bound(end));
    // Adjacent ranges of one owner are one entry.
    if (e.offset == 0 || before != owner) first_[e.offset] = owner;
    if (behind != owner) first_[end] = behind;
  }
  std::size_t ranges() const { return first_.size(); }

 private:
  std::map<std::uint64_t, rank_id> first_;  // by the start of each range
};

}  // namespace arcas::inline v0::cluster::detail
