// SPDX-License-Identifier: Apache-2.0
// Who has which range of a loop with fixed ranges, and who waits for whom at its end: plain data.
#pragma once

#include <arcas/topology/topology.h>
#include <arcas/workers/worker_tree.h>

#include <span>
#include <vector>

namespace arcas {

// Ranks count the team in the order of its ranges: 0 is the leader, the others are the followers
// with a home, in the order of their places. The first rank of each cache group but the leader's
// waits for the others of its group; the leader waits for those and for its own group.
class range_team {
 public:
  static constexpr unsigned no_rank = ~0u;

  // Of the team that a leader calls, in a tree of workers.
  range_team(const topology& machine, const worker_tree& tree, const team_shape& team);

  unsigned size() const { return static_cast<unsigned>(worker_of_.size()); }
  // By worker - first worker of the team; no_rank: it takes no part.
  unsigned rank_of(unsigned index) const { return rank_of_[index]; }
  // The index of a rank's worker; of a leader's 0.
  unsigned index_of(unsigned rank) const { return worker_of_[rank]; }
  // Whose ranges a rank answers for, when it has waited: [rank, end_of(rank)).
  unsigned end_of(unsigned rank) const { return end_of_[rank]; }

 private:
  std::vector<unsigned> rank_of_;
  std::vector<unsigned> worker_of_;
  std::vector<unsigned> end_of_;
};

}  // namespace arcas
