// SPDX-License-Identifier: Apache-2.0
// The tables of stripes.h.
#include <arcas/distribution/stripes.h>

#include "teams.h"

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

constexpr auto kinds = {place_kind::machine,     place_kind::package,  place_kind::numa_node,
                        place_kind::cache_group, place_kind::l2_group, place_kind::core,
                        place_kind::thread};

TEST(StripeLayout, OfTheMachineIsOneSharedCounter) {
  const stripe_layout layout(team_on("pack:2 core:4 pu:1", 8), place_kind::machine);
  EXPECT_EQ(layout.stripes(), 1U);
  EXPECT_EQ(layout.sharers(0), 8U);
  EXPECT_EQ(layout.depths(), 0U);
}

TEST(StripeLayout, OfThreadsGivesEachMemberItsOwn) {
  const stripe_layout layout(team_on("core:2 pu:1", 7), place_kind::thread);
  EXPECT_EQ(layout.stripes(), 7U);
  for (member_id m = 0; m < 7; ++m) EXPECT_EQ(layout.home_of(m), m);
}

TEST(StripeLayout, RingsGoFromTheCoreToTheMachine) {
  const stripe_layout layout(team_on("pack:2 core:2 pu:2", 8), place_kind::thread);
  ASSERT_EQ(layout.depths(), 3U);
  const auto ring = [&](unsigned depth, unsigned stripe) {
    return member_range{layout.around(depth, stripe).first, layout.around(depth, stripe).last};
  };
  EXPECT_EQ(ring(0, 5), (member_range{4, 6}));
  EXPECT_EQ(ring(1, 5), (member_range{4, 8}));
  EXPECT_EQ(ring(2, 5), (member_range{0, 8}));
}

TEST(StripeLayout, APairOfCoresWithOneL2IsARing) {
  const stripe_layout layout(team_on("pack:1 l3:2 l2:2 core:2 pu:1", 8), place_kind::core);
  ASSERT_EQ(layout.depths(), 3U);
  EXPECT_EQ(layout.around(0, 3).first, 2U);
  EXPECT_EQ(layout.around(0, 3).last, 4U);
  EXPECT_EQ(layout.around(1, 3).last, 4U);
  EXPECT_EQ(layout.around(2, 3).last, 8U);
}

TEST(StripeLayout, AnL2OfOneCoreIsNotARing) {
  const stripe_layout layout(team_on("pack:1 l3:2 l2:2 core:1 pu:2", 8), place_kind::core);
  ASSERT_EQ(layout.depths(), 2U);
  EXPECT_EQ(layout.around(0, 3).first, 2U);
}

void expect_stripe_laws(const member_places& team, const stripe_layout& layout) {
  unsigned sharers = 0;
  for (unsigned s = 0; s < layout.stripes(); ++s) {
    EXPECT_GT(layout.sharers(s), 0U);
    sharers += layout.sharers(s);
  }
  EXPECT_EQ(sharers, team.members());
  for (member_id m = 0; m < team.members(); ++m) {
    ASSERT_LT(layout.home_of(m), layout.stripes());
    EXPECT_LE(layout.home_of(m) - layout.home_of(m == 0 ? 0 : m - 1), 1U);
  }
}

// Each ring contains its stripe, lies in the next wider ring, and has a unique number.
void expect_ring_laws(const stripe_layout& layout) {
  std::vector<int> owner(layout.ring_count(), -1);
  for (unsigned d = 0; d < layout.depths(); ++d) {
    for (unsigned s = 0; s < layout.stripes(); ++s) {
      const stripe_layout::ring& ring = layout.around(d, s);
      ASSERT_TRUE(ring.first <= s && s < ring.last);
      ASSERT_LT(ring.index, layout.ring_count());
      const int name = static_cast<int>(d * layout.stripes() + ring.first);
      if (owner[ring.index] < 0) owner[ring.index] = name;
      EXPECT_EQ(owner[ring.index], name);
      if (d == 0) continue;
      const stripe_layout::ring& inner = layout.around(d - 1, s);
      EXPECT_TRUE(ring.first <= inner.first && inner.last <= ring.last);
    }
  }
  if (layout.depths() == 0) return;
  const stripe_layout::ring& whole = layout.around(layout.depths() - 1, 0);
  EXPECT_TRUE(whole.first == 0 && whole.last == layout.stripes());
}

TEST(StripeLayout, LawsHoldOnSyntheticMachines) {
  std::vector<team_case> teams = small_teams();
  teams.push_back({"pack:8 core:16 pu:8", 1024});
  teams.push_back({"pack:8 core:16 pu:8", 333});
  for (const team_case& t : teams) {
    const member_places team = team_on(t.machine, t.members);
    for (const place_kind kind : kinds) {
      SCOPED_TRACE(t.machine + " " + std::to_string(t.members) + " " + std::string(name_of(kind)));
      const stripe_layout layout(team, kind);
      expect_stripe_laws(team, layout);
      expect_ring_laws(layout);
    }
  }
}

}  // namespace
}  // namespace arcas
