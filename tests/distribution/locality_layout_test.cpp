// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/layouts.h>

#include "teams.h"

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

std::vector<unsigned> places_of(const locality_layout& l, unsigned group) {
  const auto all = l.places();
  return {all.begin() + l.places_before(group), all.begin() + l.places_before(group + 1)};
}

locality_layout layout_on(const std::string& machine, const std::vector<unsigned>& threads,
                          place_kind kind = place_kind::numa_node, bool first_is_away = false) {
  const topology t = topology::synthetic(machine);
  return {t, member_places(t, threads), kind, first_is_away};
}

TEST(LocalityLayout, EachPlaceHasAQueueAndTheMembersThatSitThere) {
  const auto l = layout_on("pack:2 numa:2 core:2 pu:1", {0, 1, 2, 3, 4, 5, 6, 7});
  ASSERT_EQ(l.groups(), 4U);
  for (unsigned g = 0; g < 4; ++g) {
    EXPECT_EQ(l.stripes_of()[g], (member_range{2 * g, 2 * g + 2}));
    EXPECT_EQ(places_of(l, g), std::vector<unsigned>{g});
  }
  EXPECT_EQ(l.place_of(5), 2U);
}

TEST(LocalityLayout, APlaceWithoutMembersBelongsToTheNearest) {
  // Members at nodes 1 and 2 of eight, four in each package.
  const auto l = layout_on("pack:2 numa:4 core:1 pu:1", {1, 4});
  ASSERT_EQ(l.groups(), 2U);
  EXPECT_EQ(l.place_of(0), 1U);
  EXPECT_EQ(l.place_of(1), 4U);
  EXPECT_EQ(places_of(l, 0), (std::vector<unsigned>{0, 1, 2, 3})) << "its package";
  EXPECT_EQ(places_of(l, 1), (std::vector<unsigned>{4, 5, 6, 7}));
}

TEST(LocalityLayout, AMemberWithoutAThreadServesNobody) {
  const auto l = layout_on("numa:3 core:1 pu:1", {0, 1, 2, 2}, place_kind::numa_node, true);
  EXPECT_EQ(places_of(l, 0), std::vector<unsigned>{});
  EXPECT_EQ(places_of(l, 1), (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(places_of(l, 2), (std::vector<unsigned>{2}));
  const auto alone = layout_on("numa:3 core:1 pu:1", {0, 0}, place_kind::numa_node, true);
  EXPECT_EQ(places_of(alone, 0), (std::vector<unsigned>{0, 1, 2}));
}

TEST(LocalityLayout, ReachOfAGroupIsAllOfItAndNobodyElse) {
  for (const team_case& t : small_teams()) {
    for (const place_kind kind :
         {place_kind::package, place_kind::numa_node, place_kind::cache_group, place_kind::core}) {
      const topology machine = topology::synthetic(t.machine);
      const locality_layout l(machine, team_on(t.machine, t.members), kind, false);
      ASSERT_GE(l.reach_of_group(), 1U);
      for (unsigned s = 0; s < t.members; ++s) {
        const auto& ring = l.stripes().around(l.reach_of_group() - 1, s);
        const member_range own = l.stripes_of()[l.group_of()[s]];
        EXPECT_EQ((member_range{ring.first, ring.last}), own) << t.machine << " " << s;
      }
    }
  }
}

}  // namespace
}  // namespace arcas
