// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/combiners.h>

#include "combined_team.h"

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

TEST(SlotWord, CarriesARequestAGrantOrTheWordDry) {
  for (const std::uint64_t tag : {std::uint64_t{1}, std::uint64_t{77}, slot_word::last_tag}) {
    for (const std::uint64_t size :
         {std::uint64_t{1}, std::uint64_t{3}, slot_word::largest_length}) {
      const slot_word request = slot_word::request(tag, size);
      EXPECT_TRUE(request.is_request(tag) && !request.is_grant(tag) && !request.is_dry(tag));
      EXPECT_EQ(request.amount(), size);
      for (const std::uint64_t first : {std::uint64_t{0}, longest_combined_piece - size}) {
        const slot_word grant = slot_word::grant(tag, {first, first + size});
        EXPECT_TRUE(grant.is_grant(tag) && !grant.is_request(tag) && !grant.is_dry(tag));
        EXPECT_EQ(grant.granted(), (chunk{first, first + size}));
        EXPECT_EQ(slot_word(grant.bits()).granted(), grant.granted());
      }
    }
    const slot_word dry = slot_word::dry(tag);
    EXPECT_TRUE(dry.is_dry(tag) && !dry.is_request(tag) && !dry.is_grant(tag));
  }
  EXPECT_EQ(slot_word::request(1, ~std::uint64_t{0}).amount(), slot_word::largest_length);
}

TEST(SlotWord, OfAnotherUseMeansNothing) {
  for (const slot_word w : {slot_word::request(5, 1), slot_word::grant(5, {0, 1}),
                            slot_word::dry(5), slot_word::idle()}) {
    EXPECT_FALSE(w.is_request(6) || w.is_grant(6) || w.is_dry(6));
  }
}

TEST(CombinerLayer, ALockHasOneHolder) {
  const auto layouts = combiner_layouts(team_on("core:2 pu:2", 4), "combine:core");
  combiner_layer<> layer(layouts[0]);
  EXPECT_TRUE(layer.try_lock(0));
  EXPECT_FALSE(layer.try_lock(0));
  EXPECT_TRUE(layer.try_lock(1));
  layer.unlock(0);
  EXPECT_TRUE(layer.try_lock(0));
}

void expect_exactly_once_in_turns(combined_team& team, unsigned members, std::uint64_t n,
                                  std::uint64_t amount) {
  auto each = team.begin(n);
  cover claimed;
  claim_in_turns(members, claimed,
                 [&](member_id m) { return claim_anywhere(each[m], amount, amount); });
  claimed.expect_exactly(n);
  const claim_counts sum = team.total(each);
  EXPECT_EQ(sum.own + sum.helped + sum.combined + sum.ahead, claimed.chunks());
}

TEST(Combiners, EveryIterationIsClaimedOnceByTeamsOfAllShapes) {
  for (const team_case& t : small_teams()) {
    for (const char* how : combined_distributors()) {
      SCOPED_TRACE(t.machine + " " + std::to_string(t.members) + " " + how);
      combined_team team(t.machine, t.members, how);
      for (const std::uint64_t n : {0U, 1U, t.members - 1, t.members, t.members + 1, 1000U}) {
        for (const std::uint64_t amount : {1, 3, 64}) {
          expect_exactly_once_in_turns(team, t.members, n, amount);
        }
      }
    }
  }
}

TEST(Combiners, EveryIterationIsClaimedOnceBy1024Members) {
  for (const char* how : combined_distributors()) {
    SCOPED_TRACE(how);
    combined_team team("pack:8 core:16 pu:8", 1024, how);
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{1023}, std::uint64_t{20'000}}) {
      expect_exactly_once_in_turns(team, 1024, n, 5);
    }
  }
}

TEST(Combiners, TheLongestPieceIsClaimedOnce) {
  for (const char* how : {"combine:core", "async:core/combine:package"}) {
    combined_team team("pack:2 core:2 pu:2", 8, how);
    expect_exactly_once_in_turns(team, 8, longest_combined_piece, ~std::uint64_t{0});
  }
}

TEST(Combiners, ThreadsClaimEveryIterationOnce) {
  for (const char* how : combined_distributors()) {
    SCOPED_TRACE(how);
    combined_team team("pack:2 core:2 pu:2", 6, how);
    for (std::uint64_t round = 0; round < 20; ++round) {
      auto each = team.begin(round * 61);
      cover claimed;
      claim_at_once(6, claimed, [&](member_id m) { return claim_anywhere(each[m], 2, 2); });
      claimed.expect_exactly(round * 61);
    }
  }
}

TEST(Combiners, AnAsynchronousRequestIsAnsweredAhead) {
  combined_team team("core:1 pu:4", 4, "async:core");
  auto each = team.begin(100);
  for (member_id m = 0; m < 4; ++m) EXPECT_FALSE(claim_anywhere(each[m], 5, 5).empty());
  for (int round = 0; round < 3; ++round) {
    for (member_id m = 0; m < 4; ++m) EXPECT_FALSE(claim_anywhere(each[m], 5, 5).empty());
  }
  EXPECT_GT(team.total(each).ahead, 0U);
  EXPECT_EQ(team.total(each).combined, 0U);
}

TEST(Combiners, TagsWrapWithoutALoopSeeingAnOlderOne) {
  combined_team team("core:2 pu:2", 4, "async:core/combine:package");
  for (std::uint64_t loop = 0; loop < 2 * slot_word::last_tag + 100; ++loop) {
    const std::uint64_t n = loop % 11;
    auto each = team.begin(n);
    std::uint64_t claimed = 0;
    for (unsigned turn = 0; turn < 20; ++turn) {
      // Member 3 sometimes leaves early while its request is still pending.
      const member_id m = turn % 4;
      if (m == 3 && loop % 3 == 0 && turn > 4) continue;
      claimed += claim_anywhere(each[m], 2, 2).size();
    }
    ASSERT_EQ(claimed, n) << loop;
  }
}

}  // namespace
}  // namespace arcas
