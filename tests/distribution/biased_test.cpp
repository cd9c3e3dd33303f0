// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/biased.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace arcas {

using namespace detail;
namespace {

std::vector<member_id> one_slot_each(unsigned members) {
  std::vector<member_id> all(members);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

biased_layout layout_of(const std::string& machine, unsigned members,
                        const biased_limits& limits = {}) {
  return {team_on(machine, members), one_slot_each(members), limits};
}

// Claims as a worker does: from its own range, and when this is empty, from the ranges of others.
chunk next(biased_cursor<>& me, std::uint64_t grain) {
  const chunk c = me.claim(grain);
  return c.empty() ? me.claim_elsewhere(grain) : c;
}

std::vector<biased_cursor<>> cursors(const biased_layout& layout, biased_words<>& words,
                                     std::uint64_t n) {
  const std::uint64_t tag = words.open();
  std::vector<biased_cursor<>> all;
  for (unsigned s = 0; s < layout.slots(); ++s) all.emplace_back(layout, words, n, tag, s);
  return all;
}

void expect_exactly_once_in_turns(const biased_layout& layout, biased_words<>& words,
                                  std::uint64_t n, std::uint64_t grain) {
  auto team = cursors(layout, words, n);
  cover claimed;
  claim_in_turns(layout.slots(), claimed, [&](unsigned s) { return next(team[s], grain); });
  claimed.expect_exactly(n);
}

TEST(Biased, EveryIterationIsClaimedOnceByTeamsOfAllShapes) {
  for (const team_case& t : small_teams()) {
    SCOPED_TRACE(t.machine + " " + std::to_string(t.members));
    const biased_layout layout = layout_of(t.machine, t.members);
    biased_words<> words(layout);
    for (const std::uint64_t n : {0U, 1U, t.members - 1, t.members, t.members + 1, 1000U}) {
      for (const std::uint64_t grain : {1, 3, 64}) {
        expect_exactly_once_in_turns(layout, words, n, grain);
      }
    }
  }
}

TEST(Biased, EveryIterationIsClaimedOnceBy1024Workers) {
  const biased_layout layout = layout_of("pack:8 core:16 pu:8", 1024);
  biased_words<> words(layout);
  for (const std::uint64_t n : {0, 1, 1023, 1025, 20'000}) {
    expect_exactly_once_in_turns(layout, words, n, 7);
  }
}

TEST(Biased, TheLongestPieceIsClaimedOnce) {
  const biased_layout layout = layout_of("pack:2 core:4 pu:1", 8);
  biased_words<> words(layout);
  expect_exactly_once_in_turns(layout, words, longest_biased_piece, 1 << 20);
  expect_exactly_once_in_turns(layout, words, longest_biased_piece - 1, longest_biased_piece);
}

TEST(Biased, ThreadsClaimEveryIterationOnce) {
  const biased_layout layout = layout_of("pack:2 core:2 pu:1", 6);
  biased_words<> words(layout);
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t n = static_cast<std::uint64_t>(round) * 97;
    const std::uint64_t tag = words.open();
    cover claimed;
    std::vector<std::jthread> threads;
    for (unsigned s = 0; s < 6; ++s) {
      threads.emplace_back([&, s] {
        biased_cursor<> me(layout, words, n, tag, s);
        for (chunk c; !(c = next(me, 2)).empty();) claimed.add(c);
      });
    }
    threads.clear();
    claimed.expect_exactly(n);
  }
}

// Two workers use the claims that are compiled into loops, and steal from each other. Now and then
// a worker claims with fences.
TEST(Biased, PlainClaimsAndStealsNeverGiveAnIterationTwice) {
  if (!asymmetric_fence::available()) GTEST_SKIP() << "membarrier is refused here";
  const biased_layout layout = layout_of("core:2 pu:1", 2);
  biased_words<> words(layout);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t n = 20'000;
    const std::uint64_t tag = words.open();
    std::vector<std::atomic<int>> times(n);
    const auto work = [&](unsigned s) {
      biased_cursor<> me(layout, words, n, tag, s);
      for (chunk c; !(c = next(me, 1)).empty();) {
        ++times[c.first];
        me.set_fenced(c.first % 3 == 0);
        if (!me.fenced()) me.own().batch_end = me.own().at + me.remaining();
        while (!(c = me.own().claim(1)).empty()) ++times[c.first];
        me.own().batch_end = 0;
      }
    };
    std::jthread other([&] { work(1); });
    work(0);
    other.join();
    for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(times[i], 1) << i;
  }
}

TEST(Biased, HelpersTakeHalvesOfAnAbsentOwnersRange) {
  const biased_layout layout = layout_of("core:2 pu:1", 2);
  biased_words<> words(layout);
  biased_cursor<> me(layout, words, 64, words.open(), 0);
  std::vector<chunk> ranges;
  for (chunk c; !(c = next(me, 64)).empty();) ranges.push_back(c);
  EXPECT_EQ(ranges, (std::vector<chunk>{
                        {0, 32}, {48, 64}, {40, 48}, {36, 40}, {34, 36}, {33, 34}, {32, 33}}));
  EXPECT_TRUE(me.helps());
}

TEST(Biased, ALateOwnerFindsTheRestOfItsRange) {
  const biased_layout layout = layout_of("core:2 pu:1", 2);
  biased_words<> words(layout);
  const std::uint64_t tag = words.open();
  biased_cursor<> early(layout, words, 64, tag, 0);
  while (!early.claim(64).empty()) {
  }
  EXPECT_EQ(early.claim_elsewhere(4), (chunk{48, 52}));
  biased_cursor<> late(layout, words, 64, tag, 1);
  EXPECT_EQ(late.claim(64), (chunk{32, 48}));
  EXPECT_EQ(early.claim(64), (chunk{52, 64}));
}

// Two workers begin with ten iterations each. The owner has claimed two of its iterations, and the
// helper has finished all of its own.
struct owner_in_a_long_iteration {
  const biased_layout layout = layout_of("core:2 pu:1", 2);
  biased_words<> words{layout};
  const std::uint64_t tag = words.open();
  biased_cursor<> owner{layout, words, 20, tag, 1};
  biased_cursor<> helper{layout, words, 20, tag, 0};

  owner_in_a_long_iteration() {
    EXPECT_EQ(owner.claim(2), (chunk{10, 12}));
    EXPECT_EQ(helper.claim(10), (chunk{0, 10}));
  }
};

TEST(Biased, AnOwnerInALongIterationLosesHalfOfItsRest) {
  owner_in_a_long_iteration two;
  auto& owner = two.owner;
  auto& helper = two.helper;
  // Nobody answers the request, since the only thread of this test is also the owner's.
  EXPECT_EQ(helper.claim_elsewhere(1), (chunk{16, 17}));
  EXPECT_EQ(helper.claim(10), (chunk{17, 20}));
  EXPECT_EQ(owner.claim(10), (chunk{12, 16}));
  EXPECT_TRUE(owner.claim(10).empty());
  EXPECT_TRUE(helper.claim_elsewhere(1).empty());
}

TEST(Biased, ASettledRequestFencesTheOwnerAndTheThief) {
  owner_in_a_long_iteration two;
  auto& owner = two.owner;
  auto& helper = two.helper;
  EXPECT_EQ(helper.claim_elsewhere(1), (chunk{16, 17}));
  EXPECT_TRUE(helper.fenced());
  EXPECT_FALSE(owner.fenced());
  // The owner's fast claim must fail, so that the slow one sees the settled request.
  owner.own().batch_end = owner.own().at + 1;
  EXPECT_TRUE(owner.own().claim(1).empty());
  EXPECT_EQ(owner.claim(1), (chunk{12, 13}));
  EXPECT_TRUE(owner.fenced());
  EXPECT_EQ(owner.own().batch_end, 0U);
  // Helpers take iterations from a fenced owner without notifying the owner.
  EXPECT_EQ(helper.claim(10), (chunk{17, 20}));
  EXPECT_EQ(helper.claim_elsewhere(10), (chunk{14, 16}));
  owner.set_fenced(false);
  EXPECT_EQ(owner.claim(10), (chunk{13, 14}));
  EXPECT_FALSE(owner.fenced());
}

TEST(Biased, AnOwnerStaysFencedUntilItsNextRange) {
  const biased_layout layout = layout_of("core:2 pu:1", 2);
  biased_words<> words(layout);
  const std::uint64_t tag = words.open();
  biased_cursor<> me(layout, words, 20, tag, 0);
  me.set_fenced(true);
  EXPECT_EQ(me.claim(10), (chunk{0, 10}));
  {
    // A worker that returns to a slot is fenced if the slot was left so.
    biased_cursor<> again(layout, words, 20, tag, 0);
    EXPECT_TRUE(again.fenced());
  }
  EXPECT_EQ(me.claim_elsewhere(1), (chunk{15, 16}));
  EXPECT_FALSE(me.fenced());
}

TEST(Biased, OwnersOfALargeTeamAreFencedFromTheirFirstClaimToTheirLast) {
  const biased_layout layout = layout_of("core:2 pu:1", 2, {.most_interrupted = 1});
  EXPECT_TRUE(layout.owners_pay());
  EXPECT_FALSE(layout_of("core:2 pu:1", 2, {.most_interrupted = 2}).owners_pay());
  biased_words<> words(layout);
  const std::uint64_t tag = words.open();
  words.open_slot(0, layout.home(0, 20));
  biased_cursor<> leader(layout, words, 20, tag, 0);
  biased_cursor<> follower(layout, words, 20, tag, 1);
  for (biased_cursor<>* owner : {&leader, &follower}) {
    EXPECT_TRUE(owner->fenced());
    EXPECT_FALSE(owner->claim(1).empty());
    owner->set_fenced(false);  // short iterations change nothing
    EXPECT_TRUE(owner->fenced());
  }
  EXPECT_EQ(follower.claim(10), (chunk{11, 20}));
  // The leader does not answer. The helper neither waits for the leader nor notifies it.
  EXPECT_EQ(follower.claim_elsewhere(1), (chunk{5, 6}));
  EXPECT_FALSE(biased_word(words.slot(0).limit.load()).is_settled());
  EXPECT_TRUE(follower.fenced());
  EXPECT_EQ(leader.claim(10), (chunk{1, 5}));
}

TEST(Biased, AMemberThatReturnsFindsItsSlotDrained) {
  const biased_layout layout = layout_of("core:2 pu:1", 2);
  biased_words<> words(layout);
  const std::uint64_t tag = words.open();
  biased_cursor<> other(layout, words, 20, tag, 0);
  {
    biased_cursor<> me(layout, words, 20, tag, 1);
    EXPECT_EQ(me.claim(10), (chunk{10, 20}));
  }
  biased_cursor<> back(layout, words, 20, tag, 1);
  EXPECT_TRUE(back.claim(10).empty());
  EXPECT_EQ(back.claim_elsewhere(10), (chunk{5, 10}));
}

TEST(Biased, HelpersWithoutAHomeTakeFromTheNearestFirst) {
  const std::vector<member_id> member_of{0, 0, 1, 1, 2};
  const biased_layout layout(team_on("pack:3 core:1 pu:1", 3), member_of);
  EXPECT_EQ(layout.slots(), 5U);
  EXPECT_EQ(layout.home(0, 30), (chunk{0, 10}));
  EXPECT_TRUE(layout.home(1, 30).empty());
  EXPECT_EQ(layout.home(4, 30), (chunk{20, 30}));
  std::vector<unsigned> order;
  layout.any_from_nearest(3, [&](unsigned s) {
    order.push_back(s);
    return false;
  });
  EXPECT_EQ(order, (std::vector<unsigned>{2, 4, 0, 1}));
  biased_words<> words(layout);
  biased_cursor<> helper(layout, words, 30, words.open(), 3);
  EXPECT_EQ(next(helper, 30), (chunk{15, 20}));
}

TEST(Biased, NeighboursOfOneCacheSearchInTurns) {
  const auto turns_of = [](const std::string& machine, unsigned members) {
    const biased_layout layout = layout_of(machine, members);
    std::vector<int> turns;
    for (unsigned s = 0; s < members; ++s) turns.push_back(static_cast<int>(layout.turn_of(s)));
    return turns;
  };
  const int none = static_cast<int>(biased_layout::no_turn);
  EXPECT_EQ(turns_of("pack:1 core:2 pu:1", 2), (std::vector<int>{none, none}));
  EXPECT_EQ(turns_of("pack:2 core:3 pu:1", 6), (std::vector<int>{0, 0, 0, 1, 1, 1}));
  // At most eight workers share a turn, and only one of them searches at a time. A worker that
  // would have a turn to itself gets none, since it may always search.
  EXPECT_EQ(turns_of("pack:1 core:9 pu:1", 9), (std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, none}));
}

TEST(Biased, ASearchLooksAtAllNearSlotsAndAtSomeOfEachWiderPlace) {
  const biased_layout layout = layout_of("pack:4 core:64 pu:2", 512);
  EXPECT_TRUE(layout.samples());
  std::vector<unsigned> times(512);
  std::uint32_t state = 1;
  const auto random = [&] { return (state = state * 1'664'525 + 1'013'904'223) >> 16; };
  for (unsigned search = 0; search < 1'000; ++search) {
    unsigned looks = 0;
    std::vector<unsigned> seen;
    layout.any_of_some(130, random, [&](unsigned s) {
      seen.push_back(s);
      ++times[s];
      return ++looks > 33;
    });
    ASSERT_EQ(looks, 33U);  // the other slot of the core, then twice 16
    EXPECT_EQ(seen[0], 131U);
    for (unsigned i = 1; i < 17; ++i) EXPECT_EQ(seen[i] / 128, 1U);
    for (unsigned i = 17; i < 33; ++i) EXPECT_NE(seen[i] / 128, 1U);
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
  }
  // Every slot is searched at some time, except the searcher's own, 130.
  times[130] = 1;
  EXPECT_GT(*std::ranges::min_element(times), 0U);
  EXPECT_FALSE(layout_of("pack:1 core:17 pu:1", 17).samples());
}

TEST(Biased, TagsWrapWithoutALoopSeeingAnOlderOne) {
  const biased_layout layout = layout_of("core:3 pu:1", 3);
  biased_words<> words(layout);
  for (std::uint64_t loop = 0; loop < biased_word::last_tag + 1000; ++loop) {
    const std::uint64_t tag = words.open();
    const std::uint64_t n = loop % 7;
    std::uint64_t claimed = 0;
    for (unsigned s = 0; s < 3; ++s) {
      // Some members miss some loops, so that some words still have values of much older loops.
      if (s == loop % 5) continue;
      biased_cursor<> me(layout, words, n, tag, s);
      for (chunk c; !(c = next(me, 2)).empty();) claimed += c.size();
    }
    ASSERT_EQ(claimed, n) << loop;
  }
}

TEST(Biased, WordsOfOneContentCompareLikePositionsAndARequestIsLess) {
  const biased_word zero(7, 3);
  EXPECT_EQ(zero.tag(), 7U);
  EXPECT_EQ(zero.version(), 3U);
  EXPECT_EQ(zero.at(biased_word::last_position).position(), biased_word::last_position);
  EXPECT_LT(zero.at(4), zero.at(5));
  EXPECT_LT(zero.steal_request(biased_word::last_steal_request), zero);
  EXPECT_TRUE(zero.at(9).steal_request(5).is_steal_request());
  EXPECT_TRUE(zero.at(9).same_content(zero.steal_request(5)));
  EXPECT_FALSE(zero.at(9).is_steal_request());
  EXPECT_EQ(zero.at(9).plain(), zero.at(9));
  EXPECT_EQ(zero.steal_request(biased_word::last_steal_request).plain(),
            zero.steal_request(biased_word::last_steal_request));
}

TEST(Biased, ASettledLimitIsLessThanAnyPosition) {
  const biased_word zero(7, 3);
  for (const std::uint64_t at : {std::uint64_t{0}, biased_word::last_position}) {
    EXPECT_TRUE(zero.at(at).settled().is_settled());
    EXPECT_FALSE(zero.at(at).settled().is_steal_request());
    EXPECT_FALSE(zero.at(at).is_settled());
    EXPECT_LT(zero.at(at).settled(), zero);
    EXPECT_EQ(zero.at(at).settled().plain(), zero.at(at));
    EXPECT_TRUE(zero.at(at).settled().same_content(zero));
  }
  EXPECT_FALSE(zero.steal_request(biased_word::last_steal_request).is_settled());
  EXPECT_FALSE(zero.same_content(biased_word(7, 4)));
  EXPECT_FALSE(zero.same_content(biased_word(8, 3)));
}

}  // namespace
}  // namespace arcas
