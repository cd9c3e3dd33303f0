// SPDX-License-Identifier: Apache-2.0
// One thread's part in one loop with fixed ranges: which range is its own, and the end of the loop
// as it sees it.
#pragma once

#include <arcas/workers/gathering.h>

#include <cstdint>

namespace arcas::detail {

class leadership;

class range_part {
 public:
  // A follower's, of that rank; a leader's, of rank 0.
  range_part(epoch e, const range_team& team, unsigned rank, arrival<>* lines, leadership* lead)
      : end_(e, team, rank, lines), lead_(lead) {}
  // A leader's whose loop nobody else sees: all of it is one range.
  range_part(const range_team& team, arrival<>* lines, leadership* lead)
      : end_(epoch{}, team, 0, lines, 1), lead_(lead) {}

  unsigned rank() const { return end_.rank(); }
  bool leads() const { return lead_ != nullptr; }
  unsigned ranges(std::uint64_t n) const { return end_.ranges(n); }
  arrival<>& line(unsigned rank) const { return end_.line(rank); }

  // As gathering's.
  bool next(unsigned ranges, child_range& visited);
  standing outcome() const { return end_.outcome(); }

 private:
  gathering<> end_;
  leadership* lead_;
};

}  // namespace arcas::detail
