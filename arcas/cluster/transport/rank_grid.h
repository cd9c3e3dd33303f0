// SPDX-License-Identifier: Apache-2.0
// Which ranks send packets to each other, and on which route does a message reach the others? Ranks
// lie on a line, in a plane or in a box. Ranks that differ in one coordinate only are linked, so a
// rank has P - 1, about 2 √P or about 3 ∛P links, and a message needs at most one hop for each
// coordinate. README.md, «Order of links», argues that packets that wait for room on their way
// never form a cycle, for any number of ranks.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class rank_grid {
 public:
  static constexpr unsigned most_hops = 3;

  // `row` is the number of ranks in a row, for grids of more than one hop; 0 gives the smallest
  // number of links. Throws std::invalid_argument if `hops` is not 1 to 3.
  rank_grid(rank_id ranks, unsigned hops, rank_id row = 0);

  rank_id ranks() const { return ranks_; }
  unsigned hops() const { return hops_; }
  // The next rank on the route of a message that is at `from`; it is linked with `from`.
  rank_id next(rank_id from, rank_id to) const;
  // The ranks that are linked with `of`, in ascending order.
  std::vector<rank_id> links(rank_id of) const;
  // Maximum number of links of any rank, computed without a list of links.
  std::size_t most_links() const;

 private:
  rank_id coordinate(rank_id r, unsigned k) const { return r / stride_[k] % side_[k]; }
  // Whether every place exists among those that differ from r only in coordinates below k.
  bool full_below(rank_id r, unsigned k) const;
  // The rank r with another value of coordinate k.
  rank_id moved(rank_id r, unsigned k, rank_id to) const {
    return r - coordinate(r, k) * stride_[k] + to * stride_[k];
  }
  bool exists(std::uint64_t r) const { return r < ranks_; }

  rank_id ranks_;
  unsigned hops_;
  rank_id side_[most_hops];
  rank_id stride_[most_hops];
};

// The route of a message to all ranks, or of a question that all ranks answer: a tree of ranks
// around a root. It takes log(ranks) steps, and no rank handles more than a few messages.
class rank_tree {
 public:
  // Number of children of a rank. More children make the tree lower and the work of each rank
  // longer.
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
  // The index of this rank among the children of its parent.
  rank_id place_among_siblings() const { return (place_ - 1) % arity; }

 private:
  rank_id rank_at(rank_id place) const { return (place + root_) % ranks_; }

  rank_id root_;
  rank_id ranks_;
  rank_id place_;
};

}  // namespace arcas::inline v0::cluster::detail
