// SPDX-License-Identifier: Apache-2.0
// Which ranks send packets to each other, and by which of them does a message reach the others?
// Ranks lie on a line, a plane or in a box; those that differ in one coordinate only are linked, so
// that a rank has P - 1 links, some 2 √P, or some 3 ∛P, and a message needs as many hops at most as
// there are coordinates. README.md, «Order of links», argues that waiting for room on the way never
// goes round in a circle, whatever the number of ranks.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class rank_grid {
 public:
  static constexpr unsigned most_hops = 3;

  // With that many ranks in a row, where a message may need more hops than one; 0: as few links as
  // can be. Throws std::invalid_argument where hops is not 1 to 3.
  rank_grid(rank_id ranks, unsigned hops, rank_id row = 0);

  rank_id ranks() const { return ranks_; }
  unsigned hops() const { return hops_; }
  // Where a message that is at `from` goes next on its way to another rank: one linked with `from`.
  rank_id next(rank_id from, rank_id to) const;
  // All that a rank is linked with, in ascending order.
  std::vector<rank_id> links(rank_id of) const;
  // The greatest number of links that any rank has, found without a list of them.
  std::size_t most_links() const;

 private:
  rank_id coordinate(rank_id r, unsigned k) const { return r / stride_[k] % side_[k]; }
  // Ranks that differ from r in no coordinate from k on: whether each place has one.
  bool full_below(rank_id r, unsigned k) const;
  // r with another value of one coordinate.
  rank_id moved(rank_id r, unsigned k, rank_id to) const {
    return r - coordinate(r, k) * stride_[k] + to * stride_[k];
  }
  bool exists(std::uint64_t r) const { return r < ranks_; }

  rank_id ranks_;
  unsigned hops_;
  rank_id side_[most_hops];
  rank_id stride_[most_hops];
};

// The way of a message to all ranks, or of a question that all answer: a tree of ranks around a
// root, so that it takes log(ranks) steps and no rank handles more than a few messages.
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
  // Which child of its parent this rank is.
  rank_id place_among_siblings() const { return (place_ - 1) % arity; }

 private:
  rank_id rank_at(rank_id place) const { return (place + root_) % ranks_; }

  rank_id root_;
  rank_id ranks_;
  rank_id place_;
};

}  // namespace arcas::inline v0::cluster::detail
