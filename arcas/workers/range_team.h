// SPDX-License-Identifier: Apache-2.0
// Who has which range of a loop with fixed ranges, and who waits for whom at its end: plain data.
#pragma once

#include <arcas/workers/worker_tree.h>

#include <vector>

namespace arcas::detail {

// Ranks count the team in the order of its ranges: 0 is the leader, the others are the followers
// with a home, in the order of their places. At the end of a loop each rank answers for those up to
// end_of() and waits for at most eight of them, its children, who share the others evenly: a tree
// whose branches are neighbours, so that few of its edges cross the border of a cache or a package
// (docs/experiments/2026-11-22-join-simulated.md has the others that were tried).
class range_team {
 public:
  static constexpr unsigned no_rank = ~0u;

  // Of the team that a leader calls.
  explicit range_team(const team_shape& team);
  // All workers take part, and each answers for those up to end_of[rank].
  explicit range_team(std::vector<unsigned> end_of);

  unsigned size() const { return static_cast<unsigned>(worker_of_.size()); }
  // By worker - first worker of the team; no_rank: it takes no part.
  unsigned rank_of(unsigned index) const { return rank_of_[index]; }
  // The index of a rank's worker; of a leader's 0.
  unsigned index_of(unsigned rank) const { return worker_of_[rank]; }
  // Whose ranges a rank answers for, when it has waited: [rank, end_of(rank)).
  unsigned end_of(unsigned rank) const { return end_of_[rank]; }
  // Who waits for it; of the leader, the leader.
  unsigned parent_of(unsigned rank) const { return parent_of_[rank]; }
  // How many have to wait for each other, one after the other, before it can be heard of: 0 for who
  // waits for nobody.
  unsigned height_of(unsigned rank) const { return height_of_[rank]; }

 private:
  void find_edges();

  std::vector<unsigned> rank_of_;
  std::vector<unsigned> worker_of_;
  std::vector<unsigned> end_of_;
  std::vector<unsigned> parent_of_;
  std::vector<unsigned> height_of_;
};

// Who answers for whom among ranks [first, last), as range_team has it: `first` waits for at most
// so many, who share the others evenly, and each of them likewise.
void share_out(std::vector<unsigned>& end_of, unsigned first, unsigned last,
               unsigned most_children);

}  // namespace arcas::detail
