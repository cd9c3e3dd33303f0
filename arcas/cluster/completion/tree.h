// SPDX-License-Identifier: Apache-2.0
// Who tells whom, where all ranks must hear of something or be asked? A tree of ranks around a
// root, so that it takes log(ranks) steps and no rank handles more than a few messages.
#pragma once

#include <arcas/cluster/transport/packet.h>

namespace arcas::cluster {

class rank_tree {
 public:
  // Children of a rank; more make the tree lower and each rank's part longer.
  static constexpr rank_id arity = 4;

  rank_tree(rank_id root, rank_id self, rank_id ranks)
      : root_(root), ranks_(ranks), place_((self + ranks - root) % ranks) {}

  bool is_root() const { return place_ == 0; }
  rank_id parent() const { return rank_at((place_ - 1) / arity); }
  rank_id children() const {
    const std::uint64_t first = std::uint64_t{place_} * arity + 1;
    if (first >= ranks_) return 0;
    return static_cast<rank_id>(ranks_ - first < arity ? ranks_ - first : arity);
  }
  rank_id child(rank_id i) const { return rank_at(place_ * arity + 1 + i); }

 private:
  rank_id rank_at(rank_id place) const { return (place + root_) % ranks_; }

  rank_id root_;
  rank_id ranks_;
  rank_id place_;
};

}  // namespace arcas::cluster
