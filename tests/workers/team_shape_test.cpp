// SPDX-License-Identifier: Apache-2.0
// The teams of worker_tree.h: figure 2 of the Callisto-RTS paper as data, and laws.
#include <arcas/workers/worker_tree.h>

#include "machines.h"

#include <gtest/gtest.h>

#include <set>

namespace arcas {

using namespace detail;
namespace {

std::set<worker_id> with_home(const team_shape& shape) {
  std::set<worker_id> members;
  for (std::size_t i = 0; i < shape.member_of.size(); ++i) {
    if (i == 0 || shape.member_of[i] != shape.member_of[i - 1])
      members.insert(shape.first + static_cast<worker_id>(i));
  }
  return members;
}

using workers = std::set<worker_id>;

class Figure2 : public testing::Test {
 protected:
  topology machine = figure_2();
  worker_tree tree{machine, 0, levels_named("thread,package")};
};

TEST_F(Figure2, ALoopOfLevel0IsForAllWorkers) {
  const team_shape shape = shape_of_team(machine, tree, 0, -1, 0);
  EXPECT_EQ(with_home(shape), (workers{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(shape.places.members(), 8U);
}

TEST_F(Figure2, ALoopOfLevel1IsForTheFirstOfEachPackage) {
  const team_shape shape = shape_of_team(machine, tree, 0, -1, 1);
  EXPECT_EQ(with_home(shape), (workers{0, 4}));
  EXPECT_EQ(shape.places.members(), 2U);
}

TEST_F(Figure2, InsideItEachLeadsItsOwnPackage) {
  EXPECT_EQ(with_home(shape_of_team(machine, tree, 0, 1, 0)), (workers{0, 1, 2, 3}));
  EXPECT_EQ(with_home(shape_of_team(machine, tree, 4, 1, 0)), (workers{4, 5, 6, 7}));
}

TEST_F(Figure2, AHelperFromElsewhereSharesAHome) {
  const team_shape shape = shape_of_team(machine, tree, 0, 1, 0);
  ASSERT_EQ(shape.member_of.size(), 8U);
  for (worker_id w = 4; w < 8; ++w) EXPECT_EQ(shape.member_of[w], 3U);
}

TEST_F(Figure2, AGuestIsOneMoreMember) {
  const team_shape shape = shape_of_guest_team(machine, tree, 0);
  EXPECT_TRUE(shape.guest);
  EXPECT_EQ(shape.places.members(), 9U);
  EXPECT_EQ(shape.places.place_of(place_kind::package, 8), 1U);
  EXPECT_EQ(shape_of_guest_team(machine, tree, 1).places.members(), 3U);
}

void expect_shape_laws(const worker_tree& tree, const team_shape& shape) {
  ASSERT_EQ(shape.member_of.size(), tree.end_of(shape.first) - shape.first);
  ASSERT_GT(shape.places.members(), 0U);
  EXPECT_EQ(shape.member_of.front(), 0U);
  for (std::size_t i = 1; i < shape.member_of.size(); ++i) {
    EXPECT_LE(shape.member_of[i] - shape.member_of[i - 1], 1U) << i;
  }
  EXPECT_EQ(shape.member_of.back(), shape.places.members() - 1);
  for (const worker_id w : with_home(shape)) EXPECT_GE(tree.level_of(w), shape.level);
}

// The teams of all nested loops of these levels together give each worker a home.
void expect_cover(const topology& machine, const worker_tree& tree, int enclosing) {
  workers covered;
  for (worker_id leader = 0; leader < tree.size(); ++leader) {
    if (tree.level_of(leader) < enclosing) continue;
    const team_shape shape = shape_of_team(machine, tree, leader, enclosing, 0);
    expect_shape_laws(tree, shape);
    for (const worker_id w : with_home(shape)) EXPECT_TRUE(covered.insert(w).second) << w;
  }
  EXPECT_EQ(covered.size(), tree.size());
}

TEST(TeamShape, LawsHoldOnSyntheticMachines) {
  for (const std::string& description : synthetic_machines()) {
    const topology machine = topology::synthetic(description);
    for (unsigned size : {0U, 3U, 64U}) {
      SCOPED_TRACE(description + " " + std::to_string(size));
      const worker_tree tree(machine, size, levels_named("thread,core,package"));
      for (int level = 0; level <= 2; ++level) {
        expect_shape_laws(tree, shape_of_team(machine, tree, 0, -1, level));
      }
      expect_cover(machine, tree, 1);
      expect_cover(machine, tree, 2);
    }
  }
}

TEST(TeamShape, OfTheLargestMachineHasOneMemberPerPlaceOfItsLevel) {
  const topology machine = topology::synthetic("pack:8 core:16 pu:8");
  const worker_tree tree(machine, 0, levels_named("thread,core,package"));
  EXPECT_EQ(shape_of_team(machine, tree, 0, -1, 0).places.members(), 1024U);
  EXPECT_EQ(shape_of_team(machine, tree, 0, -1, 1).places.members(), 128U);
  EXPECT_EQ(shape_of_team(machine, tree, 0, -1, 2).places.members(), 8U);
  EXPECT_EQ(shape_of_team(machine, tree, 0, 2, 1).places.members(), 16U);
  EXPECT_EQ(shape_of_team(machine, tree, 128, 2, 0).places.members(), 128U);
}

}  // namespace
}  // namespace arcas
