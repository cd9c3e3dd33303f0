// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/gathering.h>

#include <gtest/gtest.h>

#include "machines.h"

#include <numeric>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

struct a_team {
  a_team(const char* machine_text, unsigned workers, worker_id leader, int enclosing, int level)
      : machine(topology::synthetic(machine_text)),
        tree(machine, workers, default_levels()),
        team(shape_of_team(machine, tree, leader, enclosing, level)) {}
  topology machine;
  worker_tree tree;
  range_team team;
};

TEST(RangeTeam, OfNineIsWaitedForByTheLeader) {
  const a_team t("pack:1 core:9 pu:1", 9, 0, -1, 0);
  ASSERT_EQ(t.team.size(), 9U);
  EXPECT_EQ(t.team.end_of(0), 9U);
  for (unsigned rank = 0; rank < 9; ++rank) {
    EXPECT_EQ(t.team.rank_of(rank), rank);
    EXPECT_EQ(t.team.index_of(rank), rank);
    EXPECT_EQ(t.team.end_of(rank), rank == 0 ? 9 : rank + 1);
    EXPECT_EQ(t.team.parent_of(rank), 0U);
  }
}

TEST(RangeTeam, EightAnswerForTheOthers) {
  const a_team t("pack:2 l3:2 core:4 pu:2", 32, 0, -1, 0);
  ASSERT_EQ(t.team.size(), 32U);
  EXPECT_EQ(t.team.end_of(0), 32U);
  unsigned children = 0;
  for (unsigned rank = 1; rank < 32; rank = t.team.end_of(rank)) {
    EXPECT_EQ(t.team.parent_of(rank), 0U);
    EXPECT_NEAR(t.team.end_of(rank) - rank, 31 / 8., 1);
    ++children;
  }
  EXPECT_EQ(children, 8U);
}

// Each rank waits for at most eight ranks and has at most five ancestors. The ranks below a rank
// are below its parent too.
TEST(RangeTeam, IsATreeOfFew) {
  const unsigned some_thread[] = {0};
  const member_places places(topology::synthetic("pack:1 core:1 pu:1"), some_thread);
  for (const unsigned size : {1U, 2U, 6U, 7U, 22U, 64U, 1000U, 8192U}) {
    std::vector<member_id> members(size);
    std::iota(members.begin(), members.end(), 0U);
    const range_team team(team_shape{0, 0, members, places, false});
    ASSERT_EQ(team.size(), size);
    std::vector<unsigned> children(size);
    std::vector<unsigned> depth(size);
    for (unsigned rank = 1; rank < size; ++rank) {
      const unsigned parent = team.parent_of(rank);
      ASSERT_LT(parent, rank);
      ASSERT_LE(team.end_of(rank), team.end_of(parent));
      ASSERT_LE(++children[parent], 8U);
      depth[rank] = depth[parent] + 1;
      ASSERT_LE(depth[rank], 5U);
      ASSERT_LE(team.height_of(rank), team.height_of(parent) - 1);
    }
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
  const range_team team(shape_of_guest_team(machine, tree, 0));
  ASSERT_EQ(team.size(), 3U);
  EXPECT_EQ(team.rank_of(0), range_team::no_rank);
  EXPECT_EQ(team.rank_of(1), 1U);
  EXPECT_EQ(team.rank_of(2), 2U);
}

}  // namespace
}  // namespace arcas
