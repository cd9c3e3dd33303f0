// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/locality_layout.h>

#include <algorithm>
#include <tuple>

namespace arcas::detail {
namespace {

// How far apart two places of a kind are: first by the narrowest place that holds both, then by
// their numbers, in which neighbours are near.
class distances {
 public:
  distances(const topology& machine, place_kind kind) : machine_(machine), kind_(kind) {}

  std::tuple<std::size_t, unsigned> between(unsigned a, unsigned b) const {
    const unsigned in_a = machine_.places(kind_)[a].first_thread;
    const unsigned in_b = machine_.places(kind_)[b].first_thread;
    auto wider = static_cast<std::size_t>(kind_);
    while (wider > 0 && machine_.place_of(static_cast<place_kind>(wider), in_a) !=
                            machine_.place_of(static_cast<place_kind>(wider), in_b))
      --wider;
    return {place_kinds - wider, a < b ? b - a : a - b};
  }

 private:
  const topology& machine_;
  place_kind kind_;
};

}  // namespace

std::vector<unsigned> nearest_first(const topology& machine, place_kind kind, unsigned from) {
  std::vector<unsigned> others;
  for (unsigned place = 0; place < machine.places(kind).size(); ++place) {
    if (place != from) others.push_back(place);
  }
  const distances far(machine, kind);
  std::stable_sort(others.begin(), others.end(), [&](unsigned a, unsigned b) {
    return far.between(from, a) < far.between(from, b);
  });
  return others;
}

locality_layout::locality_layout(const topology& machine, const member_places& members,
                                 place_kind kind, bool first_is_away)
    : stripes_(members, place_kind::thread) {
  const auto groups = members.places(kind);
  stripes_of_.assign(groups.begin(), groups.end());
  for (member_id m = 0; m < members.members(); ++m) {
    group_of_.push_back(members.place_of(kind, m));
    places_of_members_.push_back(members.origin(kind, group_of_.back()));
  }
  find_reach();
  const auto attended = [&](unsigned g) {
    return !first_is_away || groups.size() == 1 || groups[g].last != 1;
  };
  const distances far(machine, kind);
  std::vector<std::vector<unsigned>> of_group(groups.size());
  for (unsigned place = 0; place < machine.places(kind).size(); ++place) {
    unsigned nearest = attended(0) ? 0 : 1;
    for (unsigned g = 0; g < groups.size(); ++g) {
      if (attended(g) && far.between(place, members.origin(kind, g)) <
                             far.between(place, members.origin(kind, nearest)))
        nearest = g;
    }
    of_group[nearest].push_back(place);
  }
  for (const auto& some : of_group) {
    places_before_.push_back(static_cast<unsigned>(places_.size()));
    places_.insert(places_.end(), some.begin(), some.end());
  }
  places_before_.push_back(static_cast<unsigned>(places_.size()));
}

// Rings grow outwards, the same for all members.
void locality_layout::find_reach() {
  for (; reach_ < stripes_.depths(); ++reach_) {
    for (unsigned s = 0; s < stripes_.stripes(); ++s) {
      const stripe_layout::ring& ring = stripes_.around(reach_, s);
      const member_range own = stripes_of_[group_of_[s]];
      if (ring.first < own.first || ring.last > own.last) return;
    }
  }
}

}  // namespace arcas::detail
