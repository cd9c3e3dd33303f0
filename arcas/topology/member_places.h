// SPDX-License-Identifier: Apache-2.0
// Where are the members of a team, and which of them share a place? This is all that distributors
// know about a machine: consecutive numbers of members, and the places that they share.
#pragma once

#include <arcas/topology/topology.h>

#include <array>
#include <span>
#include <vector>

namespace arcas::inline v0 {

using member_id = unsigned;

// Members [first, last) of a team.
struct member_range {
  member_id first = 0;
  member_id last = 0;
  friend constexpr bool operator==(member_range, member_range) = default;
};

class member_places {
 public:
  // threads[m] is the hardware thread of member m. Threads are in ascending order; several members
  // may share a thread.
  member_places(const topology& machine, std::span<const unsigned> threads)
      : members_(static_cast<unsigned>(threads.size())) {
    for (std::size_t kind = 0; kind < place_kinds; ++kind) {
      place_of_[kind].resize(threads.size());
      for (member_id m = 0; m < members_; ++m) {
        const auto of = [&](member_id x) {
          return machine.place_of(static_cast<place_kind>(kind), threads[x]);
        };
        if (m == 0 || of(m) != of(m - 1)) {
          ranges_[kind].push_back({m, m});
          origins_[kind].push_back(of(m));
        }
        ranges_[kind].back().last = m + 1;
        place_of_[kind][m] = static_cast<unsigned>(ranges_[kind].size()) - 1;
      }
    }
  }

  unsigned members() const { return members_; }
  // The places of this kind that have a member, in order; together they cover all members.
  std::span<const member_range> places(place_kind kind) const {
    return ranges_[static_cast<std::size_t>(kind)];
  }
  unsigned place_of(place_kind kind, member_id m) const {
    return place_of_[static_cast<std::size_t>(kind)][m];
  }
  // The index of the place among the machine's places of this kind.
  unsigned origin(place_kind kind, unsigned place) const {
    return origins_[static_cast<std::size_t>(kind)][place];
  }

 private:
  unsigned members_;
  std::array<std::vector<member_range>, place_kinds> ranges_;
  std::array<std::vector<unsigned>, place_kinds> place_of_;
  std::array<std::vector<unsigned>, place_kinds> origins_;
};

}  // namespace arcas::inline v0
