// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/range_team.h>

#include <gtest/gtest.h>

#include "machines.h"

namespace arcas {
namespace {

struct a_team {
  a_team(const char* machine_text, unsigned workers, worker_id leader, int enclosing, int level)
      : machine(topology::synthetic(machine_text)),
        tree(machine, workers, default_levels()),
        team(machine, tree, shape_of_team(machine, tree, leader, enclosing, level)) {}
  topology machine;
  worker_tree tree;
  range_team team;
};

TEST(RangeTeam, OfOneGroupIsWaitedForByTheLeader) {
  const a_team t("pack:1 core:4 pu:1", 4, 0, -1, 0);
  ASSERT_EQ(t.team.size(), 4U);
  EXPECT_EQ(t.team.end_of(0), 4U);
  for (unsigned rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(t.team.rank_of(rank), rank);
    EXPECT_EQ(t.team.index_of(rank), rank);
    EXPECT_EQ(t.team.end_of(rank), rank == 0 ? 4 : rank + 1);
  }
}

TEST(RangeTeam, TheFirstOfEachOtherGroupAnswersForIt) {
  const a_team t("pack:2 l3:2 core:4 pu:2", 32, 0, -1, 0);
  ASSERT_EQ(t.team.size(), 32U);
  EXPECT_EQ(t.team.end_of(0), 32U);
  for (unsigned rank = 1; rank < 32; ++rank) {
    const bool first_of_group = rank % 8 == 0;
    EXPECT_EQ(t.team.end_of(rank), rank + (first_of_group ? 8 : 1));
  }
}

TEST(RangeTeam, AtAnOuterLevelHasOneRankForEachPlace) {
  const a_team t("pack:2 core:2 pu:2", 8, 0, -1, 1);
  ASSERT_EQ(t.team.size(), 4U);
  for (unsigned worker = 0; worker < 8; ++worker) {
    EXPECT_EQ(t.team.rank_of(worker), worker % 2 == 0 ? worker / 2 : range_team::no_rank);
  }
}

TEST(RangeTeam, OfAGuestLeavesOutWhoLeadsFromTheRoot) {
  const topology machine = topology::synthetic("pack:1 core:3 pu:1");
  const worker_tree tree(machine, 3, default_levels());
  const range_team team(machine, tree, shape_of_guest_team(machine, tree, 0));
  ASSERT_EQ(team.size(), 3U);
  EXPECT_EQ(team.rank_of(0), range_team::no_rank);
  EXPECT_EQ(team.rank_of(1), 1U);
  EXPECT_EQ(team.rank_of(2), 2U);
}

}  // namespace
}  // namespace arcas
