// SPDX-License-Identifier: Apache-2.0
// Whose queue is whose? The places that data is at home at, the members of a team that sit there,
// and who stands in where nobody does: a plain table, shared by all loops of a team.
#pragma once

#include <arcas/distribution/stripes.h>
#include <arcas/topology/member_places.h>

#include <span>
#include <vector>

namespace arcas::detail {

// All other places of that kind, the nearest first: those that share the narrowest place with
// `from`, and of these the nearest in number.
std::vector<unsigned> nearest_first(const topology& machine, place_kind kind, unsigned from);

class locality_layout {
 public:
  // kind: of the places that data is at home at. first_is_away: no thread comes for member 0.
  locality_layout(const topology& machine, const member_places& members, place_kind kind,
                  bool first_is_away);

  // A stripe for each member.
  const stripe_layout& stripes() const { return stripes_; }
  // Groups of members with a queue in common: those of one place.
  unsigned groups() const { return static_cast<unsigned>(stripes_of_.size()); }
  std::span<const member_range> stripes_of() const { return stripes_of_; }
  std::span<const unsigned> group_of() const { return group_of_; }
  // Rings around a member in which there is nobody but its own group.
  unsigned reach_of_group() const { return reach_; }
  // The machine's number of the place where a member sits.
  unsigned place_of(member_id m) const { return places_of_members_[m]; }
  // All places of the machine, group after group: those that the group's members sit at, and those
  // nearer to it than to any other group where nobody of the team does.
  std::span<const unsigned> places() const { return places_; }
  // How many of them belong to groups before g; and all of them.
  unsigned places_before(unsigned g) const { return places_before_[g]; }

 private:
  void find_reach();

  stripe_layout stripes_;
  std::vector<member_range> stripes_of_;
  std::vector<unsigned> group_of_;
  std::vector<unsigned> places_of_members_;
  std::vector<unsigned> places_;
  std::vector<unsigned> places_before_;
  unsigned reach_ = 0;
};

}  // namespace arcas::detail
