// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/member_places.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace arcas {
namespace {

std::vector<member_range> ranges(const member_places& team, place_kind kind) {
  const auto places = team.places(kind);
  return {places.begin(), places.end()};
}

TEST(member_places, of_all_threads_are_the_places_of_the_machine) {
  const topology machine = topology::synthetic("pack:2 core:4 pu:2");
  std::vector<unsigned> threads(machine.thread_count());
  std::iota(threads.begin(), threads.end(), 0U);
  const member_places team(machine, threads);
  ASSERT_EQ(team.members(), machine.thread_count());
  for (std::size_t k = 0; k < place_kinds; ++k) {
    const auto kind = static_cast<place_kind>(k);
    EXPECT_EQ(team.places(kind).size(), machine.places(kind).size());
    for (member_id m = 0; m < team.members(); ++m) {
      EXPECT_EQ(team.place_of(kind, m), machine.place_of(kind, m));
    }
  }
}

TEST(member_places, skip_places_without_a_member_and_number_the_rest_densely) {
  const topology machine = topology::synthetic("pack:3 core:2 pu:2");
  const std::vector<unsigned> threads = {1, 8, 9, 11};  // none in package 1
  const member_places team(machine, threads);
  EXPECT_EQ(ranges(team, place_kind::machine), (std::vector<member_range>{{0, 4}}));
  EXPECT_EQ(ranges(team, place_kind::package), (std::vector<member_range>{{0, 1}, {1, 4}}));
  EXPECT_EQ(ranges(team, place_kind::core), (std::vector<member_range>{{0, 1}, {1, 3}, {3, 4}}));
  EXPECT_EQ(team.place_of(place_kind::package, 3), 1U);
  EXPECT_EQ(team.place_of(place_kind::core, 3), 2U);
}

TEST(member_places, members_of_one_thread_share_every_place) {
  const topology machine = topology::synthetic("pack:1 core:2 pu:1");
  const std::vector<unsigned> threads = {0, 0, 1, 1, 1};
  const member_places team(machine, threads);
  EXPECT_EQ(ranges(team, place_kind::thread), (std::vector<member_range>{{0, 2}, {2, 5}}));
}

}  // namespace
}  // namespace arcas
