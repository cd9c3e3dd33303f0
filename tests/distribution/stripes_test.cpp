// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/stripes.h>

#include "counting_atomic.h"
#include "teams.h"

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

constexpr auto counter_kinds = {
    place_kind::machine,  place_kind::package, place_kind::numa_node, place_kind::cache_group,
    place_kind::l2_group, place_kind::core,    place_kind::thread};

std::vector<stripe_cursor<>> cursors(const stripe_layout& layout, stripe_words<>& words,
                                     std::uint64_t n, unsigned members) {
  const std::uint64_t tag = words.open();
  std::vector<stripe_cursor<>> all;
  for (member_id m = 0; m < members; ++m) all.emplace_back(layout, words, n, tag, m);
  return all;
}

void expect_exactly_once_in_turns(const stripe_layout& layout, stripe_words<>& words,
                                  std::uint64_t n, unsigned members, std::uint64_t grain) {
  auto team = cursors(layout, words, n, members);
  cover claimed;
  claim_in_turns(members, claimed,
                 [&](member_id m) { return claim_anywhere(team[m], grain, grain); });
  claimed.expect_exactly(n);
}

TEST(Stripes, EveryIterationIsClaimedOnceByTeamsOfAllShapes) {
  for (const team_case& t : small_teams()) {
    const member_places team = team_on(t.machine, t.members);
    for (const place_kind kind : counter_kinds) {
      SCOPED_TRACE(t.machine + " " + std::to_string(t.members) + " " + std::string(name_of(kind)));
      const stripe_layout layout(team, kind);
      stripe_words<> words(layout);
      const std::uint64_t stripes = layout.stripes();
      for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, stripes - 1, stripes,
                                    stripes + 1, std::uint64_t{1000}}) {
        for (const std::uint64_t grain : {1, 3, 64}) {
          expect_exactly_once_in_turns(layout, words, n, t.members, grain);
        }
      }
    }
  }
}

TEST(Stripes, EveryIterationIsClaimedOnceBy1024Members) {
  const member_places team = team_on("pack:8 core:16 pu:8", 1024);
  for (const place_kind kind : counter_kinds) {
    const stripe_layout layout(team, kind);
    stripe_words<> words(layout);
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1023},
                                  std::uint64_t{1025}, std::uint64_t{20'000}}) {
      expect_exactly_once_in_turns(layout, words, n, 1024, 7);
    }
  }
}

TEST(Stripes, TheLongestPieceIsClaimedOnce) {
  const member_places team = team_on("pack:2 core:4 pu:1", 8);
  for (const place_kind kind : counter_kinds) {
    const stripe_layout layout(team, kind);
    stripe_words<> words(layout);
    expect_exactly_once_in_turns(layout, words, longest_piece, 8, largest_grain);
    expect_exactly_once_in_turns(layout, words, longest_piece - 1, 8, largest_grain - 1);
  }
}

TEST(Stripes, ThreadsClaimEveryIterationOnce) {
  const member_places team = team_on("pack:2 core:2 pu:1", 6);
  for (const place_kind kind : {place_kind::machine, place_kind::package, place_kind::thread}) {
    const stripe_layout layout(team, kind);
    stripe_words<> words(layout);
    for (int round = 0; round < 30; ++round) {
      const std::uint64_t n = static_cast<std::uint64_t>(round) * 97;
      auto each = cursors(layout, words, n, 6);
      cover claimed;
      claim_at_once(6, claimed, [&](member_id m) { return claim_anywhere(each[m], 2, 1); });
      claimed.expect_exactly(n);
    }
  }
}

TEST(Stripes, AMemberClaimsAtHomeFirstThenNearby) {
  const stripe_layout layout(team_on("pack:2 core:2 pu:2", 8), place_kind::thread);
  stripe_words<> words(layout);
  stripe_cursor<> me(layout, words, 80, words.open(), 5);
  std::vector<unsigned> order;
  for (chunk c; !(c = claim_anywhere(me, 10, 10)).empty();) {
    EXPECT_EQ(c.first / 10, me.stripe());
    EXPECT_EQ(me.at_home(), me.stripe() == 5);
    order.push_back(me.stripe());
  }
  EXPECT_EQ(order, (std::vector<unsigned>{5, 4, 6, 7, 0, 1, 2, 3}));
}

TEST(Stripes, AnothersStripeIsEnteredWithTheFreshGrain) {
  const stripe_layout layout(team_on("core:2 pu:1", 2), place_kind::thread);
  stripe_words<> words(layout);
  stripe_cursor<> me(layout, words, 200, words.open(), 0);
  EXPECT_EQ(claim_anywhere(me, 100, 100).size(), 100U);
  EXPECT_EQ(claim_anywhere(me, 100, 3), (chunk{100, 103}));
  EXPECT_EQ(me.remaining(), 97U);
  EXPECT_EQ(me.sharers(), 1U);
}

TEST(Stripes, TagsWrapWithoutALoopSeeingAnOlderOne) {
  const unsigned members = 3;
  const stripe_layout layout(team_on("core:3 pu:1", members), place_kind::thread);
  stripe_words<> words(layout);
  std::uint64_t before = 0;
  for (std::uint64_t loop = 0; loop < stripe_words<>::last_tag + 1000; ++loop) {
    const std::uint64_t tag = words.open();
    ASSERT_EQ(tag, before == stripe_words<>::last_tag ? 1 : before + 1);
    before = tag;
    const std::uint64_t n = loop % 7;
    std::uint64_t claimed = 0;
    for (member_id m = 0; m < members; ++m) {
      // Some members miss some loops, so that some words and marks are of much older loops.
      if (m == loop % 5) continue;
      stripe_cursor<> me(layout, words, n, tag, m);
      for (chunk c; !(c = claim_anywhere(me, 2, 2)).empty();) claimed += c.size();
    }
    ASSERT_EQ(claimed, n) << loop;
  }
}

TEST(Stripes, DrainedRingsAreMarkedUpToTheMachine) {
  const stripe_layout layout(team_on("pack:2 core:2 pu:2", 8), place_kind::thread);
  stripe_words<> words(layout);
  const std::uint64_t tag = words.open();
  stripe_cursor<> me(layout, words, 100, tag, 0);
  EXPECT_FALSE(words.drained(layout.around(0, 0).index, tag));
  while (!claim_anywhere(me, 8, 8).empty()) {
  }
  for (unsigned d = 0; d < layout.depths(); ++d) {
    EXPECT_TRUE(words.drained(layout.around(d, 0).index, tag)) << d;
  }
  EXPECT_FALSE(words.drained(layout.around(0, 7).index, tag)) << "nobody has looked there";
  EXPECT_FALSE(words.drained(layout.around(0, 0).index, words.open())) << "another loop";
}

// The costs that stripes.h promises, in accesses to shared words.
TEST(Stripes, OpeningWritesNothingAndLeavingADrainedLoopReadsNoWordPerStripe) {
  const unsigned members = 1024;
  const stripe_layout layout(team_on("pack:8 core:16 pu:8", members), place_kind::thread);
  stripe_words<counting_atomic> words(layout);
  accesses = {};
  const std::uint64_t tag = words.open();
  EXPECT_EQ(accesses.writes + accesses.reads, 0U);
  stripe_cursor<counting_atomic> first(layout, words, 5000, tag, 0);
  while (!claim_anywhere(first, 1, 1).empty()) {
  }
  for (const member_id m : {1U, 8U, 500U, 1023U}) {
    accesses = {};
    stripe_cursor<counting_atomic> late(layout, words, 5000, tag, m);
    EXPECT_TRUE(claim_anywhere(late, 1, 1).empty());
    EXPECT_LE(accesses.reads + accesses.writes, 40U) << m;
  }
}

}  // namespace
}  // namespace arcas
