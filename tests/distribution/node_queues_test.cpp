// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/node_queues.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace arcas {

using namespace detail;
namespace {

struct team_with_queues {
  team_with_queues(const std::string& machine, unsigned count,
                   place_kind kind = place_kind::numa_node)
      : members(count),
        layout(topology::synthetic(machine), team_on(machine, count), kind, false),
        places(static_cast<unsigned>(topology::synthetic(machine).places(kind).size())),
        words(layout) {}

  std::vector<node_queue_cursor<>> open(const home_map& map, std::uint64_t first, std::uint64_t n,
                                        bool strict) {
    const std::uint64_t tag = words.open(map, first, n);
    std::vector<node_queue_cursor<>> all;
    for (member_id m = 0; m < members; ++m) all.emplace_back(layout, words, tag, m, strict);
    return all;
  }

  unsigned members;
  locality_layout layout;
  unsigned places;
  node_queue_words<> words;
};

using home = std::function<unsigned(std::uint64_t)>;

// Four assignments of iterations to places: blocked, cyclic, all at the last place, and random.
std::vector<home> homes_on(unsigned places, std::uint64_t n) {
  return {[=](std::uint64_t i) { return static_cast<unsigned>(i * places / n); },
          [=](std::uint64_t i) { return static_cast<unsigned>(i % places); },
          [=](std::uint64_t) { return places - 1; },
          [=](std::uint64_t i) { return static_cast<unsigned>(i * 2654435761U >> 7) % places; }};
}

const std::vector<team_case>& machines() {
  static const std::vector<team_case> all = {
      {"numa:2 core:2 pu:1", 4},         {"pack:2 numa:2 core:2 pu:2", 16},
      {"pack:4 numa:2 core:4 pu:1", 32}, {"pack:4 numa:2 core:4 pu:1", 5},
      {"pack:2 numa:2 core:2 pu:1", 1},  {"numa:2 core:3 pu:1", 3}};
  return all;
}

void expect_exactly_once(team_with_queues& team, const home_map& map, std::uint64_t first,
                         std::uint64_t n, bool strict, std::uint64_t grain) {
  auto cursors = team.open(map, first, n, strict);
  cover claimed;
  claim_in_turns(team.members, claimed,
                 [&](member_id m) { return claim_anywhere(cursors[m], grain, grain); });
  claimed.expect_exactly(n);
}

TEST(NodeQueues, EachIterationIsClaimedOnceForHomesAndTeamsOfAllShapes) {
  for (const team_case& t : machines()) {
    team_with_queues team(t.machine, t.members);
    const std::uint64_t size = 997;
    for (const home& where : homes_on(team.places, size)) {
      const home_map map(0, size, where, 1);
      for (const bool strict : {false, true}) {
        for (const std::uint64_t grain : {1, 7, 5000}) {
          for (const auto& [first, n] : {std::pair{0, 997}, {0, 1}, {996, 1}, {13, 500}, {5, 0}}) {
            SCOPED_TRACE(t.machine + " " + std::to_string(t.members) + " from " +
                         std::to_string(first) + ", " + std::to_string(n));
            expect_exactly_once(team, map, static_cast<std::uint64_t>(first),
                                static_cast<std::uint64_t>(n), strict, grain);
          }
        }
      }
    }
  }
}

TEST(NodeQueues, ChunksAreNeighboursOfOneHomeAndLocalIsWhereTheMemberSits) {
  team_with_queues team("pack:2 numa:2 core:2 pu:1", 8);
  for (const home& where : homes_on(4, 400)) {
    const home_map map(0, 400, where, 1);
    auto cursors = team.open(map, 100, 300, false);
    cover claimed;
    claim_in_turns(8, claimed, [&](member_id m) {
      const chunk c = claim_anywhere(cursors[m], 16, 16);
      for (std::uint64_t i = c.first; i < c.last; ++i) {
        EXPECT_EQ(where(100 + i), where(100 + c.first));
        EXPECT_EQ(cursors[m].local(), where(100 + i) == m / 2);
      }
      return c;
    });
    claimed.expect_exactly(300);
  }
}

TEST(NodeQueues, AMemberTakesFromItsOwnPlaceFirstThenFromTheNearest) {
  team_with_queues team("pack:2 numa:2 core:2 pu:1", 8);
  const home_map map(0, 80, [](std::uint64_t i) { return i % 4; }, 1);
  auto cursors = team.open(map, 0, 80, false);
  std::vector<unsigned> order;
  for (chunk c; !(c = claim_anywhere(cursors[5], 1, 1)).empty();) {
    const auto node = static_cast<unsigned>(c.first % 4);
    if (order.empty() || order.back() != node) order.push_back(node);
  }
  EXPECT_EQ(order, (std::vector<unsigned>{2, 3, 0, 1}));
}

TEST(NodeQueues, AStrictMemberTakesOnlyFromItsOwnQueue) {
  for (const team_case& t : machines()) {
    team_with_queues team(t.machine, t.members);
    const home_map map(0, 500, homes_on(team.places, 500)[3], 1);
    auto cursors = team.open(map, 0, 500, true);
    cover claimed;
    claim_in_turns(t.members, claimed, [&](member_id m) {
      const chunk c = claim_anywhere(cursors[m], 3, 3);
      if (!c.empty() && team.layout.groups() == team.places) {
        EXPECT_TRUE(cursors[m].local());
      }
      return c;
    });
    claimed.expect_exactly(500);
  }
}

TEST(NodeQueues, ThreadsClaimEachIterationOnce) {
  team_with_queues team("pack:2 numa:2 core:1 pu:1", 4);
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t n = 1 + static_cast<std::uint64_t>(round) * 37;
    const home_map map(0, n, homes_on(4, n)[static_cast<std::size_t>(round) % 4], 1);
    auto cursors = team.open(map, 0, n, round % 2 == 0);
    cover claimed;
    claim_at_once(4, claimed, [&](member_id m) { return claim_anywhere(cursors[m], 2, 1); });
    claimed.expect_exactly(n);
  }
}

TEST(NodeQueues, AMemberThatGivesUpTakesAllIterations) {
  for (const bool strict : {false, true}) {
    team_with_queues team("numa:4 core:1 pu:1", 4);
    const home_map map(0, 100, [](std::uint64_t i) { return i / 2 % 4; }, 1);
    auto cursors = team.open(map, 0, 100, strict);
    const std::uint64_t began =
        claim_anywhere(cursors[1], 5, 5).size() + claim_anywhere(cursors[2], 5, 5).size();
    const std::uint64_t held = cursors[2].abandon();
    const std::uint64_t rest = cursors[1].abandon();
    EXPECT_EQ(began + held + rest, 100U);
    for (const member_id m : {0, 3}) EXPECT_TRUE(claim_anywhere(cursors[m], 1, 1).empty());
  }
}

TEST(NodeQueues, AMissingPlaceIsNoticedUntilSomebodyComesThere) {
  team_with_queues team("numa:2 core:2 pu:1", 4);
  const home_map map(0, 10, [](std::uint64_t i) { return i % 2; }, 1);
  auto cursors = team.open(map, 0, 10, true);
  while (!claim_anywhere(cursors[0], 1, 1).empty()) {
  }
  EXPECT_TRUE(cursors[0].somebody_is_missing());
  EXPECT_EQ(claim_anywhere(cursors[3], 1, 1).size(), 1U);
  EXPECT_FALSE(cursors[0].somebody_is_missing());
  cursors[0].reach_all();
  std::uint64_t rest = 0;
  for (chunk c; !(c = claim_anywhere(cursors[0], 1, 1)).empty();) {
    EXPECT_FALSE(cursors[0].local());
    rest += c.size();
  }
  EXPECT_EQ(rest, 4U);
}

// Claims as a loop does: from the window of `mine` until it is empty, then anywhere.
chunk claim_as_a_loop(node_queue_cursor<>& mine, std::uint64_t grain) {
  open_stripe<>& window = *mine.window();
  if (window.position < window.length) {
    const chunk c = window.claim(grain);
    if (!c.empty()) return c;
  }
  return claim_anywhere(mine, grain, grain);
}

TEST(NodeQueues, ReturnsIterationsClaimedBeyondAWindowNext) {
  team_with_queues team("numa:2 core:1 pu:1", 2);
  home_map turns;
  for (int i = 0; i < 10; ++i) {
    turns.add(10, 0);
    turns.add(10, 1);
  }
  auto cursors = team.open(turns, 0, 200, true);
  EXPECT_EQ(claim_as_a_loop(cursors[0], 8), (chunk{0, 8}));
  EXPECT_EQ(claim_as_a_loop(cursors[0], 8), (chunk{8, 10})) << "the end of the window";
  EXPECT_EQ(claim_as_a_loop(cursors[0], 8), (chunk{20, 26})) << "the rest of that claim";
  EXPECT_EQ(claim_as_a_loop(cursors[0], 4), (chunk{26, 30}));
  EXPECT_EQ(claim_as_a_loop(cursors[0], 4), (chunk{40, 44})) << "nothing was left";
}

TEST(NodeQueues, EachIterationIsClaimedOnceThroughWindowsThatMembersShare) {
  for (const team_case& t : machines()) {
    team_with_queues team(t.machine, t.members);
    for (const std::uint64_t block : {2, 10, 64}) {
      const home_map map(0, 997, [&](std::uint64_t i) { return i / block % team.places; }, block);
      for (const std::uint64_t grain : {1, 3, 7, 100}) {
        for (const bool strict : {false, true}) {
          auto cursors = team.open(map, 0, 997, strict);
          cover claimed;
          claim_in_turns(t.members, claimed,
                         [&](member_id m) { return claim_as_a_loop(cursors[m], grain); });
          claimed.expect_exactly(997);
        }
      }
    }
  }
}

TEST(NodeQueues, ThreadsClaimEachIterationOnceThroughWindows) {
  team_with_queues team("numa:2 core:2 pu:1", 4);
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t n = 1 + static_cast<std::uint64_t>(round) * 37;
    const home_map map(0, n, [](std::uint64_t i) { return i / 11 % 2; }, 11);
    auto cursors = team.open(map, 0, n, round % 2 == 0);
    cover claimed;
    claim_at_once(4, claimed, [&](member_id m) { return claim_as_a_loop(cursors[m], 3); });
    claimed.expect_exactly(n);
  }
}

TEST(NodeQueues, AMemberThatGivesUpCountsIterationsClaimedByAWindow) {
  team_with_queues team("numa:2 core:1 pu:1", 2);
  const home_map map(0, 100, [](std::uint64_t i) { return i / 10 % 2; }, 10);
  auto cursors = team.open(map, 0, 100, true);
  std::uint64_t began = claim_as_a_loop(cursors[0], 6).size();
  began += claim_as_a_loop(cursors[0], 6).size();
  EXPECT_EQ(began, 10U);
  EXPECT_EQ(began + cursors[0].abandon(), 100U);
}

TEST(NodeQueues, ARunOfIterationsIsClaimedAsAWhole) {
  team_with_queues team("numa:2 core:1 pu:1", 2);
  home_map map;
  map.add(60, 1);
  map.add(40, 0);
  auto cursors = team.open(map, 0, 100, false);
  EXPECT_EQ(claim_anywhere(cursors[0], 8, 8), (chunk{60, 68}));
  EXPECT_EQ(cursors[0].window()->claim(8), (chunk{68, 76}));
  EXPECT_EQ(claim_anywhere(cursors[1], 8, 8), (chunk{0, 8}));
  EXPECT_EQ(claim_anywhere(cursors[0], 1000, 1000), (chunk{76, 100}));
  EXPECT_EQ(claim_anywhere(cursors[0], 8, 4), (chunk{8, 12}));
  EXPECT_FALSE(cursors[0].local());
}

}  // namespace
}  // namespace arcas
