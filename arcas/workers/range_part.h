// SPDX-License-Identifier: Apache-2.0
// One thread's part in one loop with fixed ranges: which range is its own, and the end of the loop
// as it sees it.
#pragma once

#include <arcas/workers/half_barrier.h>
#include <arcas/workers/range_team.h>

#include <algorithm>
#include <cstdint>

namespace arcas {

class leadership;

class range_part {
 public:
  // A follower's, of that rank; a leader's, of rank 0.
  range_part(epoch e, const range_team& team, unsigned rank, arrival<>* lines, leadership* lead)
      : epoch_(e), team_(team), rank_(rank), lines_(lines), lead_(lead) {}

  unsigned rank() const { return rank_; }
  bool leads() const { return lead_ != nullptr; }
  // The loop is cut into so many ranges: no more than it has iterations.
  unsigned ranges(std::uint64_t n) const {
    return static_cast<unsigned>(std::min<std::uint64_t>(n, team_.size()));
  }
  arrival<>& line(unsigned rank) const { return lines_[team_.index_of(rank)]; }

  // When its own range is finished: the next of those among `ranges` that it waits for, and of
  // those below them that they have left to it, in ascending order; it has been waited for. False:
  // that was all. A follower that has waited for long visits nobody and leaves all to the leader.
  bool next(unsigned ranges, child_range& visited);
  // How a follower's own line is to say that it is finished.
  standing outcome() const { return gathered_ ? standing::all_done : standing::own_done; }

 private:
  // Looks at a child before a follower gives up, about 5,000 cycles.
  static constexpr unsigned looks_for_a_child = 200;

  bool all_children_came(unsigned end) const noexcept;
  standing await(unsigned child) const noexcept;
  standing await_as_leader(unsigned child) const;

  epoch epoch_;
  const range_team& team_;
  unsigned rank_;
  arrival<>* lines_;
  leadership* lead_;
  bool gathered_ = false;
  unsigned child_ = 0;  // to be visited next; 0: gathering has not begun
  unsigned after_ = 0;  // the end of what the child at hand answers for
};

}  // namespace arcas
